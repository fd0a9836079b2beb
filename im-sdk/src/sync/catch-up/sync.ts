// Sync after each login: first changes since the device's mark, then missing messages, then the pushes queued
// meanwhile.
import type { ChatUser } from '@xinqiao/contract/im/accounts/user.ts'
import type { PushPacket } from '@xinqiao/contract/im/wire.ts'
import { fetchStates } from './fetch-states.ts'
import { createMissingMessageFetcher } from './missing-messages.ts'
import type { FetchAfterPush } from '../receive/pushes.ts'
import type { PushReceiver } from '../receive/receiver.ts'
import type { SendCommand } from '../../base/send-command.ts'
import type { Store } from '../../store/store.ts'
import { createResultCollector, type SyncResult } from '../results/result.ts'
import { createRetryTimer } from '../../base/retry-timer.ts'

type SyncDependencies = {
  store: Store
  request: SendCommand
  receiver: Pick<
    PushReceiver,
    | 'receiveSession'
    | 'receiveMessage'
    | 'announceSession'
    | 'isAnnouncedByReply'
    | 'receiveChange'
    | 'receiveBroadcast'
  >
  /** True when the first sync reads unread messages beside the last one of each session. */
  hasUnread: boolean
  isOnline: () => boolean
  /** @returns what is to be fetched because of the push */
  dispatchPush: (packet: PushPacket) => FetchAfterPush
  fetchUsers: () => Promise<ChatUser[]>
  /** Called when the server's database has lost recent history, and this device has discarded its data. */
  onStartOver: () => void
  onDone: (result: SyncResult) => void
  onFailed: (error: Error) => void
}

const maxTries = 3 // tries to fetch missed data before the sync fails (messaging.md 4)

async function retry(work: () => Promise<void>, canRetry: () => boolean, tries = 1): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (tries >= maxTries || !canRetry()) throw error
    await retry(work, canRetry, tries + 1)
  }
}

export function createSync(parts: SyncDependencies) {
  const { store, isOnline } = parts
  let isSyncing = false
  let queuedPushes: PushPacket[] = []
  /** Number of the running sync: the end of a sync on a lost connection must not end the next one. */
  let round = 0
  const results = createResultCollector()
  const retryTimer = createRetryTimer(() => {
    if (!isSyncing && isOnline()) restart()
  })
  const missing = createMissingMessageFetcher({ ...parts, isSyncing: () => isSyncing }, results, syncLater)

  /** Begins a sync. Until it is done, pushes are queued. */
  function beginSync(): void {
    retryTimer.cancel()
    queuedPushes = []
    isSyncing = true
    round += 1
  }

  function restart(): void {
    beginSync()
    void runSync()
  }

  /**
   * Called when missed data could not be fetched. Without a connection, the next login syncs. With one, the server
   * failed: try again, so that no gap stays unnoticed.
   */
  function syncLater(): void {
    retryTimer.cancel()
    if (isOnline()) retryTimer.schedule()
  }

  async function fetchChanges(): Promise<void> {
    const isFirst = !store.hasSynced
    results.current().isFirst ||= isFirst
    await fetchStates(parts, results, isFirst, () => isSyncing)
    store.hasSynced = true
    store.touched?.notify()
    if (isFirst && parts.hasUnread) await missing.fetchUnread()
    await missing.fetchBehind()
    await fetchNames()
  }

  /** A failure does not stop the sync, because names are optional. */
  async function fetchNames(): Promise<void> {
    const users = await parts.fetchUsers().catch(() => [])
    results.current().users.push(...users)
    // messages of other senders may have been fetched meanwhile
    if (users.length > 0) await fetchNames()
  }

  async function runSync(): Promise<void> {
    const ownRound = round
    const isCurrent = () => ownRound === round
    let report: () => void
    try {
      await retry(fetchChanges, () => isCurrent() && isOnline())
      retryTimer.resetDelay()
      report = () => parts.onDone(results.takeAll())
    } catch (error) {
      if (isCurrent() && !isOnline()) return // the next login syncs again
      report = () => {
        syncLater()
        parts.onFailed(error as Error)
      }
    }
    if (!isCurrent()) return
    isSyncing = false
    try {
      report()
    } finally {
      // messaging.md 4: pushes that arrived during the sync are applied afterwards. If one of them starts the next
      // sync, the others wait for it.
      for (const packet of queuedPushes.splice(0)) receivePush(packet)
    }
  }

  function receivePush(packet: PushPacket): void {
    if (isSyncing) {
      queuedPushes.push(packet)
      return
    }
    const missingData = parts.dispatchPush(packet)
    if (missingData === 'messages') void missing.catchUp()
    if (missingData === 'everything') restart()
  }

  return { catchUp: missing.catchUp, run: runSync, isSyncing: (): boolean => isSyncing, begin: beginSync, receivePush }
}
export type SyncProcess = ReturnType<typeof createSync>
