// Appointments over HTTP, with what the other half of the house has for them: the duty list, and the alias under which a
// counsellor knows a client in the chat, where a session online is held.
import { ensureAliases } from '../im/auth/aliases.ts'
import { ensureAccount } from '../im/auth/tokens.ts'
import { raiseWrittenAlert } from '../im/care/store.ts'
import { makeBookingHandlers } from '../portal/booking/calls.ts'

export const bookingHandlers = makeBookingHandlers({
  raiseAlert: raiseWrittenAlert,
  aliasesOf: ensureAliases,
  openChat: ensureAccount,
})
