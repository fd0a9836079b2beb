// Applies arriving data to the store and announces the news. Data may arrive in any order and repeatedly.
import type { Change } from '@xinqiao/contract/im/accounts/changes.ts'
import type { RemovedMessage } from '@xinqiao/contract/im/messages/gone.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/messages/msg.ts'
import type { Broadcast } from '@xinqiao/contract/im/accounts/notify.ts'
import { sessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import type { ClientEvents } from '../results/client-events.ts'
import type { SendCommand } from '../../base/send-command.ts'
import { touchConversation, type Store } from '../../store/store.ts'
import { createSystemMessageAcknowledger } from './acknowledgements.ts'
import { createReplyTracker } from './announce-replies.ts'
import { createAnnouncer } from './announcer.ts'
import { mergeChange, type StateChange } from '../merge/changes.ts'
import { mergeMessage, mergeSession, type MergeResult } from '../merge/merge.ts'
import { mergeTeamMessageCounts, type TeamStateOfMessage } from '../merge/merge-teams.ts'
import { listDisplayedAccounts } from './named-accounts.ts'
import { isAlreadyAnnounced } from './start-over.ts'
import { createTeamReceiver } from './team-receiver.ts'
import type { UserFetcher } from './user-fetcher.ts'

type ReceiverDependencies = {
  store: Store
  account: string
  sessionIdOfMessage: (msg: WireMessage) => string
  request: SendCommand
  users: UserFetcher
  events: ClientEvents
  keepsBroadcasts?: boolean
}
type ReceiveMessageOptions = {
  session?: SessionState
  /** State of the team, if the message belongs to one. */
  news?: TeamStateOfMessage
  /** True for the first message of a team. */
  isFirst?: boolean
  /** True for data that is part of a sync result. */
  isOffline?: boolean
}

export function createReceiver({
  store,
  account,
  sessionIdOfMessage,
  request,
  users,
  events,
  keepsBroadcasts = false,
}: ReceiverDependencies) {
  const acknowledgeNotice = createSystemMessageAcknowledger(request)
  const announcer = createAnnouncer({
    store,
    users,
    listNamedAccounts: (msg) => listDisplayedAccounts(msg, account),
    announce: (...news) => events.message?.(...news),
  })
  const replies = createReplyTracker(account)

  function announceMessage(msg: WireMessage, isOffline: boolean, announceChange: () => void): void {
    if (isAlreadyAnnounced(store, msg)) return announceChange()
    const isReply = replies.claim(msg)
    if (!isReply && !isOffline) return announcer.announceLive(msg, announceChange)
    announceChange()
    if (isReply) {
      // fetches the name of an account before its first message, without delaying the reply
      const [owner = ''] = listDisplayedAccounts(msg, account)
      if (!store.users.has(owner)) void users.fetch([owner]).catch(() => [])
    } else announcer.announceOffline(msg)
  }

  function receiveMessage(
    msg: WireMessage,
    { session, news, isFirst, isOffline = false }: ReceiveMessageOptions = {},
  ): MergeResult {
    const sessionId = sessionIdOfMessage(msg)
    const before = store.conversations.get(sessionId)?.session ?? null
    const hasSessionChanged =
      msg.scene === 'p2p'
        ? session !== undefined && mergeSession(store, session)
        : mergeTeamMessageCounts(store, account, msg, news)
    const mergeResult = mergeMessage(store, sessionId, msg)
    // announces the session once the message is stored as its last one
    const current = store.conversations.get(sessionId)?.session
    // the reply to another command may have brought this state of the session before, without the message
    const isLive = session !== undefined || news !== undefined || isFirst
    const announceChange = () => {
      if ((hasSessionChanged || (isLive && mergeResult === 'added')) && current) events.session?.(current, before)
    }
    if (mergeResult === 'added') announceMessage(msg, isOffline, announceChange)
    else announceChange()
    return mergeResult
  }

  /** Announces a session whose last message was fetched, and whose state was announced before. */
  function announceSession(sessionId: string): void {
    const session = store.conversations.get(sessionId)?.session
    if (session) events.session?.(session, session)
  }

  /** After a removal in a team, announces the session; its last message may be one that this device does not hold. */
  async function announceWithLast({ scene, to }: RemovedMessage): Promise<void> {
    const sessionId = sessionIdOf({ scene, to })
    const conversation = store.conversations.get(sessionId)
    if (!conversation) return
    if (!conversation.lastMsg) {
      const { msgs } = await request('msg.getHistoryMsgs', { scene, to, limit: 1 })
      conversation.lastMsg ??= msgs[0] ?? null
      touchConversation(store, sessionId)
    }
    announceSession(sessionId)
  }

  /**
   * @param isSilent true for data of a sync, whose result announces it
   * @param isOwn caused by a command of this device
   */
  function receiveChange(change: Change, { isSilent = false, isOwn = false }): StateChange | null {
    const stateChange = mergeChange(store, account, change)
    if (!stateChange) return null
    // `getLocalSysMsgs` lists it
    if (change.kind === 'goneMsg' && change.state.isRecalled && !isOwn)
      store.lastChanges.set(`goneMsg ${change.key}`, change)
    // custom system messages are delivered once, and a new device need not receive them again
    if (change.kind === 'sysMsg' && change.state.type === 'custom' && !change.state.read) acknowledgeNotice(change.key)
    if (isSilent) return stateChange
    events.changed?.(stateChange, isOwn)
    // the next sync repairs what could not be fetched
    if (change.kind === 'goneMsg' && change.state.scene !== 'p2p') announceWithLast(change.state).catch(() => {})
    return stateChange
  }

  return {
    sending: replies.sendingIds,
    receiveMessage,
    isAnnouncedByReply: replies.isAnnouncedByReply,

    /** Applies the reply to a message that this device sent. */
    receiveReply(msg: WireMessage, state: { session: SessionState } | { news: TeamStateOfMessage }): MergeResult {
      const mergeResult = receiveMessage(msg, state)
      if (mergeResult === 'gap') replies.markAnswered(msg)
      return mergeResult
    },

    receiveSession(session: SessionState, lastMsg?: WireMessage | null): void {
      const sessionId = sessionIdOf(session)
      const before = store.conversations.get(sessionId)?.session ?? null
      if (mergeSession(store, session, lastMsg)) events.session?.(store.conversations.get(sessionId)!.session, before)
    },

    announceSession,
    receiveChange,

    ...createTeamReceiver({ store, account, events, receiveMessage, receiveChange }),

    /**
     * Receives a broadcast.
     * @returns false when the device had it
     */
    receiveBroadcast(broadcast: Broadcast, isSilent = false): boolean {
      if (broadcast.broadcastId <= store.broadcastMark) return false
      store.broadcastMark = broadcast.broadcastId
      store.touched?.notify()
      if (!keepsBroadcasts) request('msg.markBroadcastsRead', { ids: [broadcast.broadcastId] }).catch(() => {})
      if (!isSilent) events.broadcast?.(broadcast)
      return true
    },
  }
}
export type PushReceiver = ReturnType<typeof createReceiver>
