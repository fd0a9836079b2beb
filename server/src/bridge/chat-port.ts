// The functions of the chat that the site calls: crisis alerts, chat accounts and aliases.
import type { ChatPort } from '../kit/chat/chat-port.ts'
import { ensureAccount, ensureAliases, raiseWrittenAlert } from '../im/chat.ts'

export const chatPort: ChatPort = {
  raiseAlert: raiseWrittenAlert,
  openAccount: ensureAccount,
  openAliases: ensureAliases,
}
