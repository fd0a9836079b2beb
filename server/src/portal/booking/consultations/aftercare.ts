// Steps after a consultation: outcome, the counsellor's notes and referrals, ratings and complaints.
import { fail } from '@xinqiao/contract/errors.ts'
import type { BookingNote, CounsellorBooking } from '@xinqiao/contract/http/booking/bookings.ts'
import { viewerOf, type Ctx } from '../../../kit/ctx.ts'
import { reserveId, transaction } from '../../../kit/db/db.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { formatTime } from '../../../kit/time.ts'
import { ensurePeerAccids, requireOwnBooking, openRatingText, presentBooking } from '../bookings/bookings.ts'
import { raiseAlertIfDangerous } from '../../crisis-check/crisis-check.ts'
import { openIntake, presentIntake } from '../records/intake.ts'
import { selectBookingsOfCounsellor } from '../records/list-store.ts'
import * as store from '../records/store.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'

export async function listClients(ctx: Ctx, page: PageLimits) {
  const { rows, total } = await selectBookingsOfCounsellor(ctx.kit.sql, viewerOf(ctx).id, page)
  const aliases = await ctx.kit.chat.openAliases(
    ctx.kit.sql,
    rows.map((row) => row.account_id),
  )
  // only accounts with an alias are in the chat; staff are not
  const reachable = rows.filter((row) => aliases.has(row.account_id))
  const accidOf = await ensurePeerAccids(ctx.kit, reachable, (row) => row.account_id)
  const callsOf = await ctx.kit.chat.selectBookingCalls(
    ctx.kit.sql,
    rows.map(({ id }) => id),
  )
  const content = rows.map((row): CounsellorBooking => ({
    ...presentBooking(row),
    canSettle: row.state === 'booked' && row.starts_at <= new Date(),
    accid: accidOf(row),
    calls: callsOf.get(row.id) ?? [],
    // staff have no chat and therefore no alias
    clientName: aliases.get(row.account_id) ?? `来访者 ${row.id}`,
    intake: presentIntake(openIntake(ctx.kit.secrets, row)),
    ratingText: openRatingText(ctx.kit, row),
  }))
  return { content, totalElements: total }
}

/** @throws Failure notFound also for another counsellor's booking, and for one that is only held for payment */
async function requireClientBooking(ctx: Ctx, id: number): Promise<store.BookingRow> {
  const row = await store.selectBooking(ctx.kit.sql, id)
  if (!row || row.counsellor_account !== viewerOf(ctx).id) throw fail('notFound')
  if (row.state === 'held' || row.state === 'lapsed') throw fail('notFound')
  return row
}

/** portal.md 9: a consultation begins on time even if a side is late, so its outcome can be recorded from then on. */
export async function recordBookingOutcome(ctx: Ctx, id: number, outcome: 'done' | 'noShow'): Promise<null> {
  await requireClientBooking(ctx, id)
  return transaction(ctx.kit.sql, async (tx) => {
    const row = await store.lockBooking(tx, id)
    if (!row || row.starts_at > new Date() || !['booked', 'done', 'noShow'].includes(row.state))
      throw fail('wrongState')
    await store.updateBooking(tx, id, { state: outcome })
    return null
  })
}

const presentNote = (ctx: Ctx, row: store.BookingNoteRow): BookingNote => ({
  id: row.id,
  kind: row.kind,
  text: ctx.kit.secrets.open(row.text_sealed, sealBindings.bookingNote(row.id)),
  time: formatTime(row.created_at),
})

export async function listBookingNotes(ctx: Ctx, id: number): Promise<BookingNote[]> {
  await requireClientBooking(ctx, id)
  return (await store.selectBookingNotes(ctx.kit.sql, id)).map((row) => presentNote(ctx, row))
}

export async function addBookingNote(
  ctx: Ctx,
  { id, kind, text }: { id: number; kind: 'note' | 'referral'; text: string },
) {
  await requireClientBooking(ctx, id)
  const { sql, secrets } = ctx.kit
  const noteId = await reserveId(sql, 'booking_note')
  const row = await store.insertBookingNote(sql, {
    id: noteId,
    booking_id: id,
    author_id: viewerOf(ctx).id,
    kind,
    text_sealed: secrets.seal(text, sealBindings.bookingNote(noteId)),
  })
  return presentNote(ctx, row)
}

// ---- clients

type RatingInput = { id: number; stars: number; text: string }

export async function rateBooking(ctx: Ctx, { id, stars, text }: RatingInput) {
  const { sql, secrets } = ctx.kit
  const row = await requireOwnBooking(ctx, id)
  if (row.state !== 'done') throw fail('wrongState')
  return transaction(sql, async (tx) => {
    await store.upsertRating(tx, id, stars, text === '' ? null : secrets.seal(text, sealBindings.bookingRating(id)))
    return {
      care: await raiseAlertIfDangerous(ctx.kit, tx, { accountId: row.account_id, bookingId: id, text }),
    }
  })
}

export async function fileComplaint(ctx: Ctx, id: number, text: string) {
  const { sql, secrets } = ctx.kit
  const row = await requireOwnBooking(ctx, id)
  // raises the alert even if the complaint is a duplicate
  const checkedText = { accountId: row.account_id, bookingId: id, text }
  const crisisLevel = await transaction(sql, (tx) => raiseAlertIfDangerous(ctx.kit, tx, checkedText))
  const hasBegun = row.starts_at <= new Date() && ['booked', 'done', 'noShow'].includes(row.state)
  if (!hasBegun) throw fail('wrongState', '咨询开始后才能投诉；其他意见请联系秘书处', { care: crisisLevel })
  const complaintId = await reserveId(sql, 'booking_complaint')
  const sealed = secrets.seal(text, sealBindings.bookingComplaint(complaintId))
  if (!(await store.insertComplaint(sql, { id: complaintId, booking_id: id, text_sealed: sealed })))
    throw fail('wrongState', '您的投诉正在处理中，请等待答复', { care: crisisLevel })
  return { care: crisisLevel }
}
