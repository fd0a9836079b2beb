// State of the chat screens: its types. Values are immutable, so that screens compare by identity.
import type { StoredContent, WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { SystemMessage } from '@xinqiao/contract/im/accounts/notify.ts'
import type { DisconnectReason } from '../../connection/options.ts'
import type { CrisisCard } from './crisis-levels.ts'
import type { Group, DisplayedMembers } from './groups.ts'

/** One message on a screen, sent or pending. */
export type ChatLine = {
  /** The idClient, which stays the same when the message is sent. */
  key: string
  /** Server id of the message; null until it is stored, and for lines that are not messages. */
  idServer: string | null
  /** The account that wrote the message. */
  from: string
  isOwn: boolean
  /** `sending` includes waiting for the network. */
  status: 'sending' | 'success' | 'fail'
  time: number
  content: StoredContent
  /** True when the sender has edited the message. */
  isModified: boolean
  /** For the notice of a recalled message in a team: the account that recalled it. */
  recalledBy: string | null
  /** True for a system notice. A tip of another user is shown as that user's message. */
  isNotice: boolean
  /** Upload progress of a picture: 0 to 100. */
  percentage: number | null
  /** Local preview of a picture until its upload is done. */
  localUrl: string | null
  /** False for a failed send that would fail again, such as a refused file. */
  canRetry: boolean
  /** The error message of a failed send, or why a message waits. */
  fault: string | null
}
/** A reaction to a message: the number of an emoji, and how many accounts chose it. */
export type Reaction = { body: number; count: number; isOwn: boolean }
export type Thread = {
  to: string
  lines: readonly ChatLine[]
  hasOlder: boolean
  isLoading: boolean
  fault: string | null
  /** Time up to which the other side has read. */
  readTime: number
  /** The team; null in p2p. */
  group: Group | null
  /** Reactions by server id of the message; empty in p2p. */
  reactions: ReadonlyMap<string, readonly Reaction[]>
  /** Senders of the lines of a team, and accounts that its notifications name; empty in p2p. */
  people: DisplayedMembers
}
export type ChatConversation = {
  /** The other account, or the key of a team. */
  to: string
  isTeam: boolean
  name: string
  avatar: string
  unread: number
  time: number
  isTop: boolean
  /**
   * True for a team that the account has muted. Only its messages that mention the account count in the sum of unread.
   */
  isQuiet: boolean
  /** True for a team that the account owns or manages. */
  canManage: boolean
  /** True while an unread message mentions the account. */
  isMentioned: boolean
  last: ChatLine | null
  /** Latest message of others that this device has; neither a notice nor the record of a call. */
  lastReceived: ChatLine | null
  /** In a team, the accounts that the last line names. */
  people: DisplayedMembers
}

export type ChatState = {
  link: 'connecting' | 'online' | 'waiting' | 'ended'
  end: DisconnectReason | null
  hasSynced: boolean
  conversations: readonly ChatConversation[]
  unread: number
  threads: ReadonlyMap<string, Thread>
  /** Applications to the account or its teams and invitations that wait for an answer, and refusals; oldest first. */
  requests: readonly SystemMessage[]
  /** Accounts that are typing a message to this one. */
  typing: ReadonlySet<string>
  /** Help cards of conversations in which the user's own messages sounded dangerous, until dismissed. */
  crisisCards: ReadonlyMap<string, CrisisCard>
}

/** State of an open thread beyond the client's store. */
export type ThreadState = {
  /** Messages older than those in the store, oldest first. */
  older: WireMessage[]
  /** The first message of the store when the thread was last shown. The `older` messages end directly before it. */
  first: WireMessage | null
  pending: ChatLine[]
  /** Notices of recalled messages. */
  recalled: ChatLine[]
  hasOlder: boolean
  isLoading: boolean
  fault: string | null
}
