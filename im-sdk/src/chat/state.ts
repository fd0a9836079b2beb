// State of the chat screens. Values are immutable, so that screens compare by identity.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { GoneMessage } from '@xinqiao/contract/im/gone.ts'
import { chatMessageTypes, type StoredContent, type WireMessage } from '@xinqiao/contract/im/messages.ts'
import { sessionIdOf } from '@xinqiao/contract/im/scene.ts'
import type { Client } from '../client.ts'
import type { ConnectionEnd } from '../connection/options.ts'
import type { Conversation } from '../store/store.ts'
import type { SystemMessage } from '@xinqiao/contract/im/notify.ts'
import { findState, listStates } from '../sync/merge/changes.ts'
import { isTeamKey, keyOfTarget, sessionIdOfKey } from './conversation-key.ts'
import { listNamedAccounts, noPeople, type Group, type Groups, type People } from './groups.ts'

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
  /** The error message of a failed send. */
  fault: string | null
}
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
  /** Senders and others whom the lines of a team name; empty in p2p. */
  people: People
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
  /** True for a team whose messages the account does not want to notice. In the sum of unread, only mentions count. */
  isQuiet: boolean
  /** True while an unread message mentions the account. */
  isMentioned: boolean
  last: ChatLine | null
  /** Those whom the last line names, in a team. */
  people: People
}

export type ChatState = {
  link: 'connecting' | 'online' | 'waiting' | 'ended'
  end: ConnectionEnd | null
  hasSynced: boolean
  conversations: readonly ChatConversation[]
  unread: number
  threads: ReadonlyMap<string, Thread>
  /** Applications to teams of the account, and invitations, that wait for an answer; oldest first. */
  requests: readonly SystemMessage[]
  /** Accounts that are typing a message to this one. */
  typing: ReadonlySet<string>
  /** Crisis level of conversations in which the user's own messages sounded dangerous, until dismissed. */
  crisisLevels: ReadonlyMap<string, CrisisLevel>
}

/** State of an open thread beyond the client's store. */
export type ThreadState = {
  /** Messages older than those in the store, oldest first. */
  older: WireMessage[]
  pending: ChatLine[]
  /** Notices of messages recalled while the thread was open. */
  recalled: ChatLine[]
  hasOlder: boolean
  isLoading: boolean
  fault: string | null
}

/** Creates the line of a sent message; the given parts override its defaults. */
export const createLine = (
  line: Pick<ChatLine, 'key' | 'from' | 'isOwn' | 'time' | 'content'> & Partial<ChatLine>,
): ChatLine => ({
  idServer: null,
  status: 'success',
  isModified: false,
  recalledBy: null,
  isNotice: false,
  percentage: null,
  localUrl: null,
  fault: null,
  ...line,
})

const linesByMessage = new WeakMap<WireMessage, ChatLine>()

/** Returns the same line for an unchanged message, so that a screen need not draw it again. */
export function toLine(msg: WireMessage, account: string): ChatLine {
  const cachedLine = linesByMessage.get(msg)
  if (cachedLine) return cachedLine
  const { idClient: key, idServer, from, time, content, modifyTime, isErased = false } = msg
  const isNotice = isErased || content.type === chatMessageTypes.notification
  const isModified = modifyTime !== undefined
  const line = createLine({ key, idServer, from, isOwn: from === account, time, content, isModified, isNotice })
  linesByMessage.set(msg, line)
  return line
}

/** The conversation with this key, as the device stores it. */
export const findConversation = ({ store }: Client, to: string): Conversation | undefined =>
  store.conversations.get(sessionIdOfKey(to))

export function listMessages(client: Client, to: string, state: ThreadState | undefined): WireMessage[] {
  const { msgs: live = [], session } = findConversation(client, to) ?? {}
  const { store } = client
  const first = live[0]?.seq ?? Infinity
  const cleared = session?.clearTime ?? 0
  const isVisible = ({ seq, time, idServer }: WireMessage) =>
    seq < first && time > cleared && !store.removedIds.has(idServer)
  const older = state?.older.filter((msg) => isVisible(msg)) ?? []
  return [...older.map((msg) => store.modified.get(msg.idServer) ?? msg), ...live]
}

