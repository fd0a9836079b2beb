// The functions of the chat that the site calls: crisis alerts, chat accounts and aliases.
import type { ChatPort } from '../kit/chat/chat-port.ts'
import {
  ensureAccount,
  ensureAliases,
  isInCall,
  isRinging,
  listBookingCalls,
  raiseAlertOfStoredText,
} from '../im/chat.ts'

export const chatPort: ChatPort = {
  raiseAlert: raiseAlertOfStoredText,
  selectBookingCalls: listBookingCalls,
  openAccount: ensureAccount,
  isRinging,
  isInCall,
  openAliases: ensureAliases,
}
