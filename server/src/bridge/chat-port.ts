// The functions of the chat that the site calls: crisis alerts, chat accounts and aliases.
import type { ChatPort } from '../kit/chat/chat-port.ts'
import { ensureAccount, ensureAliases, isRinging, listBookingCalls, raiseAlertOfStoredText } from '../im/chat.ts'

export const chatPort: ChatPort = {
  raiseAlert: raiseAlertOfStoredText,
  selectBookingCalls: listBookingCalls,
  openAccount: ensureAccount,
  isRinging,
  openAliases: ensureAliases,
}
