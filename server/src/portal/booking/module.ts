// Bookings as a module. Handlers of clients and counsellors are in the bridge.
import type { Module } from '../../kit/module.ts'
import { remindSoon } from './booking.ts'
import { staffBookingHandlers } from './handlers.ts'
import { bookingKind } from './money.ts'
import { dropHolds, endOld } from './store.ts'

export const bookingModule = {
  handlers: staffBookingHandlers,
  orderKinds: { booking: bookingKind },
  jobs: [
    { name: 'booking holds', everySeconds: 60, run: ({ sql }) => dropHolds(sql) },
    { name: 'booking reminders', everySeconds: 300, run: remindSoon },
    { name: 'ended sessions', everySeconds: 3600, run: ({ sql }) => endOld(sql) },
  ],
} satisfies Module