type ThreadSource = { client: Client; account: string; groups: Groups }

export function createThread({ client, account, groups }: ThreadSource, to: string, state: ThreadState): Thread {
  const msgs = listMessages(client, to, state)
  const storedIds = new Set(msgs.map(({ idClient }) => idClient))
  const messageLines = [...msgs.map((msg) => toLine(msg, account)), ...state.recalled].sort((a, b) => a.time - b.time)
  const lines = [...messageLines, ...state.pending.filter(({ key }) => !storedIds.has(key))]
  const { hasOlder, isLoading, fault } = state
  const readTime = findConversation(client, to)?.session.msgReceiptTime ?? 0
  const isTeam = isTeamKey(to)
  const namedAccounts = isTeam
    ? lines.flatMap((line) => [...listNamedAccounts(line), ...(line.recalledBy === null ? [] : [line.recalledBy])])
    : []
  const people = isTeam ? groups.peopleOf(to, namedAccounts) : noPeople
  return { to, lines, hasOlder, isLoading, fault, readTime, group: isTeam ? groups.groupOf(to) : null, people }
}

/** Notice that replaces a recalled message. */
export const createRecalledLine = ({ scene, idServer, from, time, operator }: GoneMessage, account: string): ChatLine =>
  createLine({
    key: `recall-${idServer}`,
    from,
    isOwn: from === account,
    time,
    content: { type: chatMessageTypes.tip, tip: from === account ? '你撤回了一条消息' : '对方撤回了一条消息' },
    recalledBy: scene === 'p2p' ? null : (operator ?? from),
    isNotice: true,
  })

type ListSource = ThreadSource & { hasMention: (to: string) => boolean }

/** Rows whose names are fetched; later rows show those that the device knows. */
const maxNamedRows = 30

function createConversation(
  { client: { store }, account, groups, hasMention }: ListSource,
  conversation: Conversation,
  index: number,
): ChatConversation {
  const { session, lastMsg } = conversation
  const to = keyOfTarget(session)
  const user = store.users.get(session.to)
  const record = store.teams.get(to)
  return {
    to,
    isTeam: record !== undefined,
    name: record?.team.name ?? user?.nick ?? '',
    avatar: record?.team.avatar ?? user?.avatar ?? '',
    unread: session.unread,
    time: timeOf(conversation),
    isTop: findState(store, 'stickTop', sessionIdOf(session))?.isTop === true,
    isQuiet: record?.own.muteNotiType === 1,
    isMentioned: record !== undefined && session.unread > 0 && hasMention(to),
    last: lastMsg ? toLine(lastMsg, account) : null,
    people: record && lastMsg ? groups.peopleOf(to, listNamedAccounts(lastMsg), index < maxNamedRows) : noPeople,
  }
}

const timeOf = ({ session, lastMsg }: Conversation): number => lastMsg?.time ?? session.updateTime

/** Pinned conversations first, then by the time of the last message. */
export const listConversations = (source: ListSource): ChatConversation[] =>
  [...source.client.store.conversations.values()]
    .filter(({ session }) => !session.isDeleted)
    .sort((a, b) => timeOf(b) - timeOf(a))
    .map((conversation, index) => createConversation(source, conversation, index))
    .sort((a, b) => Number(b.isTop) - Number(a.isTop))

/** Applications to teams and invitations that wait for an answer, oldest first. */
export const listRequests = ({ store }: Client): SystemMessage[] =>
  listStates(store, 'sysMsg')
    .filter(({ type, state }) => state === 'init' && (type === 'applyTeam' || type === 'teamInvite'))
    .sort((a, b) => a.time - b.time)
