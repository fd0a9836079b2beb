// Registration for a meeting: once per account, within the quota, and with member types for members only.
import type { RegistrationReceipt } from '@xinqiao/contract/http/conference/receipt.ts'
import { fail, failField } from '@xinqiao/contract/errors.ts'
import { meetingMessages, needsMembership } from '@xinqiao/contract/meetings.ts'
import { hourSeconds } from '@xinqiao/contract/time.ts'
import { viewerOf, type Ctx } from '../../../../kit/ctx.ts'
import { isConflict, transaction, type Tx } from '../../../../kit/db/db.ts'
import { limitHits } from '../../../../kit/auth/throttle.ts'
import { isActiveMember } from '../../../member-status/member-status.ts'
import { feeAt, countPlacesLeft } from '../../rules/fees.ts'
import * as store from '../../records/store.ts'
import * as registrationStore from '../../records/registration-store.ts'
import { updateListingConsent } from '../../rules/participant-consent.ts'
import { createRegistrationId, readReceipt } from './receipt.ts'
import { paymentDeadlineOf } from '../waiting-list/waiting-list.ts'

/** @throws Failure notAMember, with the code 500 of portal.md 7 */
export async function requireActiveMember({ kit, viewer }: Ctx): Promise<void> {
  if (!viewer || !(await isActiveMember(kit.sql, viewer.id))) throw fail('notAMember')
}

type RegistrationInput = RegistrationReceipt & {
  activityId: number
  activityAttendTypeId: number
  waiting?: boolean | undefined
}
export type RegistrationOutcome = { row: store.RegistrationRow | null; exists: boolean; isFull: boolean }

/**
 * Locks the type before reading the meeting, so that a meeting that is unpublished meanwhile gets no registration.
 * @throws Failure notFound, wrongState, invalid
 */
async function lockOpenAttendType(tx: Tx, { activityId, activityAttendTypeId }: RegistrationInput) {
  const type = await store.lockAttendType(tx, activityId, activityAttendTypeId)
  const meeting = await store.selectMeeting(tx, activityId)
  if (!meeting || meeting.state === 'draft') throw fail('notFound', '会议尚未发布或已经收回，请查看其他会议')
  if (meeting.state === 'closed' || meeting.is_over) throw fail('wrongState', '会议已结束，不能再报名，请查看其他会议')
  if (!meeting.is_open) throw fail('wrongState', '报名已截止')
  if (!type?.enabled) throw failField('activityAttendTypeId', '该参会身份暂未开放报名')
  return { meeting, type }
}

const maxPerHour = 60

export async function registerForMeeting(ctx: Ctx, input: RegistrationInput): Promise<RegistrationOutcome> {
  const { kit } = ctx
  const accountId = viewerOf(ctx).id
  await limitHits(kit.sql, `register:${accountId}`, maxPerHour, hourSeconds)
  const liveRegistration = await registrationStore.selectLiveRegistration(kit.sql, input.activityId, accountId)
  if (liveRegistration) return { row: liveRegistration, exists: true, isFull: false }
  if (needsMembership(input.activityAttendTypeId)) await requireActiveMember(ctx)
  try {
    return await transaction(kit.sql, async (tx) => {
      const { meeting, type } = await lockOpenAttendType(tx, input)
      const id = createRegistrationId()
      const receipt = await readReceipt(kit, tx, input, { id, meeting, attendType: type.attend_type, accountId })
      const now = await store.selectNow(tx)
      const placesLeft = countPlacesLeft(type.quota, await store.countTakenPlaces(tx, meeting.id, type.attend_type))
      const isFull = placesLeft === 0
      if (isFull && !input.waiting) return { row: null, exists: false, isFull }
      const isFree = feeAt(type, now) === 0
      const row = await registrationStore.insertRegistration(
        tx,
        {
          ...receipt,
          id,
          meeting_id: meeting.id,
          account_id: accountId,
          attend_type: type.attend_type,
          state: isFull ? 'waiting' : isFree ? 'paid' : 'pending',
          pay_until: isFull || isFree ? null : paymentDeadlineOf(meeting, type, meeting.hold_hours, now),
          paid_cents: !isFull && isFree ? 0 : null,
          order_no: null,
          is_walk_in: false,
        },
        now,
      )
      await updateListingConsent(tx, accountId)
      return { row, exists: false, isFull }
    })
  } catch (error) {
    // a concurrent request of the same account was faster
    if (!isConflict(error, 'registration_live')) throw error
    return {
      row: await registrationStore.selectLiveRegistration(kit.sql, input.activityId, accountId),
      exists: true,
      isFull: false,
    }
  }
}

/** Message about the outcome, for the screen. */
export function describeOutcome({ row, exists, isFull }: RegistrationOutcome): string {
  if (!row) return isFull ? meetingMessages.full : meetingMessages.failed
  if (row.state === 'waiting') return exists ? '您已在候补名单中，有名额时将通知您' : '已登记候补，有名额时将通知您'
  if (exists) return row.state === 'paid' ? meetingMessages.alreadyPaid : meetingMessages.notPaidYet
  return row.state === 'paid' ? '报名成功' : meetingMessages.goToPay
}
