// Sync after each login: changes since the device's mark, then missing messages, then pushes queued meanwhile.
import type { Change } from '@xinqiao/contract/im/changes.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/msg.ts'
import type { Broadcast } from '@xinqiao/contract/im/notify.ts'
import type { SyncPosition } from '@xinqiao/contract/im/sync.ts'
import type { User } from '@xinqiao/contract/im/user.ts'
import type { PushPacket } from '@xinqiao/contract/im/wire.ts'
import type { Request } from '../request.ts'
import type { Store } from '../store/store.ts'
import type { Taken } from './changes.ts'
import { listBehind, mergeGonePlace, startAt } from './merge.ts'

/** `roaming`: last messages of a first sync; `offline`: missed messages; `changes`: changed states. */
export type Synced = {
  isFirst: boolean
  /** The first sync of this page, which has no data yet. */
  isFresh: boolean
  roaming: WireMessage[]
  offline: WireMessage[]
  changes: Taken[]
  broadcasts: Broadcast[]
  /** New users. */
  users: User[]
}

type Parts = {
  store: Store
  request: Request
  isIn: () => boolean
  takeSession: (session: SessionState, lastMsg?: WireMessage | null) => void
  takeMessage: (msg: WireMessage, isOffline: boolean) => boolean
  takeChange: (change: Change, isOwn: boolean) => Taken | null
  /** @returns false when it is known */
  takeBroadcast: (broadcast: Broadcast) => boolean
  takePush: (packet: PushPacket) => void
  fetchPeople: () => Promise<User[]>
  done: (result: Synced) => void
  failed: (error: Error) => void
}

const makeEmpty = (): Synced => ({
  ...{ isFirst: false, isFresh: false },
  ...{ roaming: [], offline: [], changes: [], broadcasts: [], users: [] },
})

const maxTries = 3 // messaging.md 4
const firstAgainMs = 1_000
const maxAgainMs = 30_000

export function makeSync(parts: Parts) {
  const { store, request } = parts
  let catching: Promise<void> | null = null
  let isBehind = false
  let isSyncing = false
  let hasTold = false
  let queued: PushPacket[] = []
  let again: ReturnType<typeof setTimeout> | undefined
  let againMs = firstAgainMs
  /** Number of the sync: the end of a lost connection's sync must not end the next one. */
  let round = 0
  /** Results of a sync that failed or lost its connection; the next successful one announces them. */
  let untold = makeEmpty()

  /** Fetches missing messages until there are none. @param isOffline for the result of a sync */
  async function fetchBehind(isOffline: boolean): Promise<void> {
    for (let behind = listBehind(store); behind.length > 0; behind = listBehind(store)) {
      const { lists } = await request('sync.syncMsgs', { since: behind.slice(0, 100) })
      let taken = 0
      for (const { to, msgs, gone } of lists) {
        const places = [...msgs.map((msg) => ({ msg, seq: msg.seq })), ...gone.map((spot) => ({ spot, seq: spot.seq }))]
        for (const place of places.sort((a, b) => a.seq - b.seq)) {
          if ('spot' in place) {
            if (mergeGonePlace(store, to, place.spot) === 'added') taken += 1
          } else if (parts.takeMessage(place.msg, isOffline)) {
            taken += 1
            if (isOffline) untold.offline.push(place.msg)
          }
        }
      }
      // the server reports more than it returns: another request would not help
      if (taken === 0) break
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
        mark: store.mark,
        broadcastMark: store.broadcastMark,
        isFirst,
        ...(position && { position }),
      })
      for (const { session, lastMsg } of reply.sessions) {
        if (!isFirst) parts.takeSession(session, lastMsg)
        else {
          startAt(store, session, lastMsg)
          if (lastMsg && !session.isDeleted) untold.roaming.push(lastMsg)
        }
      }
      untold.changes.push(...reply.changes.flatMap((change) => parts.takeChange(change, false) ?? []))
      untold.broadcasts.push(...reply.broadcasts.filter((one) => parts.takeBroadcast(one)))
      store.mark = reply.mark
      store.touched?.tell()
      hasMore = reply.hasMore
      position = reply.position
    }
  }

  async function fetchAll(mine: number, tries = 0): Promise<void> {
    const isFirst = !store.hasSynced
    untold.isFirst ||= isFirst
    try {
      await syncStates(isFirst)
      store.hasSynced = true
      store.touched?.tell()
      await fetchBehind(true)
      // names are optional: a failure does not stop the sync
      untold.users.push(...(await parts.fetchPeople().catch(() => [])))
    } catch (error) {
      if (mine === round && parts.isIn() && tries + 1 < maxTries) return fetchAll(mine, tries + 1)
      throw error
    }
  }

  /** From here on pushes are queued until the sync is done. */
  function begin(): void {
    clearTimeout(again)
    queued = []
    isSyncing = true
    round += 1
  }

  /**
   * Missed data could not be fetched. Without a connection the next login syncs; with one, the server failed. Retry
   * then, so that no unnoticed gap remains.
   */
  function syncLater(): void {
    clearTimeout(again)
    if (!parts.isIn()) return
    again = setTimeout(() => {
      if (isSyncing || !parts.isIn()) return
      begin()
      void run()
    }, againMs)
    againMs = Math.min(againMs * 2, maxAgainMs)
  }

  async function run(): Promise<void> {
    const mine = round
    let tell: () => void
    try {
      await fetchAll(mine)
      againMs = firstAgainMs
      tell = () => {
        const result = { ...untold, isFresh: !hasTold }
        untold = makeEmpty()
        hasTold = true
        parts.done(result)
      }
    } catch (error) {
      if (mine === round && !parts.isIn()) return // the next login syncs again
      tell = () => {
        syncLater()
        parts.failed(error as Error)
      }
    }
    if (mine !== round) return
    isSyncing = false
    try {
      tell()
    } finally {
      // messaging.md 4: pushes that arrived during the sync are processed afterwards. One of them may start the next
      // sync, and the others wait for it.
      for (const packet of queued.splice(0)) takePush(packet)
    }
  }

  function takePush(packet: PushPacket): void {
    if (isSyncing) queued.push(packet)
    else parts.takePush(packet)
  }

  return {
    catchUp,
    run,
    isSyncing: (): boolean => isSyncing,
    begin,
    takePush,
  }
}
