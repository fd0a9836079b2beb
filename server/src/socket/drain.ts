// Lets the clients of a node that stops move to another node, or to this one after its restart.
import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from './connection.ts'

/** A node on two cores signs in about as many. */
const returnsPerSecond = 500
const maxSpreadMs = 20_000
/** Time in which clients receive their last replies and leave. */
const maxLingerMs = 3_000
const pollEveryMs = 20

/** The window in which the clients of a node come back. */
export const spreadMsOf = (clientCount: number): number =>
  Math.min(maxSpreadMs, (clientCount / returnsPerSecond) * 1000)

/** Tells each client its own moment to reconnect, and waits until they have left. A client leaves after its last reply. */
export async function drain(connections: readonly Connection[]): Promise<void> {
  const spreadMs = spreadMsOf(connections.length)
  for (const item of connections) item.sendAway(Math.round(Math.random() * spreadMs))
  const deadline = performance.now() + maxLingerMs
  while (connections.some((item) => item.isOpen()) && performance.now() < deadline) await wait(pollEveryMs)
}
