// Booking endpoints that need the chat half: crisis alerts, and the alias under which a counsellor knows a client.
import { ensureAccount, ensureAliases, raiseWrittenAlert } from '../im/chat.ts'
import { makeBookingHandlers } from '../portal/booking/handlers.ts'

export const bookingHandlers = makeBookingHandlers({
  raiseAlert: raiseWrittenAlert,
  aliasesOf: ensureAliases,
  openChat: ensureAccount,
})
