// Broadcasts that this reader has not dismissed. The server sends a broadcast to each page until the reader dismisses
// it on one device. It is stored until then, until sign-out, or for the server's longest time of keeping broadcasts.
import { useMemo, useSyncExternalStore } from 'react'
import type { Broadcast } from '@xinqiao/contract/im/accounts/notify.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { hourMs } from '@xinqiao/contract/time.ts'
import { accountDataKeyOf } from '../../session/account-data.ts'

const storageKeyOf = () => accountDataKeyOf('broadcasts')
const maxBroadcasts = 5
const listeners = new Set<() => void>()

/** Broadcasts up to this one were dismissed. The server sends them once more to a page that connects again. */
let lastReadId = 0

/** A dismissed one is kept while an older one is not, because the server stores only the last id that was read. */
type StoredBroadcast = Broadcast & { isDismissed?: boolean }
const isBroadcast = (value: unknown): value is StoredBroadcast =>
  typeof value === 'object' && value !== null && 'broadcastId' in value && 'body' in value && 'time' in value

function parseBroadcasts(saved: string | null): StoredBroadcast[] {
  try {
    const list: unknown = JSON.parse(saved ?? '[]')
    const oldest = Date.now() - limits.broadcastHours * hourMs
    return Array.isArray(list) ? list.filter(isBroadcast).filter(({ time }) => time > oldest) : []
  } catch {
    return []
  }
}

function saveBroadcasts(list: readonly StoredBroadcast[]): void {
  try {
    if (list.length > 0) localStorage.setItem(storageKeyOf(), JSON.stringify(list))
    else localStorage.removeItem(storageKeyOf())
  } catch {
    // when storage is full or forbidden, the broadcast is not shown
  }
  for (const listener of listeners) listener()
}

export function storeBroadcast(broadcast: Broadcast): void {
  if (broadcast.broadcastId <= lastReadId) return
  const list = parseBroadcasts(localStorage.getItem(storageKeyOf()))
  if (list.some(({ broadcastId }) => broadcastId === broadcast.broadcastId)) return
  saveBroadcasts([...list, broadcast].sort((a, b) => a.broadcastId - b.broadcastId).slice(-maxBroadcasts))
}

/** Broadcasts up to this one were dismissed on another device. */
export function removeReadBroadcasts(readId: number): void {
  lastReadId = Math.max(lastReadId, readId)
  const list = parseBroadcasts(localStorage.getItem(storageKeyOf()))
  const remaining = list.filter(({ broadcastId }) => broadcastId > readId)
  if (remaining.length < list.length) saveBroadcasts(remaining)
}

/** @returns the id up to which all are dismissed now; null while an older one is not */
export function dismissBroadcast(id: number): number | null {
  const list = parseBroadcasts(localStorage.getItem(storageKeyOf())).map((item) =>
    item.broadcastId === id ? { ...item, isDismissed: true } : item,
  )
  const firstShown = list.findIndex(({ isDismissed }) => !isDismissed)
  const read = firstShown === -1 ? list : list.slice(0, firstShown)
  saveBroadcasts(list.slice(read.length))
  const readId = read.at(-1)?.broadcastId ?? null
  lastReadId = readId ?? lastReadId
  return readId
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // dismissed in another tab
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** The newest broadcast that is not dismissed, with the number of the others; null until hydration. */
export function useBroadcast(): { broadcast: Broadcast; otherCount: number } | null {
  const storedText = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(storageKeyOf()),
    () => null,
  )
  return useMemo(() => {
    const shown = parseBroadcasts(storedText).filter(({ isDismissed }) => !isDismissed)
    const broadcast = shown.at(-1)
    return broadcast ? { broadcast, otherCount: shown.length - 1 } : null
  }, [storedText])
}
