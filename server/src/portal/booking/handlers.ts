// Endpoints of appointments.
import type { bookings } from '@xinqiao/contract/http/bookings.ts'
import type { staffBookings } from '@xinqiao/contract/http/staff-bookings.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { type Handlers, withFollowUp } from '../../kit/ctx.ts'
import * as after from './aftercare.ts'
import * as rules from './booking.ts'
import type { RaiseAlert } from './danger.ts'
import { listSlots } from './hours.ts'
import { calendarOf } from './ics.ts'
import * as staff from './staff.ts'

const pageOf = ({ page, size }: { page: number; size: number }) => ({ limit: size, offset: (page - 1) * size })

/** Functions injected from the chat server. */
export type BookingTies = { raiseAlert: RaiseAlert; aliasesOf: after.AliasesOf; openChat: rules.OpenChat }

export const makeBookingHandlers = ({ raiseAlert, aliasesOf, openChat }: BookingTies): Handlers<typeof bookings> => ({
  'GET /booking/slots': ({ counsellorId }, { kit }) => listSlots(kit, counsellorId),
  'GET /booking/consent': (_input, ctx) => rules.getConsent(ctx),
  'POST /booking/add': (input, ctx) => rules.book(ctx, input, raiseAlert),
  'GET /booking/mine': (input, ctx) => rules.listOwn(ctx, pageOf(input), openChat),
  'POST /booking/cancel': ({ id, reason }, ctx) => rules.cancel(ctx, id, reason, raiseAlert),
  'POST /booking/change': ({ id, start }, ctx) => rules.change(ctx, id, start),
  'POST /booking/rate': (input, ctx) => after.rate(ctx, input, raiseAlert),
  'POST /booking/complain': ({ id, text }, ctx) => after.complain(ctx, id, text, raiseAlert),
  async 'GET /booking/ics'({ id }, ctx) {
    const row = await rules.findOwn(ctx, id)
    const url = `${ctx.kit.config.publicUrl}${routes.booking}`
    const { starts_at: startsAt, ends_at: endsAt, created_at: madeAt } = row
    return calendarOf({ id, startsAt, endsAt, madeAt, now: new Date(), url })
  },
  'GET /booking/schedule': (_input, ctx) => after.getSchedule(ctx),
  'PUT /booking/schedule': (schedule, ctx) => after.saveSchedule(ctx, schedule),
  'GET /booking/clients': (input, ctx) => after.listClients(ctx, pageOf(input), aliasesOf, openChat),
  'POST /booking/settle': ({ id, outcome }, ctx) => after.settle(ctx, id, outcome),
  'GET /booking/notes': ({ id }, ctx) => after.listNotes(ctx, id),
  'POST /booking/note': (input, ctx) => after.addNote(ctx, input),
})

export const staffBookingHandlers: Handlers<typeof staffBookings> = {
  'GET /admin/bookings': ({ state, ...page }, ctx) => staff.listAll(ctx, state, pageOf(page)),
  'POST /admin/booking/reveal': ({ id }, ctx) => staff.revealClient(ctx, id),
  'POST /admin/booking/cancel': withFollowUp(({ id, reason }, ctx) => staff.callOff(ctx, id, reason), staff.closeCode),
  'GET /admin/complaints': (input, ctx) => staff.listComplaints(ctx, pageOf(input)),
  'POST /admin/complaint/handle': ({ id, answer }, ctx) => staff.handleComplaint(ctx, id, answer),
}
