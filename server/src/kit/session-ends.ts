// Somebody was signed out: of this device, of all others, or by a new password. The portal's half calls after its
// commit, the socket half of each node looks at once whose chat that ends, so that nothing is sent by a device that has
// just been shut out. A lost call costs some seconds: sessions are looked at now and then as well.
import type { Bus } from './bus/bus.ts'

const channel = 'session-ends'

export const callSessionsEnded = (bus: Bus, accountId: number): void => bus.publish(channel, `${accountId}`)

/** @returns what ends it */
export function hearSessionsEnded(bus: Bus, listener: (accountId: number) => void): () => void {
  void bus.subscribe(channel, (text) => listener(Number(text)))
  return () => bus.unsubscribe(channel)
}
