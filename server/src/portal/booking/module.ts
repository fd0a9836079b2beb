// Module of the server (see modules.ts): bookings.
import type { Module } from '../../kit/module.ts'
import { remindUpcomingBookings } from './bookings/bookings.ts'
import { bookingHandlers, staffBookingHandlers } from './handlers.ts'
import { bookingOrderKind } from './bookings/booking-order.ts'
import { markExpiredHoldsLapsed, markPastBookingsDone } from './records/store.ts'

export const bookingModule = {
  handlers: { ...bookingHandlers, ...staffBookingHandlers },
  orderKinds: { booking: bookingOrderKind },
  jobs: [
    { name: 'booking holds', everySeconds: 60, run: ({ sql }) => markExpiredHoldsLapsed(sql) },
    { name: 'booking reminders', everySeconds: 300, run: remindUpcomingBookings },
    { name: 'ended sessions', everySeconds: 3600, run: ({ sql }) => markPastBookingsDone(sql) },
  ],
} satisfies Module
