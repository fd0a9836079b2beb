// Registrations for the secretariat: masked in lists, and unmasked with a reason, which is audited.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { StaffRegistration } from '@xinqiao/contract/http/conference/registrations.ts'
import type { RegistrationState } from '@xinqiao/contract/meetings.ts'
import { viewerOf, type Ctx, type Kit, type AuditedCtx } from '../../../../kit/ctx.ts'
import { maskPhone } from '../../../../kit/text/masks.ts'
import { formatTime } from '../../../../kit/time.ts'
import { endRegistration } from '../end/end-registration.ts'
import { notifyAttendee } from '../../rules/notify-attendee.ts'
import { openContact, type ReceiptContactValues } from '../../records/contacts.ts'
import { selectCheckIn } from '../../records/check-in-store.ts'
import { expireOpenOrder } from '../../../payments/payments.ts'
import { orderSubjectOf, refundPercentAt } from '../../rules/fees.ts'
import { formatTimeOrNull } from '../../present/present.ts'
import { requestDueRefunds } from '../../billing/refunds.ts'
import * as store from '../../records/store.ts'
import * as registrationStore from '../../records/registration-store.ts'
import type { PageLimits } from '../../../../kit/db/lists.ts'

type RegistrationListInput = {
  meetingId: number
  state?: RegistrationState | undefined
  activityAttendTypeId?: number | undefined
  key?: string | undefined
  needsReceipt?: '1' | undefined
}

/** Converts the filters of the list to a query. */
export const toRegistrationQuery = (
  kit: Kit,
  { meetingId, state, activityAttendTypeId, key, needsReceipt }: RegistrationListInput,
) => ({
  meetingId,
  state,
  attendType: activityAttendTypeId,
  key: key || undefined,
  needsReceipt: needsReceipt !== undefined,
  phoneIndex: key && /^1\d{10}$/.test(key) ? kit.secrets.index('phone', key) : undefined,
})

export const presentRegistration = (kit: Kit, row: registrationStore.StaffRegistrationRow): StaffRegistration => ({
  id: row.id,
  state: row.state,
  activityAttendTypeId: row.attend_type,
  name: row.name,
  sex: row.sex,
  companyName: row.company,
  unitName: row.unit_name ?? '',
  phone: maskPhone(openContact(kit, row).phone),
  dorm: row.rooms,
  shareWith: row.share_with,
  roomName: row.room_name ?? '',
  paidCents: row.paid_cents,
  orderNo: row.order_no ?? '',
  payUntil: formatTimeOrNull(row.pay_until),
  createTime: formatTime(row.created_at),
  checkedInTime: formatTimeOrNull(row.arrived_at),
  isWalkIn: row.is_walk_in,
  needsReceipt: row.needs_receipt,
})

export async function listRegistrations({ kit }: Ctx, { limit, offset, ...query }: RegistrationListInput & PageLimits) {
  const listQuery = { ...toRegistrationQuery(kit, query), limit, offset }
  const { rows, total } = await registrationStore.selectRegistrationsForStaff(kit.sql, listQuery)
  return { content: rows.map((row) => presentRegistration(kit, row)), totalElements: total }
}

export const revealContact = async ({ tx, kit }: AuditedCtx, { id }: { id: number }): Promise<ReceiptContactValues> => {
  const row = orNotFound(await registrationStore.selectRegistration(tx, id))
  return openContact(kit, row)
}

export const cancelByStaff = async (ctx: AuditedCtx, { id, reason }: { id: number; reason: string }): Promise<null> => {
  const { tx } = ctx
  const unlockedRow = orNotFound(await registrationStore.selectRegistration(tx, id))
  await store.lockAttendType(tx, unlockedRow.meeting_id, unlockedRow.attend_type)
  const row = await registrationStore.lockRegistration(tx, id)
  const meeting = await store.selectMeeting(tx, unlockedRow.meeting_id)
  if (!row || !meeting || !['pending', 'paid', 'waiting'].includes(row.state)) throw fail('wrongState')
  // an attendee who checked in gets no refund, except a walk-in, which may have been a mistake
  if (!row.is_walk_in && (await selectCheckIn(tx, row.id))) throw fail('wrongState', '参会人已签到，不能取消')
  // the association cancels, so before the start the rule for late cancellations does not apply
  const now = await store.selectNow(tx)
  const percent = row.is_walk_in || now < meeting.starts_at ? 100 : refundPercentAt(meeting, now)
  await endRegistration(ctx, { row, percent, reason, byId: viewerOf(ctx).id })
  await notifyAttendee(ctx, row, meeting.title, `会务组取消了您的报名，${reason}`)
  return null
}

/** Requests the refund and closes the payment code, after the commit of the cancellation. */
export async function refundCancelledRegistration({ id }: { id: number; reason: string }, { kit }: Ctx): Promise<void> {
  await requestDueRefunds(kit)
  const row = await registrationStore.selectRegistration(kit.sql, id)
  if (!row || row.account_id === null) return
  await expireOpenOrder(kit, { accountId: row.account_id, kind: 'conference', subject: orderSubjectOf(id) })
}
