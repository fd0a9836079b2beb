// A new message of the portal is called out on the bus. The portal's half calls after its commit, the socket half of
// each node tells whoever is connected there: so the two need not see each other, and a lost call costs nothing, since
// pages also ask now and then.
import type { Bus } from './bus/bus.ts'

const channel = 'notices'

export const callNotices = (bus: Bus, accountIds: readonly number[]): void =>
  bus.publish(channel, JSON.stringify(accountIds))

/** @returns what ends it */
export function hearNotices(bus: Bus, listener: (accountIds: number[]) => void): () => void {
  void bus.subscribe(channel, (text) => listener(JSON.parse(text) as number[]))
  return () => bus.unsubscribe(channel)
}
