// Handlers of the endpoints of appointments.
import type { bookings as bookingEndpoints } from '@xinqiao/contract/http/booking/bookings.ts'
import type { waitingRooms } from '@xinqiao/contract/http/booking/waiting-rooms.ts'
import type { staffBookings } from '@xinqiao/contract/http/booking/staff.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { type Handlers, inStages } from '../../kit/ctx.ts'
import { writeCalendarFile } from '../../kit/documents/calendar-file.ts'
import * as aftercare from './consultations/aftercare.ts'
import * as bookings from './bookings/bookings.ts'
import * as schedules from './slots/schedule.ts'
import { enterWaitingRoom, openClientContact } from './consultations/waiting-room.ts'
import { listFreeSlots } from './slots/hours.ts'
import * as staff from './bookings/staff.ts'

export const bookingHandlers: Handlers<typeof bookingEndpoints & typeof waitingRooms> = {
  'GET /booking/slots': ({ counsellorId }, { kit }) => listFreeSlots(kit, counsellorId),
  'GET /booking/consent': (_input, ctx) => bookings.getBookingConsentText(ctx),
  'POST /booking/add': (input, ctx) => bookings.bookSlot(ctx, input),
  'GET /booking/mine': (input, ctx) => bookings.listOwnBookings(ctx, input),
  'POST /booking/cancel': ({ id, reason }, ctx) => bookings.cancelBooking(ctx, id, reason),
  'POST /booking/change': ({ id, start }, ctx) => bookings.changeBooking(ctx, id, start),
  'POST /booking/rate': (input, ctx) => aftercare.rateBooking(ctx, input),
  'POST /booking/complain': ({ id, text }, ctx) => aftercare.fileComplaint(ctx, id, text),
  async 'GET /booking/ics'({ id }, ctx) {
    const row = await bookings.requireOwnBooking(ctx, id)
    const url = `${ctx.kit.config.publicUrl}${routes.booking}`
    const { starts_at: startsAt, ends_at: endsAt, created_at: madeAt } = row
    // other people may see the calendar, so the entry contains only the time
    const words = { name: `booking-${id}`, title: '心桥预约', url }
    return writeCalendarFile({ ...words, startsAt, endsAt, madeAt, now: new Date() })
  },
  'POST /booking/waiting': ({ id, isReady }, ctx) => enterWaitingRoom(ctx, id, isReady),
  'POST /booking/contact': ({ id, reason }, ctx) => openClientContact(ctx, id, reason),
  'GET /booking/schedule': (_input, ctx) => schedules.getSchedule(ctx),
  'PUT /booking/schedule': (schedule, ctx) => schedules.saveSchedule(ctx, schedule),
  'GET /booking/clients': (input, ctx) => aftercare.listClients(ctx, input),
  'POST /booking/settle': ({ id, outcome }, ctx) => aftercare.recordBookingOutcome(ctx, id, outcome),
  'GET /booking/notes': ({ id }, ctx) => aftercare.listBookingNotes(ctx, id),
  'POST /booking/note': (input, ctx) => aftercare.addBookingNote(ctx, input),
}

export const staffBookingHandlers: Handlers<typeof staffBookings> = {
  'GET /admin/bookings': ({ state, ...page }, ctx) => staff.listAllBookings(ctx, state, page),
  'POST /admin/booking/reveal': ({ id }, ctx) => staff.revealClientContact(ctx, id),
  'POST /admin/booking/cancel': inStages({
    perform: ({ id, reason }, ctx) => staff.cancelBookingByStaff(ctx, id, reason),
    finish: staff.expireBookingOrder,
  }),
  'GET /admin/complaints': (input, ctx) => staff.listComplaints(ctx, input),
  'POST /admin/complaint/handle': ({ id, answer }, ctx) => staff.handleComplaint(ctx, id, answer),
}
