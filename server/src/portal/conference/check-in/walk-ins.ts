// Walk-ins: attendees without a registration. They pay in cash through the order core, and are checked in. The rules of
// registering apply.
import { fail, failField, orNotFound } from '@xinqiao/contract/errors.ts'
import {
  attendTypeTitle,
  checkInMessages,
  meetingMessages,
  needsCommittee,
  needsMembership,
} from '@xinqiao/contract/meetings.ts'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { viewerOf, type KitInTransaction, type AuditedCtx } from '../../../kit/ctx.ts'
import { type Tx } from '../../../kit/db/db.ts'
import { formatTime } from '../../../kit/time.ts'
import { recordCashPayment } from '../../payments/payments.ts'
import { isActiveMember } from '../../member-status/member-status.ts'
import { checkCommitteeMember } from '../committees/committees.ts'
import { pickContact, sealContact } from '../records/contacts.ts'
import { checkInDaysOf, checkInStateAt } from './check-in-days.ts'
import { feeAt, feeTitleOf, countPlacesLeft, orderSubjectOf } from '../rules/fees.ts'
import { createRegistrationId } from '../registrations/registrations.ts'
import * as store from '../records/store.ts'
import * as checkInStore from '../records/check-in-store.ts'
import * as registrationStore from '../records/registration-store.ts'

type WalkInForm = {
  meetingId: number
  activityAttendTypeId: number
  name: string
  sex?: string | undefined
  /** The special committee that the attendee represents. */
  unitId?: number | undefined
  companyName: string
  profess?: string | undefined
  phone: string
  paidCents: number
  key: string
  entrance: string
}

const notNamedMessage = '来者不在该专业委员会的委员名单中，请改选其他参会身份'
const knownRegistrationMessages = {
  paid: '该手机号已报名并缴费，请用签到码签到',
  pending: '该手机号已报名但未缴费，请本人缴费后签到',
  waiting: '该手机号已登记候补，请先取消候补',
} as const

/**
 * The account with this phone number, if any.
 * @throws Failure invalid when it already has a registration
 */
async function findWalkInAccount(
  kit: KitInTransaction,
  tx: Tx,
  meetingId: number,
  phone: string,
): Promise<number | null> {
  const phoneIndex = kit.secrets.index('phone', phone)
  const accountId = await registrationStore.selectAccountByPhone(tx, phoneIndex)
  const liveRegistration =
    (await registrationStore.selectLiveRegistrationByPhone(tx, meetingId, phoneIndex)) ??
    (accountId === null ? null : await registrationStore.selectLiveRegistration(tx, meetingId, accountId))
  if (liveRegistration)
    throw failField(
      'phone',
      knownRegistrationMessages[liveRegistration.state as keyof typeof knownRegistrationMessages],
    )
  return accountId
}

/** @throws Failure invalid for a type that is not available, is full, or has another price */
async function checkAttendType(
  tx: Tx,
  type: store.AttendTypeRow | undefined,
  { form, accountId, now }: { form: WalkInForm; accountId: number | null; now: Date },
) {
  if (!type?.enabled) throw failField('activityAttendTypeId', '该参会身份暂未开放报名')
  if (needsMembership(type.attend_type) && (accountId === null || !(await isActiveMember(tx, accountId)))) {
    throw failField('activityAttendTypeId', meetingMessages.notAMember)
  }
  const placesLeft = countPlacesLeft(type.quota, await store.countTakenPlaces(tx, type.meeting_id, type.attend_type))
  if (placesLeft === 0) throw failField('activityAttendTypeId', `${attendTypeTitle(type.attend_type)}的名额已满`)
  const fee = feeAt(type, now)
  if (form.paidCents !== fee) throw failField('paidCents', `该参会身份应收${formatYuan(fee)}元`)
  return { type, fee }
}

/**
 * Walk-ins are checked in at once, so they are possible only on the days of check-in.
 * @throws Failure wrongState
 */
function checkIsCheckInDay(meeting: store.MeetingRow, now: Date): void {
  const days = checkInDaysOf(meeting)
  const state = checkInStateAt(days, now)
  if (state === 'early') throw fail('wrongState', checkInMessages.walkInEarly(formatTime(days.from)))
  if (state === 'over') throw fail('wrongState', checkInMessages.walkInOver)
}

/** Columns that the form fills, and those that a walk-in leaves empty. */
const toWalkInValues = (kit: KitInTransaction, id: number, form: WalkInForm) => ({
  id,
  name: form.name,
  sex: form.sex ?? '',
  company: form.companyName,
  profess: form.profess ?? '',
  ...sealContact(kit, id, pickContact({ phone: form.phone })),
  rooms: 0,
  share_with: '',
  is_listed: false,
  pay_until: null,
  order_no: null,
  is_walk_in: true,
  form_key: form.key,
})

/** @throws Failure notFound, wrongState, invalid */
export const registerWalkIn = async (ctx: AuditedCtx, form: WalkInForm): Promise<{ id: number }> => {
  const { kit, tx } = ctx
  // locks all types, because two entrances may enter the same person with different types
  const types = await store.lockAttendTypes(tx, form.meetingId)
  const existing = await registrationStore.selectRegistrationByFormKey(tx, form.key)
  if (existing) return { id: existing.id }
  const meeting = orNotFound(await store.selectMeeting(tx, form.meetingId))
  if (meeting.state === 'draft') throw fail('wrongState')
  const now = await store.selectNow(tx)
  checkIsCheckInDay(meeting, now)
  const accountId = await findWalkInAccount(kit, tx, meeting.id, form.phone)
  const attendType = types.find((type) => type.attend_type === form.activityAttendTypeId)
  const { type, fee } = await checkAttendType(tx, attendType, { form, accountId, now })
  const unitId = needsCommittee(type.attend_type)
    ? await checkCommitteeMember(tx, form.unitId, accountId, notNamedMessage)
    : null
  const id = createRegistrationId()
  await registrationStore.insertRegistration(
    tx,
    {
      ...toWalkInValues(kit, id, form),
      meeting_id: meeting.id,
      account_id: accountId,
      attend_type: type.attend_type,
      state: fee === 0 ? 'paid' : 'pending',
      paid_cents: fee === 0 ? 0 : null,
      unit_id: unitId,
      arrival_at: now,
      leave_at: meeting.ends_at,
    },
    now,
  )
  if (fee > 0) {
    const title = feeTitleOf(meeting.title, type.attend_type)
    await recordCashPayment(ctx, {
      kind: 'conference',
      quote: { subject: orderSubjectOf(id), title, amountCents: fee },
      accountId,
      takenBy: viewerOf(ctx).id,
      key: form.key,
    })
  }
  await checkInStore.insertCheckIn(tx, {
    registration_id: id,
    meeting_id: meeting.id,
    at: now,
    claimed_at: null,
    door: form.entrance,
    staff_id: viewerOf(ctx).id,
  })
  return { id }
}
