// Booking endpoints that need the chat half: crisis alerts, and the alias under which a counsellor knows a client.
import { ensureAliases } from '../im/auth/aliases.ts'
import { ensureAccount } from '../im/auth/tokens.ts'
import { raiseWrittenAlert } from '../im/care/store.ts'
import { makeBookingHandlers } from '../portal/booking/handlers.ts'

export const bookingHandlers = makeBookingHandlers({
  raiseAlert: raiseWrittenAlert,
  aliasesOf: ensureAliases,
  openChat: ensureAccount,
})
