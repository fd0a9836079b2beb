// After each login: what changed since the device's mark, then the messages it lacks, then what arrived meanwhile.
import type { Change } from '@xinqiao/contract/im/changes.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/msg.ts'
import type { Broadcast } from '@xinqiao/contract/im/notify.ts'
import type { User } from '@xinqiao/contract/im/user.ts'
import type { PushPacket } from '@xinqiao/contract/im/wire.ts'
import type { Client } from '../client.ts'
import type { Store } from '../store/store.ts'
import type { Taken } from './changes.ts'
import { listBehind, mergeGonePlace, startAt } from './merge.ts'

/** `roaming`: last messages of a first sync; `offline`: what was missed; `changes`: what is another now. */
export type Synced = {
  isFirst: boolean
  roaming: WireMessage[]
  offline: WireMessage[]
  changes: Taken[]
  broadcasts: Broadcast[]
  /** Who was not known before. */
  users: User[]
}

type Parts = {
  store: Store
  request: Client['request']
  isIn: () => boolean
  takeSession: (session: SessionState, lastMsg?: WireMessage | null) => void
  takeMessage: (msg: WireMessage) => boolean
  takeChange: (change: Change, isOwn: boolean) => Taken | null
  /** @returns false when it was known */
  takeBroadcast: (broadcast: Broadcast) => boolean
  takePush: (packet: PushPacket) => void
  fetchPeople: () => Promise<User[]>
  done: (result: Synced) => void
  failed: (error: Error) => void
}

const mostTries = 3 // messaging.md 4

export function makeSync(parts: Parts) {
  const { store, request } = parts
  let catching: Promise<void> | null = null
  let isBehind = false
  let isSyncing = false
  let queued: PushPacket[] = []

  /** Fetches what is missing until nothing is. @returns what came */
  async function fetchBehind(): Promise<WireMessage[]> {
    const came: WireMessage[] = []
    for (let behind = listBehind(store); behind.length > 0; behind = listBehind(store)) {
      const { lists } = await request('sync.syncMsgs', { since: behind.slice(0, 100) })
      let taken = 0
      for (const { to, msgs, gone } of lists) {
        const places = [...msgs.map((msg) => ({ msg, seq: msg.seq })), ...gone.map((spot) => ({ spot, seq: spot.seq }))]
        for (const place of places.sort((a, b) => a.seq - b.seq)) {
          if ('spot' in place) {
            if (mergeGonePlace(store, to, place.spot) === 'added') taken += 1
          } else if (parts.takeMessage(place.msg)) {
            taken += 1
            came.push(place.msg)
          }
        }
      }
      // the server knows of more than it gives: asking again would not help
      if (taken === 0) break
    }
    return came
  }

  /** One at a time; what shows itself missing meanwhile is looked for again. */
  function catchUp(): Promise<void> {
    isBehind = true
    catching ??= (async () => {
      while (isBehind) {
        isBehind = false
        await fetchBehind()
      }
    })()
      // the connection is gone, and the next login syncs
      .catch(() => {})
      .finally(() => (catching = null))
    return catching
  }

  async function syncStates(isFirst: boolean): Promise<Pick<Synced, 'roaming' | 'changes' | 'broadcasts'>> {
    const roaming: WireMessage[] = []
    const changes: Taken[] = []
    const broadcasts: Broadcast[] = []
    for (let hasMore = true; hasMore;) {
      const reply = await request('sync.sync', { mark: store.mark, broadcastMark: store.broadcastMark, isFirst })
      for (const { session, lastMsg } of reply.sessions) {
        if (!isFirst) parts.takeSession(session, lastMsg)
        else {
          startAt(store, session, lastMsg)
          if (lastMsg && !session.isDeleted) roaming.push(lastMsg)
        }
      }
      changes.push(...reply.changes.flatMap((change) => parts.takeChange(change, false) ?? []))
      broadcasts.push(...reply.broadcasts.filter((one) => parts.takeBroadcast(one)))
      store.mark = reply.mark
      hasMore = reply.hasMore
    }
    return { roaming, changes, broadcasts }
  }

  async function fetchAll(tries = 0): Promise<Synced> {
    const isFirst = !store.hasSynced
    try {
      const states = await syncStates(isFirst)
      store.hasSynced = true
      const offline = await fetchBehind()
      // names are welcome, but nobody waits for them in vain
      const users = await parts.fetchPeople().catch(() => [])
      return { isFirst, ...states, offline, users }
    } catch (error) {
      if (parts.isIn() && tries + 1 < mostTries) return fetchAll(tries + 1)
      throw error
    }
  }

  async function run(): Promise<void> {
    let result: Synced
    try {
      result = await fetchAll()
    } catch (error) {
      if (!parts.isIn()) return // the next login syncs again
      isSyncing = false
      return parts.failed(error as Error)
    }
    isSyncing = false
    try {
      parts.done(result)
    } finally {
      // messaging.md 4: what arrived during the sync is processed afterwards
      for (const packet of queued.splice(0)) parts.takePush(packet)
    }
  }

  return {
    catchUp,
    run,
    isSyncing: (): boolean => isSyncing,
    /** From here on pushes wait until the sync is done. */
    begin(): void {
      queued = []
      isSyncing = true
    },
    takePush(packet: PushPacket): void {
      if (isSyncing) queued.push(packet)
      else parts.takePush(packet)
    },
  }
}
