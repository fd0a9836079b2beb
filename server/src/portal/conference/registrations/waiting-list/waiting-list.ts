// The waiting list: free places are offered in the order of waiting, with a payment deadline.
import { attendTypeTitle, needsMembership } from '@xinqiao/contract/meetings.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { hourMs } from '@xinqiao/contract/time.ts'
import { inTransaction, type Kit, type TransactionScope } from '../../../../kit/ctx.ts'
import type { Tx } from '../../../../kit/db/db.ts'
import { formatTime } from '../../../../kit/time.ts'
import { notifyUsers } from '../../../notify/notify.ts'
import { selectNewestOrder } from '../../../payments/payments.ts'
import { isActiveMember } from '../../../member-status/member-status.ts'
import { releaseRegistration } from '../../rules/release-registration.ts'
import { feeAt, registrationLink, countPlacesLeft, orderSubjectOf } from '../../rules/fees.ts'
import * as store from '../../records/store.ts'
import * as registrationStore from '../../records/registration-store.ts'

/**
 * Payment deadline of a held place. It exists only if places are limited, and is at most the start, or the end once the
 * meeting has begun.
 */
export function paymentDeadlineOf(
  meeting: Pick<store.MeetingRow, 'starts_at' | 'ends_at'>,
  type: Pick<store.AttendTypeRow, 'quota'>,
  hours: number,
  now: Date,
): Date | null {
  if (type.quota === null) return null
  const latest = now < meeting.starts_at ? meeting.starts_at : meeting.ends_at
  return new Date(Math.min(now.getTime() + hours * hourMs, latest.getTime()))
}

/** Attendance type 1 is for members: the account must still be an active member when it is offered a place. */
const mayTakePlace = async (tx: Tx, { attend_type: attendType, account_id: accountId }: store.RegistrationRow) =>
  !needsMembership(attendType) || (accountId !== null && (await isActiveMember(tx, accountId)))

async function notifyOfLapse(
  scope: TransactionScope,
  { id, account_id: accountId, attend_type: attendType }: store.RegistrationRow,
  meetingTitle: string,
) {
  if (accountId === null) return
  const advice = '请续费会籍后继续候补，或取消候补后以非会员身份报名'
  await notifyUsers(scope, {
    kind: 'meeting',
    userIds: [accountId],
    title: `您候补的“${meetingTitle}”（${attendTypeTitle(attendType)}）已有名额，但您的会籍已不在有效期内，未能为您保留：${advice}`,
    link: registrationLink(id),
    once: `waiting lapsed ${id}`,
  })
}

type PlaceOffer = { meetingTitle: string; isFree: boolean; payUntil: Date | null }

async function notifyOfOffer(
  scope: TransactionScope,
  { id, account_id: accountId, attend_type: attendType }: store.RegistrationRow,
  { meetingTitle, isFree, payUntil }: PlaceOffer,
) {
  if (accountId === null) return
  const start = `您候补的“${meetingTitle}”（${attendTypeTitle(attendType)}）已有名额`
  const title = isFree
    ? `${start}，报名成功`
    : `${start}，请于${payUntil ? formatTime(payUntil).slice(0, 16) : '会前'}前缴费`
  const link = isFree ? registrationLink(id) : withQuery(routes.paymentChannel, { activityUserId: id })
  await notifyUsers(scope, { kind: 'meeting', userIds: [accountId], title, link })
}

/** Offers a place: one without a fee is taken at once, one with a fee is held until its payment deadline. */
async function offerPlace(
  scope: TransactionScope,
  registration: store.RegistrationRow,
  { meeting, type, now }: { meeting: store.MeetingRow; type: store.AttendTypeRow; now: Date },
) {
  const isFree = feeAt(type, now) === 0
  const payUntil = isFree ? null : paymentDeadlineOf(meeting, type, meeting.offer_hours, now)
  await registrationStore.updateRegistration(scope.tx, registration.id, {
    waiting_since: null,
    pay_until: payUntil,
    offered_at: now,
    reminded_at: null,
    ...(isFree ? { state: 'paid', paid_at: now, paid_cents: 0 } : { state: 'pending' }),
  })
  await notifyOfOffer(scope, registration, { meetingTitle: meeting.title, isFree, payUntil })
}

/**
 * Offers free places to the waiting list. Locks the type, so that no place is offered twice.
 * @returns the number of offered places
 */
export async function offerPlaces(
  scope: TransactionScope,
  { meetingId, attendType }: { meetingId: number; attendType: number },
): Promise<number> {
  const { tx } = scope
  const type = await store.lockAttendType(tx, meetingId, attendType)
  const meeting = await store.selectMeeting(tx, meetingId)
  const now = await store.selectNow(tx)
  if (!type?.enabled || meeting?.state !== 'open' || meeting.starts_at <= now) return 0
  const placesLeft = countPlacesLeft(type.quota, await store.countTakenPlaces(tx, meetingId, attendType)) ?? Infinity
  const passedOver: number[] = []
  let offered = 0
  while (offered < placesLeft) {
    const next = await registrationStore.lockFirstWaitingRegistration(tx, meetingId, attendType, passedOver)
    if (!next) break
    if (await mayTakePlace(tx, next)) {
      await offerPlace(scope, next, { meeting, type, now })
      offered += 1
    } else {
      // this person keeps waiting, and the place is offered to the next one
      passedOver.push(next.id)
      await notifyOfLapse(scope, next, meeting.title)
    }
  }
  return offered
}

const maxBatchSize = 200

type OverdueRegistration = Pick<store.RegistrationRow, 'id' | 'meeting_id' | 'attend_type'>

/** Releases a place whose payment deadline has passed. */
async function lapseRegistration(
  scope: TransactionScope,
  { id, meeting_id: meetingId, attend_type: attendType }: OverdueRegistration,
): Promise<void> {
  const { tx } = scope
  await store.lockAttendType(tx, meetingId, attendType)
  const row = await registrationStore.lockRegistration(tx, id)
  const now = await store.selectNow(tx)
  // the registration was paid or extended since the query
  if (row?.state !== 'pending' || !row.pay_until || row.pay_until > now) return
  // a payment is in progress: the order expires automatically and cannot be started again
  const order = await selectNewestOrder(tx, row.account_id ?? 0, 'conference', orderSubjectOf(id))
  if (order?.state === 'open') return
  await releaseRegistration(tx, row, { state: 'lapsed' })
  if (row.account_id === null) return
  const title = '您的参会报名逾期未缴费，名额已释放，如需参会请重新报名'
  await notifyUsers(scope, { kind: 'meeting', userIds: [row.account_id], title, link: registrationLink(id) })
}

/** Job: releases places past their payment deadline and offers free places. */
export async function lapseOverdueRegistrations(kit: Kit): Promise<number> {
  const overdue = await registrationStore.selectOverdueRegistrations(kit.sql, maxBatchSize)
  for (const registration of overdue) await inTransaction(kit, (scope) => lapseRegistration(scope, registration))
  const waitingTypes = await registrationStore.selectTypesWithWaitingList(kit.sql)
  for (const { meeting_id: meetingId, attend_type: attendType } of waitingTypes)
    await inTransaction(kit, (scope) => offerPlaces(scope, { meetingId, attendType }))
  return overdue.length
}
