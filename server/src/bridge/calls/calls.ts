// Entry file of calls between counsellors and clients: what other parts of the server may use.
export { findBookingOfCall } from './booking-store.ts'
export { callHandlers } from './handlers.ts'
export { markRingSeen, notifyRing } from './notices.ts'
