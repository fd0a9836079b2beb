// Fault test with the real SDK, a real process and a real PostgreSQL: a node is killed between storing a message in
// danger and raising its alert. Neither is lost.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createChatPeople } from '../../../server/db/fixtures/chat-people.ts'
import { connect, migrate, type Sql } from '../../../server/src/kit/db/db.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../../server/src/kit/db/postgres/embedded.ts'
import { raiseLateAlerts } from '../../../server/src/im/crisis/raise/pending-texts.ts'
import { createDatabaseFolder } from '../../../server/test/database-folder.ts'
import { startNodeProcess } from '../../../server/test/node-process.ts'
import { leaveAll, openDevice, textTo, until } from '../people.ts'

const folder = createDatabaseFolder('xinqiao-alert-faults-')
let database: EmbeddedPostgres
let sql: Sql
beforeAll(async () => {
  database = await startEmbeddedPostgres(path.join(folder, 'pg'))
  sql = connect(database.url, 3)
  await migrate(sql)
}, 300_000)
afterEach(leaveAll)
afterAll(async () => {
  await sql.end()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

const countRows = async (table: 'crisis_alert' | 'crisis_pending' | 'im_message') =>
  (await sql<{ count: number }[]>`select count(*) from ${sql(table)}`)[0]!.count

/** Kills the node while it waits for a lock on the table, in the middle of storing a message in danger. */
async function killNodeAt(table: 'crisis_alert' | 'im_message'): Promise<void> {
  const node = await startNodeProcess({ DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'data') })
  const [ann, ben] = await createChatPeople(sql, 2)
  const device = openDevice(node.url, ann!)
  await until(() => device.synced > 0, 'the first sync', 90_000)
  await sql.begin(async (tx) => {
    await tx`lock table ${tx(table)} in access exclusive mode`
    device.send(textTo(ben!.accid, '我不想活了，遗书已经写好了')).catch(() => null)
    const isWaiting = async () =>
      (await tx`select 1 from pg_locks where not granted and relation = ${table}::regclass`).length > 0
    await until(isWaiting, 'the node to wait for the lock', 90_000)
    await node.kill(true)
  })
  leaveAll()
}

const createLate = () => sql`update crisis_pending set created_at = now() - interval '1 minute'`

test('raises the alert once on another node after kill -9 between the message and its alert', async () => {
  await killNodeAt('crisis_alert')
  await until(async () => (await countRows('im_message')) === 1, 'the message')
  await raiseLateAlerts({ sql })
  expect(await countRows('crisis_pending')).toBe(1) // the node itself may still raise the alert in time
  await createLate()
  await raiseLateAlerts({ sql })
  await raiseLateAlerts({ sql })
  expect(await sql`select level, hits from crisis_alert`).toMatchObject([{ level: 'plan', hits: 1 }])
  expect(await countRows('crisis_pending')).toBe(0)
}, 300_000)

test('raises an alert only with its message after kill -9 before the message is stored', async () => {
  await sql`delete from crisis_alert`
  await sql`delete from im_message`
  await killNodeAt('im_message')
  expect(await countRows('crisis_pending')).toBe(1)
  await createLate()
  await raiseLateAlerts({ sql })
  const stored = await countRows('im_message')
  expect(await countRows('crisis_alert')).toBe(stored)
  await sql`update crisis_pending set created_at = now() - interval '1 hour'`
  await raiseLateAlerts({ sql })
  expect(await countRows('crisis_pending')).toBe(0)
  expect(await countRows('crisis_alert')).toBe(stored)
}, 300_000)
