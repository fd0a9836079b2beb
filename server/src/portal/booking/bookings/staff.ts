// Appointments for the secretariat: people and times, without topics. Opening a phone number needs a reason.
import type { BookingState } from '@xinqiao/contract/counselling.ts'
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { BookingComplaint, StaffBooking } from '@xinqiao/contract/http/booking/staff.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { viewerOf, type Ctx, type Kit, type AuditedCtx } from '../../../kit/ctx.ts'
import { maskName } from '../../../kit/text/masks.ts'
import { formatTime } from '../../../kit/time.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { notifyUsers } from '../../notify/notify.ts'
import { expireOpenOrder } from '../../payments/payments.ts'
import { presentBooking } from './bookings.ts'
import { refundBooking, orderSubjectOf, lockOrderOf } from './booking-order.ts'
import { selectAllBookings } from '../records/list-store.ts'
import * as store from '../records/store.ts'
import { notifyCancelledByStaff } from '../rules/notify-booking.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'

async function loadClientNames({ sql }: Kit, rows: readonly { account_id: number }[]) {
  const ids = [...new Set(rows.map((row) => row.account_id))]
  const names = new Map((await store.selectAccountNames(sql, ids)).map(({ id, nickname }) => [id, maskName(nickname)]))
  return (row: { account_id: number }) => names.get(row.account_id) ?? ''
}

export async function listAllBookings(ctx: Ctx, state: BookingState | undefined, page: PageLimits) {
  const { rows, total } = await selectAllBookings(ctx.kit.sql, state, page)
  const nameOf = await loadClientNames(ctx.kit, rows)
  const callsOf = await ctx.kit.chat.selectBookingCalls(
    ctx.kit.sql,
    rows.map(({ id }) => id),
  )
  const content = rows.map((row): StaffBooking => ({
    ...presentBooking(row),
    clientName: nameOf(row),
    calls: callsOf.get(row.id) ?? [],
  }))
  return { content, totalElements: total }
}

export async function listComplaints(ctx: Ctx, page: PageLimits) {
  const { rows, total } = await store.selectComplaints(ctx.kit.sql, page)
  const nameOf = await loadClientNames(ctx.kit, rows)
  const content = rows.map((row): BookingComplaint => ({
    id: row.id,
    bookingId: row.booking_id,
    counsellorName: row.counsellor_name,
    clientName: nameOf(row),
    startTime: formatTime(row.starts_at),
    text: ctx.kit.secrets.open(row.text_sealed, sealBindings.bookingComplaint(row.id)),
    state: row.state,
    answer: row.answer,
    createTime: formatTime(row.created_at),
  }))
  return { content, totalElements: total }
}

export const handleComplaint = async (ctx: AuditedCtx, id: number, answer: string): Promise<null> => {
  const { tx } = ctx
  const row = orNotFound(await store.lockComplaint(tx, id))
  if (row.state !== 'open') throw fail('wrongState')
  const actorId = viewerOf(ctx).id
  await store.markComplaintHandled(tx, id, answer, actorId)
  const title = `您的投诉已处理：${answer}`
  const notice = { kind: 'booking' as const, userIds: [row.account_id], title, link: routes.booking }
  await notifyUsers(ctx, notice)
  return null
}

export const revealClientContact = async ({ tx, kit }: AuditedCtx, id: number) => {
  const client = orNotFound(await store.selectClientContact(tx, id))
  return {
    name: client.nickname,
    phone: kit.secrets.open(client.phone_sealed, sealBindings.accountPhone(client.id)),
  }
}

/** Cancels for an absent counsellor: possible until the start, and always with a full refund. */
export async function cancelBookingByStaff(ctx: AuditedCtx, id: number, reason: string): Promise<null> {
  const { tx, viewer } = ctx
  const booking = orNotFound(await store.selectBooking(tx, id))
  await lockOrderOf(tx, booking)
  const row = await store.lockBooking(tx, id)
  if (!row || (row.state !== 'booked' && row.state !== 'held')) throw fail('wrongState')
  if (row.starts_at <= new Date()) throw fail('wrongState', '咨询时间已到，不能再取消')
  const cancellation = { cancelled_by: viewer.id, cancel_reason: reason, hold_until: null }
  await store.updateBooking(tx, id, { state: 'cancelled', ...cancellation })
  if (row.state === 'booked' && row.order_no !== null) await refundBooking(tx, row.order_no, '协会取消预约，费用退回')
  await notifyCancelledByStaff(ctx, row, reason)
  return null
}

/** Expires the unpaid order of a cancelled booking, so that its payment code disappears from the payer's screen. */
export async function expireBookingOrder({ id }: { id: number; reason: string }, { kit }: Ctx): Promise<void> {
  const row = await store.selectBooking(kit.sql, id)
  if (row) await expireOpenOrder(kit, { accountId: row.account_id, kind: 'booking', subject: orderSubjectOf(id) })
}
