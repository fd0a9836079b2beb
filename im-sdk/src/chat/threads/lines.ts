// Lines of a thread: one for each message that a screen shows, sent or pending.
import { isNewFriendsTip } from '@xinqiao/contract/im/accounts/friend.ts'
import type { RemovedMessage } from '@xinqiao/contract/im/messages/gone.ts'
import { chatMessageTypes, type WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { Client } from '../../client.ts'
import type { Conversation } from '../../store/store.ts'
import { isTeamKey, sessionIdOfKey } from '../state/conversation-key.ts'
import { recallKeyOf } from '../state/recall-key.ts'
import type { GroupTracker } from '../state/group-tracker.ts'
import { listNamedAccounts, noPeople } from '../state/groups.ts'
import type { ReactionTracker } from './reactions.ts'
import type { ChatLine, Thread, ThreadState } from '../state/state.ts'

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
  canRetry: true,
  fault: null,
  ...line,
})

const linesByMessage = new WeakMap<WireMessage, ChatLine>()

/** Returns the same line for an unchanged message, so that a screen need not draw it again. */
export function toLine(msg: WireMessage, account: string): ChatLine {
  const cachedLine = linesByMessage.get(msg)
  if (cachedLine) return cachedLine
  const { idClient: key, idServer, from, time, content, modifyTime, isErased = false } = msg
  const isOfServer = content.type === chatMessageTypes.notification || isNewFriendsTip(content)
  const isNotice = isErased || isOfServer
  const isModified = modifyTime !== undefined
  const line = createLine({ key, idServer, from, isOwn: from === account, time, content, isModified, isNotice })
  linesByMessage.set(msg, line)
  return line
}

/** Notice that replaces a recalled message. */
export const createRecalledLine = (
  { scene, idClient, from, time, operator }: RemovedMessage,
  account: string,
): ChatLine =>
  createLine({
    key: recallKeyOf(idClient),
    from,
    isOwn: from === account,
    time,
    content: { type: chatMessageTypes.tip, tip: from === account ? '你撤回了一条消息' : '对方撤回了一条消息' },
    recalledBy: scene === 'p2p' ? null : (operator ?? from),
    isNotice: true,
  })

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

export type ThreadDependencies = { client: Client; account: string; groups: GroupTracker }
const noReactions: Thread['reactions'] = new Map()

export function presentThread(
  { client, account, groups, reactions }: ThreadDependencies & { reactions: ReactionTracker },
  to: string,
  state: ThreadState,
): Thread {
  const msgs = listMessages(client, to, state)
  const storedIds = new Set(msgs.map(({ idClient }) => idClient))
  const pending = state.pending.filter(({ key }) => !storedIds.has(key))
  const isFailed = ({ status }: ChatLine) => status === 'fail'
  // waiting messages come last; failed ones stay in their place by time
  const messageLines = [...msgs.map((msg) => toLine(msg, account)), ...state.recalled, ...pending.filter(isFailed)]
  messageLines.sort((a, b) => a.time - b.time)
  const lines = [...messageLines, ...pending.filter((line) => !isFailed(line))]
  const { isLoading, fault } = state
  const hasOlder = state.hasOlder && !groups.isFormer(to)
  const readTime = findConversation(client, to)?.session.msgReceiptTime ?? 0
  const isTeam = isTeamKey(to)
  const namedAccounts = isTeam
    ? lines.flatMap((line) => [...listNamedAccounts(line), ...(line.recalledBy === null ? [] : [line.recalledBy])])
    : []
  const people = isTeam ? groups.peopleOf(to, namedAccounts) : noPeople
  const group = isTeam ? groups.groupOf(to) : null
  const shownReactions = isTeam ? reactions.listFor(to, messageLines) : noReactions
  return { to, lines, hasOlder, isLoading, fault, readTime, group, people, reactions: shownReactions }
}
