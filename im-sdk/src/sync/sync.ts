// Sync after each login: changes since the device's mark, then missing messages, then pushes queued meanwhile.
import type { WireMessage } from '@xinqiao/contract/im/messages.ts'
import type { SyncPosition } from '@xinqiao/contract/im/sync.ts'
import type { User } from '@xinqiao/contract/im/user.ts'
import type { PushPacket } from '@xinqiao/contract/im/wire.ts'
import type { Request } from '../request.ts'
import type { Store } from '../store/store.ts'
import { listBehind, mergeGonePosition, startAt, type MergeResult } from './merge.ts'
import type { MissingData } from './pushes.ts'
import type { Receiver } from './receiver.ts'
import { createEmptyResult, type SyncResult } from './result.ts'

type SyncParts = {
  store: Store
  request: Request
  receiver: Pick<Receiver, 'receiveSession' | 'receiveMessage' | 'receiveChange' | 'receiveBroadcast'>
  isOnline: () => boolean
  /** @returns what is to be fetched because of the push */
  dispatchPush: (packet: PushPacket) => MissingData
  fetchUsers: () => Promise<User[]>
  onDone: (result: SyncResult) => void
  onFailed: (error: Error) => void
}

const maxTries = 3 // messaging.md 4
const minRetryMs = 1_000
const maxRetryMs = 30_000

export function createSync(parts: SyncParts) {
  const { store, request, receiver } = parts
  let catching: Promise<void> | null = null
  let isBehind = false
  let isSyncing = false
  let hasReported = false
  let queued: PushPacket[] = []
  let retry: ReturnType<typeof setTimeout> | undefined
  let retryMs = minRetryMs
  /** Number of the sync: the end of a lost connection's sync must not end the next one. */
  let round = 0
  /** Results of a sync that failed or lost its connection; the next successful one announces them. */
  let unreported = createEmptyResult()

  function receiveMissing(msg: WireMessage, isOffline: boolean): MergeResult {
    const merged = receiver.receiveMessage(msg, { isOffline })
    if (merged === 'gap') void catchUp()
    if (merged === 'added' && isOffline) unreported.offline.push(msg)
    return merged
  }

  /** Fetches missing messages until there are none. @param isOffline for the result of a sync */
  async function fetchBehind(isOffline: boolean): Promise<void> {
    for (let behind = listBehind(store); behind.length > 0; behind = listBehind(store)) {
      const { lists } = await request('sync.syncMsgs', { since: behind.slice(0, 100) })
      let added = 0
      for (const { to, msgs, gone } of lists) {
        const messages = msgs.map((msg) => ({ seq: msg.seq, receive: () => receiveMissing(msg, isOffline) }))
        const removals = gone.map((position) => ({
          seq: position.seq,
          receive: () => mergeGonePosition(store, to, position),
        }))
        for (const { receive } of [...messages, ...removals].sort((a, b) => a.seq - b.seq))
          if (receive() === 'added') added += 1
      }
      // the server reports more than it returns: another request would not help
      if (added === 0) break
    }
  }

  /** One at a time; gaps found meanwhile are fetched afterwards. */
  function catchUp(): Promise<void> {
    isBehind = true
    catching ??= (async () => {
      while (isBehind) {
        isBehind = false
        await fetchBehind(false)
      }
    })()
      .catch(syncLater)
      .finally(() => (catching = null))
    return catching
  }

  async function syncStates(isFirst: boolean): Promise<void> {
    let position: SyncPosition | undefined
    for (let hasMore = true; hasMore;) {
      const reply = await request('sync.sync', {
        mark: store.syncMark,
        broadcastMark: store.broadcastMark,
        isFirst,
        ...(position && { position }),
      })
      for (const { session, lastMsg } of reply.sessions) {
        if (!isFirst) receiver.receiveSession(session, lastMsg)
        else {
          startAt(store, session, lastMsg)
          if (lastMsg && !session.isDeleted) unreported.roaming.push(lastMsg)
        }
      }
      unreported.changes.push(
        ...reply.changes.flatMap((change) => receiver.receiveChange(change, { isSilent: isSyncing }) ?? []),
      )
      unreported.broadcasts.push(
        ...reply.broadcasts.filter((broadcast) => receiver.receiveBroadcast(broadcast, isSyncing)),
      )
      store.syncMark = reply.mark
      store.touched?.notify()
      hasMore = reply.hasMore
      position = reply.position
    }
  }

  async function fetchAll(ownRound: number, tries = 0): Promise<void> {
    const isFirst = !store.hasSynced
    unreported.isFirst ||= isFirst
    try {
      await syncStates(isFirst)
      store.hasSynced = true
      store.touched?.notify()
      await fetchBehind(true)
      // names are optional: a failure does not stop the sync
      unreported.users.push(...(await parts.fetchUsers().catch(() => [])))
    } catch (error) {
      if (ownRound === round && parts.isOnline() && tries + 1 < maxTries) return fetchAll(ownRound, tries + 1)
      throw error
    }
  }

  /** From here on pushes are queued until the sync is done. */
  function begin(): void {
    clearTimeout(retry)
    queued = []
    isSyncing = true
    round += 1
  }

  /**
   * Missed data could not be fetched. Without a connection the next login syncs; with one, the server failed. Retry
   * then, so that no unnoticed gap remains.
   */
  function syncLater(): void {
    clearTimeout(retry)
    if (!parts.isOnline()) return
    retry = setTimeout(() => {
      if (isSyncing || !parts.isOnline()) return
      begin()
      void run()
    }, retryMs)
    retryMs = Math.min(retryMs * 2, maxRetryMs)
  }

  async function run(): Promise<void> {
    const mine = round
    let report: () => void
    try {
      await fetchAll(mine)
      retryMs = minRetryMs
      report = () => {
        const result = { ...unreported, isFresh: !hasReported }
        unreported = createEmptyResult()
        hasReported = true
        parts.onDone(result)
      }
    } catch (error) {
      if (mine === round && !parts.isOnline()) return // the next login syncs again
      report = () => {
        syncLater()
        parts.onFailed(error as Error)
      }
    }
    if (mine !== round) return
    isSyncing = false
    try {
      report()
    } finally {
      // messaging.md 4: pushes that arrived during the sync are processed afterwards. One of them may start the next
      // sync, and the others wait for it.
      for (const packet of queued.splice(0)) receivePush(packet)
    }
  }

  function receivePush(packet: PushPacket): void {
    if (isSyncing) {
      queued.push(packet)
      return
    }
    const missing = parts.dispatchPush(packet)
    if (missing === 'messages') void catchUp()
    if (missing === 'everything') {
      begin()
      void run()
    }
  }

  return {
    catchUp,
    run,
    isSyncing: (): boolean => isSyncing,
    begin,
    receivePush,
  }
}
