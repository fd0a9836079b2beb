// Entry file of bookings: what other domains may use.
export { bookingConsentText } from './rules/consent.ts'
