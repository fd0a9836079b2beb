// Reading in a chat session: opening conversations, older messages, searches, and marking as read.
import type { ChatFeatures } from '../chat-features.ts'
import type { DisplayedMembers } from '../state/groups.ts'
import {
  listFileMessages,
  searchConversation,
  searchMessages,
  type ConversationSearchResult,
  type MessageSearchResult,
} from './message-search.ts'
import { createReadMarker } from './read-marks.ts'
import type { ChatLine } from '../state/state.ts'

export const createReadingActions = ({ client, account, groups, threads, publish }: ChatFeatures) => ({
  /** Shows the conversation and fetches its last messages. */
  open(to: string): void {
    threads.fill(to)
    publish()
  },
  loadOlder: threads.loadOlder,
  loadBackTo: (to: string, time: number): Promise<void> => threads.loadBackTo(to, time),
  search: (keyword: string): Promise<MessageSearchResult> => searchMessages(client, account, groups, keyword),
  searchIn: (to: string, keyword: string): Promise<ConversationSearchResult> =>
    searchConversation(client, account, to, keyword),
  filesIn: (to: string, page: { endTime: number; limit: number }): Promise<ChatLine[]> =>
    listFileMessages(client, account, to, page),
  /** Names and roles of these accounts in a team. Unknown ones follow with the next state. */
  peopleOf: (to: string, accounts: readonly string[]): DisplayedMembers => groups.peopleOf(to, accounts),
  /** Marks the conversation as read, and sends a read receipt. */
  markRead: createReadMarker(client, account),
})
