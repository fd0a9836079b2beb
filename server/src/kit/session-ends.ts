// Somebody was signed out: of this device, of all others, or by a new password. The portal's half calls after its
// commit: each node forgets the sessions that it remembers for quick calls, and its socket half looks at once whose chat
// that ends, so that nothing is sent by a device that has just been shut out. A lost call costs some seconds: sessions
// are looked at now and then as well.
import type { Bus } from './bus/bus.ts'

const channel = 'session-ends'

export const callSessionsEnded = (bus: Bus, accountId: number): void => bus.publish(channel, `${accountId}`)

type Listener = (accountId: number) => void

/** A bus has one listener a channel; the chat and the memory of sessions both want to know. */
const hearing = new WeakMap<Bus, Set<Listener>>()

/** @returns what ends it */
export function hearSessionsEnded(bus: Bus, listener: Listener): () => void {
  const listeners = hearing.get(bus) ?? new Set()
  hearing.set(bus, listeners)
  if (listeners.size === 0) void bus.subscribe(channel, (text) => listeners.forEach((hear) => hear(Number(text))))
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) bus.unsubscribe(channel)
  }
}
