// Broadcasts that this reader has not dismissed. The server sends each broadcast once. So it is stored on this device
// until dismissal, sign-out, or the server's longest time of keeping broadcasts.
import { useMemo, useSyncExternalStore } from 'react'
import type { Broadcast } from '@xinqiao/contract/im/accounts/notify.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { accountDataKeyOf } from '../../session/account-data.ts'

const storageKeyOf = () => accountDataKeyOf('broadcasts')
const maxBroadcasts = 5
const listeners = new Set<() => void>()

const isBroadcast = (value: unknown): value is Broadcast =>
  typeof value === 'object' && value !== null && 'broadcastId' in value && 'body' in value && 'time' in value

function parseBroadcasts(saved: string | null): Broadcast[] {
  try {
    const list: unknown = JSON.parse(saved ?? '[]')
    const oldest = Date.now() - limits.broadcastHours * 3_600_000
    return Array.isArray(list) ? list.filter(isBroadcast).filter(({ time }) => time > oldest) : []
  } catch {
    return []
  }
}

function saveBroadcasts(list: readonly Broadcast[]): void {
  try {
    if (list.length > 0) localStorage.setItem(storageKeyOf(), JSON.stringify(list))
    else localStorage.removeItem(storageKeyOf())
  } catch {
    // when storage is full or forbidden, the broadcast is not shown
  }
  for (const listener of listeners) listener()
}

export function storeBroadcast(broadcast: Broadcast): void {
  const others = parseBroadcasts(localStorage.getItem(storageKeyOf())).filter(
    ({ broadcastId }) => broadcastId !== broadcast.broadcastId,
  )
  saveBroadcasts([...others, broadcast].sort((a, b) => a.broadcastId - b.broadcastId).slice(-maxBroadcasts))
}

export function dismissBroadcast(id: number): void {
  saveBroadcasts(parseBroadcasts(localStorage.getItem(storageKeyOf())).filter(({ broadcastId }) => broadcastId !== id))
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

/** The newest broadcast that is not dismissed; null until hydration. */
export function useBroadcast(): Broadcast | null {
  const storedText = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(storageKeyOf()),
    () => null,
  )
  return useMemo(() => parseBroadcasts(storedText).at(-1) ?? null, [storedText])
}
