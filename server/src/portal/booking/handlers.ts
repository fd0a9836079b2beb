// Endpoints of appointments.
import type { bookings } from '@xinqiao/contract/http/booking/bookings.ts'
import type { staffBookings } from '@xinqiao/contract/http/booking/staff.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { type Handlers, inStages } from '../../kit/ctx.ts'
import * as after from './aftercare.ts'
import * as rules from './booking.ts'
import type { RaiseAlert } from './crisis-check.ts'
import { listFreeSlots } from './hours.ts'
import { writeCalendarFile } from './ics.ts'
import * as staff from './staff.ts'

/** Functions that the bridge injects. */
export type BookingChatHooks = { raiseAlert: RaiseAlert; aliasesOf: after.FindAliases; openChat: rules.OpenChatAccount }

export const createBookingHandlers = ({
  raiseAlert,
  aliasesOf,
  openChat,
}: BookingChatHooks): Handlers<typeof bookings> => ({
  'GET /booking/slots': ({ counsellorId }, { kit }) => listFreeSlots(kit, counsellorId),
  'GET /booking/consent': (_input, ctx) => rules.getBookingConsent(ctx),
  'POST /booking/add': (input, ctx) => rules.bookSlot(ctx, input, raiseAlert),
  'GET /booking/mine': (input, ctx) => rules.listOwnBookings(ctx, input, openChat),
  'POST /booking/cancel': ({ id, reason }, ctx) => rules.cancelBooking(ctx, id, reason, raiseAlert),
  'POST /booking/change': ({ id, start }, ctx) => rules.changeBooking(ctx, id, start),
  'POST /booking/rate': (input, ctx) => after.rateBooking(ctx, input, raiseAlert),
  'POST /booking/complain': ({ id, text }, ctx) => after.fileComplaint(ctx, id, text, raiseAlert),
  async 'GET /booking/ics'({ id }, ctx) {
    const row = await rules.findOwnBooking(ctx, id)
    const url = `${ctx.kit.config.publicUrl}${routes.booking}`
    const { starts_at: startsAt, ends_at: endsAt, created_at: madeAt } = row
    return writeCalendarFile({ id, startsAt, endsAt, madeAt, now: new Date(), url })
  },
  'GET /booking/schedule': (_input, ctx) => after.getSchedule(ctx),
  'PUT /booking/schedule': (schedule, ctx) => after.saveSchedule(ctx, schedule),
  'GET /booking/clients': (input, ctx) => after.listClients(ctx, input, aliasesOf, openChat),
  'POST /booking/settle': ({ id, outcome }, ctx) => after.settleBooking(ctx, id, outcome),
  'GET /booking/notes': ({ id }, ctx) => after.listBookingNotes(ctx, id),
  'POST /booking/note': (input, ctx) => after.addBookingNote(ctx, input),
})

export const staffBookingHandlers: Handlers<typeof staffBookings> = {
  'GET /admin/bookings': ({ state, ...page }, ctx) => staff.listAllBookings(ctx, state, page),
  'POST /admin/booking/reveal': ({ id }, ctx) => staff.revealClientContact(ctx, id),
  'POST /admin/booking/cancel': inStages({
    perform: ({ id, reason }, ctx) => staff.cancelBookingByStaff(ctx, id, reason),
    finish: staff.closePaymentCode,
  }),
  'GET /admin/complaints': (input, ctx) => staff.listComplaints(ctx, input),
  'POST /admin/complaint/handle': ({ id, answer }, ctx) => staff.handleComplaint(ctx, id, answer),
}
