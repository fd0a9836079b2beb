// Writes the connections of this node to the database, where staff who operate the chat see those of all nodes. A
// connection is written at its login, and removed together with others that end at the same time.
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { deleteConnections, deleteNode, type OpenConnection, upsertConnections, upsertNode } from '../im/chat.ts'
import type { Kit } from '../kit/ctx.ts'
import { createBatch } from '../kit/db/batch.ts'
import { logDatabaseFailure } from '../kit/db/failure-log.ts'
import type { Connection } from './connection.ts'

const maxBatchSize = 1_000

/** @param listOpen returns the signed-in connections of this node */
export function createPresence(
  { sql, config, log }: Pick<Kit, 'sql' | 'config' | 'log'>,
  listOpen: () => readonly Connection[],
  everyMs = 5_000,
) {
  const nodeId = randomUUID()
  const name = `${hostname()}:${config.PORT}`
  const endedConnections = new Set<string>()
  let isClosed = false

  const toConnectionRows = ({ id, viewer }: Connection): OpenConnection[] =>
    viewer
      ? [
          {
            connection_id: id,
            node_id: nodeId,
            im_account_id: viewer.imId,
            device_id: viewer.deviceId,
            client_type: viewer.clientType,
          },
        ]
      : []

  async function removeEnded(ids: readonly string[]): Promise<void> {
    // removes only connections that have not signed in again meanwhile
    const endedIds = ids.filter((id) => endedConnections.has(id))
    await deleteConnections(sql, endedIds)
    for (const id of endedIds) endedConnections.delete(id)
  }
  const remove = createBatch(async (ids: string[]) => {
    await removeEnded(ids)
    return ids.map(() => null)
  }, maxBatchSize)

  async function report(): Promise<void> {
    if (await upsertNode(sql, nodeId, name)) await upsertConnections(sql, listOpen().flatMap(toConnectionRows))
    if (endedConnections.size > 0) await removeEnded([...endedConnections])
  }
  const reportOrWarn = () =>
    report().catch((error: unknown) => {
      if (!isClosed) logDatabaseFailure(log, error, 'connections not written')
    })
  let reporting = reportOrWarn()
  const timer = setInterval(() => (reporting = reportOrWarn()), everyMs)
  timer.unref()

  return {
    nodeId,
    /** Called when the connection has signed in. */
    enter: (id: string): void => void endedConnections.delete(id),
    /** Called when the connection has ended or signed out. After a failure, the next report tries again. */
    leave(id: string): void {
      if (isClosed) return
      endedConnections.add(id)
      remove(id).catch(() => {})
    },
    async close(): Promise<void> {
      isClosed = true
      clearInterval(timer)
      await reporting
      await deleteNode(sql, nodeId).catch((error: unknown) => log.warn({ err: error }, 'node not removed'))
    },
  }
}
export type PresenceWriter = ReturnType<typeof createPresence>
