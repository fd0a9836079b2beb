// The waiting list: free places are offered in the order of waiting, with a payment deadline.
import { attendTypeTitle } from '@xinqiao/contract/meetings.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import type { Kit, TransactionScope } from '../../../../kit/ctx.ts'
import { transaction } from '../../../../kit/db/db.ts'
import { formatTime, hourMs } from '../../../../kit/time.ts'
import { notifyUsers } from '../../../notify/notify.ts'
import { findNewestOrder } from '../../../payments/payments.ts'
import { isActiveMember } from '../../../member-status/member-status.ts'
import { releaseRegistration } from '../../rules/release-place.ts'
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

async function notifyOfLapse(
  scope: TransactionScope,
  { id, account_id: accountId }: store.RegistrationRow,
  meetingTitle: string,
) {
  if (accountId === null) return
  const advice = '请续费会籍后继续候补，或取消候补后以非会员身份报名'
  await notifyUsers(scope, {
    kind: 'meeting',
    userIds: [accountId],
    title: `您候补的“${meetingTitle}”（${attendTypeTitle(1)}）已有名额，但您的会籍已不在有效期内，未能为您保留：${advice}`,
    link: registrationLink(id),
    once: `waiting lapsed ${id}`,
  })
}

/** Offers free places to the waiting list. Locks the type, so that no place is offered twice. */
export async function offerPlaces(
  scope: TransactionScope,
  { meetingId, attendType }: { meetingId: number; attendType: number },
): Promise<number> {
  const { tx } = scope
  const type = await store.lockAttendType(tx, meetingId, attendType)
  const meeting = await store.findMeeting(tx, meetingId)
  const now = await store.readNow(tx)
  if (!type?.enabled || meeting?.state !== 'open' || meeting.starts_at <= now) return 0
  let left = countPlacesLeft(type.quota, await store.countTakenPlaces(tx, meetingId, attendType))
  const passedOver: number[] = []
  let offered = 0
  while (left === null || left > 0) {
    const next = await registrationStore.findFirstWaitingRegistration(tx, meetingId, attendType, passedOver)
    if (!next) break
    // a member type needs an active membership now, as registering and paying do; others keep waiting
    if (attendType === 1 && !(next.account_id !== null && (await isActiveMember(tx, next.account_id)))) {
      passedOver.push(next.id)
      await notifyOfLapse(scope, next, meeting.title)
      continue
    }
    const isFree = feeAt(type, now) === 0
    const until = isFree ? null : paymentDeadlineOf(meeting, type, meeting.offer_hours, now)
    await registrationStore.updateRegistration(tx, next.id, {
      waiting_since: null,
      pay_until: until,
      offered_at: now,
      reminded_at: null,
      ...(isFree ? { state: 'paid', paid_at: now, paid_cents: 0 } : { state: 'pending' }),
    })
    const title = isFree
      ? `您候补的“${meeting.title}”（${attendTypeTitle(attendType)}）已有名额，报名成功`
      : `您候补的“${meeting.title}”（${attendTypeTitle(attendType)}）已有名额，请于${until ? formatTime(until).slice(0, 16) : '会前'}前缴费`
    if (next.account_id !== null) {
      const link = isFree ? registrationLink(next.id) : withQuery(routes.paymentChannel, { activityUserId: next.id })
      await notifyUsers(scope, { kind: 'meeting', userIds: [next.account_id], title, link })
    }
    offered += 1
    if (left !== null) left -= 1
  }
  return offered
}

const maxBatchSize = 200

/** Job: releases places past their payment deadline and offers free places. */
export async function lapseOverdueRegistrations(kit: Kit): Promise<number> {
  const overdue = await registrationStore.listOverdueRegistrations(kit.sql, maxBatchSize)
  for (const { id, meeting_id: meetingId, attend_type: attendType } of overdue) {
    await transaction(kit.sql, async (tx, afterCommit) => {
      await store.lockAttendType(tx, meetingId, attendType)
      const row = await registrationStore.lockRegistration(tx, id)
      const now = await store.readNow(tx)
      // paid, or extended, since the query
      if (row?.state !== 'pending' || !row.pay_until || row.pay_until > now) return
      // a payment is in progress: the order expires automatically and cannot be started again
      const order = await findNewestOrder(tx, row.account_id ?? 0, 'conference', orderSubjectOf(id))
      if (order?.state === 'open') return
      await releaseRegistration(tx, row, { state: 'lapsed' })
      if (row.account_id === null) return
      const title = '您的参会报名逾期未缴费，名额已释放，如需参会请重新报名'
      const link = registrationLink(id)
      await notifyUsers({ kit, tx, afterCommit }, { kind: 'meeting', userIds: [row.account_id], title, link })
    })
  }
  for (const { meeting_id: meetingId, attend_type: attendType } of await registrationStore.listTypesWithWaitingList(
    kit.sql,
  )) {
    await transaction(kit.sql, (tx, afterCommit) => offerPlaces({ kit, tx, afterCommit }, { meetingId, attendType }))
  }
  return overdue.length
}
