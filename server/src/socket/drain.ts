// Lets clients move to another node when their node stops, or to the same node after its restart.
import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from './connection.ts'

/** Devices of a node that stops return at this rate, which a node on two cores handles. */
const returnsPerSecond = 500
const maxSpreadMs = 20_000
/** Time in which clients receive their last replies and disconnect. */
const maxLingerMs = 3_000
const pollEveryMs = 20

/** The window over which the clients of a node reconnect. */
export const spreadMsOf = (clientCount: number): number =>
  Math.min(maxSpreadMs, (clientCount / returnsPerSecond) * 1000)

/** Gives each client its own moment to reconnect, and waits until all have disconnected, each after its last reply. */
export async function drainSockets(connections: readonly Connection[]): Promise<void> {
  const spreadMs = spreadMsOf(connections.length)
  for (const connection of connections) connection.sendAway(Math.round(Math.random() * spreadMs))
  const deadline = performance.now() + maxLingerMs
  while (connections.some((connection) => connection.isOpen()) && performance.now() < deadline) await wait(pollEveryMs)
}
