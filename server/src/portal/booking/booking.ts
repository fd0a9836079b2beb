// Entry file of bookings: what other areas may use.
export { findEmergencyContact } from './records/emergency-contact.ts'
export { openIntake } from './records/intake.ts'
export { bookingConsentText } from './rules/consent.ts'
