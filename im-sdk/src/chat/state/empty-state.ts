// State of a chat session before any data has arrived. It has its own file, because the page shows it before it loads
// the SDK.
import type { ChatState } from './state.ts'

export const emptyChatState: ChatState = {
  link: 'connecting',
  end: null,
  hasSynced: false,
  conversations: [],
  unread: 0,
  threads: new Map(),
  requests: [],
  typing: new Set(),
  crisisCards: new Map(),
}
