// Entry file of bookings: what other domains may use.
export { createBookingHandlers } from './handlers.ts'
export { bookingConsentText } from './rules/consent.ts'
