// Fetches messages that the server has and this device lacks.
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { sessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import type { SendCommand } from '../../base/send-command.ts'
import type { Store } from '../../store/store.ts'
import {
  addEarlier,
  listConversationsBehind,
  listSessionIdsFarBehind,
  mergePositionOfRemoved,
  advancePosition,
  setResumePosition,
  skipTo,
  type MergeResult,
} from '../merge/merge.ts'
import type { PushReceiver } from '../receive/receiver.ts'
import type { ResultCollector } from '../results/result.ts'
import { isAlreadyAnnounced } from '../receive/start-over.ts'

/** A device that missed more messages of a conversation fetches the last page of them. Earlier ones are history. */
const maxMissed = 500
const pageSize = 100
/** More sessions would delay the first sync; their unread messages are history. */
const maxUnreadSessions = 20

type MissingMessagesDependencies = {
  store: Store
  request: SendCommand
  receiver: Pick<PushReceiver, 'receiveMessage' | 'isAnnouncedByReply' | 'announceSession'>
  /**
   * Messages that arrive during a sync are part of its result; otherwise they would be announced before earlier ones.
   */
  isSyncing: () => boolean
}

export function createMissingMessageFetcher(
  { store, request, receiver, isSyncing }: MissingMessagesDependencies,
  results: ResultCollector,
  onFailed: () => void,
) {
  let fetching: Promise<void> | null = null
  let isBehind = false

  function receiveMissing(msg: WireMessage): MergeResult {
    const isOffline = isSyncing()
    const isOwn = receiver.isAnnouncedByReply(msg)
    const mergeResult = receiver.receiveMessage(msg, { isOffline })
    if (mergeResult === 'gap') void catchUp()
    if (mergeResult === 'added' && isOffline && !isOwn) results.addOffline(msg, isAlreadyAnnounced(store, msg))
    return mergeResult
  }

  async function skipToLatest(sessionId: string): Promise<void> {
    const { session, time: beginTime } = store.conversations.get(sessionId)!
    const { scene, to, lastSeq, updateTime } = session
    const { msgs } = await request('msg.getHistoryMsgs', { scene, to, beginTime, limit: pageSize })
    // with fewer messages, all other positions were removed
    if (msgs.length === pageSize) {
      skipTo(store, sessionId, msgs.at(-1)!)
      results.current().hasSkipped = true
    }
    for (const msg of msgs.toReversed()) {
      advancePosition(store, sessionId, { seq: msg.seq - 1, time: msg.time - 1 })
      receiveMissing(msg)
    }
    advancePosition(store, sessionId, { seq: lastSeq, time: updateTime })
  }

  /**
   * On a new device: the messages of the latest unread sessions since the account read them, its answers among them,
   * before the last message that each session has.
   */
  function fetchUnread(): Promise<unknown> {
    const sessions = [...store.conversations]
      .filter(([, { session, msgs }]) => session.unread > 0 && msgs.length === 1)
      .sort(([, a], [, b]) => b.time - a.time)
      .slice(0, maxUnreadSessions)
    const fetches = sessions.map(([sessionId, { session, time: endTime }]) => {
      const { scene, to, ack: beginTime } = session
      return request('msg.getHistoryMsgs', { scene, to, beginTime, endTime, limit: pageSize - 1 }).then(({ msgs }) =>
        results.current().roaming.unshift(...addEarlier(store, sessionId, msgs.toReversed())),
      )
    })
    // ignores a failure, because the page can read these messages as history
    return Promise.all(fetches).catch(() => null)
  }

  /** Fetches missing messages until there are none. */
  async function fetchBehind(): Promise<void> {
    if (isSyncing()) for (const sessionId of listSessionIdsFarBehind(store, maxMissed)) await skipToLatest(sessionId)
    for (let behind = listConversationsBehind(store); behind.length > 0; behind = listConversationsBehind(store)) {
      const since = behind.slice(0, 100)
      const { lists } = await request('sync.syncMsgs', { since })
      let addedCount = 0
      for (const [i, { msgs, gone }] of lists.entries()) {
        const sessionId = sessionIdOf(since[i]!)
        const messages = msgs.map((msg) => ({ seq: msg.seq, receive: () => receiveMissing(msg) }))
        const removals = gone.map((position) => ({
          seq: position.seq,
          receive: () => mergePositionOfRemoved(store, sessionId, position),
        }))
        const positions = [...messages, ...removals].sort((a, b) => a.seq - b.seq)
        if (positions[0]) setResumePosition(store, sessionId, positions[0].seq)
        const addedBefore = addedCount
        for (const { receive } of positions) if (receive() === 'added') addedCount += 1
        // the result of a sync announces its sessions
        if (addedCount > addedBefore && !isSyncing()) receiver.announceSession(sessionId)
      }
      // the server returned fewer than it reports, so another request would not help
      if (addedCount === 0) break
    }
  }

  /** Fetches missing messages, one fetch at a time; gaps found meanwhile are fetched afterwards. */
  function catchUp(): Promise<void> {
    isBehind = true
    fetching ??= (async () => {
      while (isBehind) {
        isBehind = false
        await fetchBehind()
      }
    })()
      .catch(onFailed)
      .finally(() => (fetching = null))
    return fetching
  }

  return { fetchUnread, fetchBehind, catchUp }
}
