// Applies arriving data to the store and announces what is new. Data may arrive in any order, and repeatedly.
import type { Change } from '@xinqiao/contract/im/changes.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/msg.ts'
import type { Broadcast } from '@xinqiao/contract/im/notify.ts'
import { sessionIdOf, targetOfMessage } from '@xinqiao/contract/im/scene.ts'
import type { ClientEvents } from '../client-events.ts'
import type { Request } from '../request.ts'
import type { Store } from '../store/store.ts'
import { createNoticeAcknowledger } from './acknowledgements.ts'
import { createAnnouncer } from './announcer.ts'
import { mergeChange, type StateChange } from './changes.ts'
import { mergeMessage, mergeSession, type MergeResult } from './merge.ts'
import { isShown } from './start-over.ts'
import type { Users } from './users.ts'

type ReceiverParts = {
  store: Store
  account: string
  sessionIdOfMessage: (msg: WireMessage) => string
  request: Request
  users: Users
  events: ClientEvents
}
type MessageOptions = {
  session?: SessionState
  /** Part of a sync result, which contains it as well. */
  isOffline?: boolean
}

/** The account whose name is shown with a message: the other side, or the sender in a team. */
const nameOwnerOf = (msg: WireMessage, account: string): string =>
  msg.scene === 'p2p' ? targetOfMessage(msg, account).to : msg.from

export function createReceiver({ store, account, sessionIdOfMessage, request, users, events }: ReceiverParts) {
  const acknowledgeNotice = createNoticeAcknowledger(request)
  const announcer = createAnnouncer({
    store,
    users,
    nameOwnerOf: (msg) => nameOwnerOf(msg, account),
    announce: (...news) => events.message?.(...news),
  })
  /** The idClients of own sends in flight, which are announced by their reply. */
  const sending = new Set<string>()
  /** The idClients of own messages whose reply overtook earlier messages, which are fetched first. */
  const answered = new Set<string>()

  function announceMessage(msg: WireMessage, isOffline: boolean): void {
    if (isShown(store, msg)) return
    if (msg.from === account && (answered.delete(msg.idClient) || sending.has(msg.idClient))) {
      // first message to this account: fetch the name without delaying the reply
      const owner = nameOwnerOf(msg, account)
      if (!store.users.has(owner)) void users.fetch([owner]).catch(() => [])
    } else if (isOffline) announcer.announceOffline(msg)
    else announcer.announceLive(msg)
  }

  function receiveMessage(msg: WireMessage, { session, isOffline = false }: MessageOptions = {}): MergeResult {
    const sessionId = sessionIdOfMessage(msg)
    const before = store.conversations.get(sessionId)?.session ?? null
    const hasSessionChanged = session !== undefined && mergeSession(store, session)
    const merged = mergeMessage(store, sessionId, msg)
    // announce the session after the message is stored as its last one
    if (hasSessionChanged) events.session?.(session, before)
    if (merged === 'added') announceMessage(msg, isOffline)
    return merged
  }

  return {
    sending,
    receiveMessage,
    /** True for an own message in flight, and for one whose reply overtook earlier ones until it is merged. */
    isAnnouncedByReply: (msg: WireMessage): boolean =>
      msg.from === account && (answered.has(msg.idClient) || sending.has(msg.idClient)),

    /** The reply to an own send. */
    receiveReply(msg: WireMessage, session: SessionState): MergeResult {
      const merged = receiveMessage(msg, { session })
      if (merged === 'gap') answered.add(msg.idClient)
      return merged
    },

    receiveSession(session: SessionState, lastMsg?: WireMessage | null): void {
      const before = store.conversations.get(sessionIdOf(session))?.session ?? null
      if (mergeSession(store, session, lastMsg)) events.session?.(session, before)
    },

    /** @param isSilent part of a sync, whose result announces it @param isOwn caused by a command of this device */
    receiveChange(change: Change, { isSilent = false, isOwn = false }): StateChange | null {
      const stateChange = mergeChange(store, account, change)
      if (!stateChange) return null
      // custom system messages are delivered once: a new device need not receive them again
      if (change.kind === 'sysMsg' && change.state.type === 'custom' && !change.state.read)
        acknowledgeNotice(change.key)
      if (!isSilent) events.changed?.(stateChange, isOwn)
      return stateChange
    },

    /** @returns false when it is known */
    receiveBroadcast(broadcast: Broadcast, isSilent = false): boolean {
      if (broadcast.broadcastId <= store.broadcastMark) return false
      store.broadcastMark = broadcast.broadcastId
      store.touched?.notify()
      request('msg.markBroadcastsRead', { ids: [broadcast.broadcastId] }).catch(() => {})
      if (!isSilent) events.broadcast?.(broadcast)
      return true
    },
  }
}
export type Receiver = ReturnType<typeof createReceiver>
