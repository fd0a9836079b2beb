// Entry file of bookings: what other areas may use.
export { bookingConsentText } from './rules/consent.ts'
