// Fault test with a real process: an import whose server is killed is repeated, and stores each message once and in
// order.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { until } from '../../../../im-sdk/test/people.ts'
import { createSignedBackend } from '../../../db/fixtures/signed-backend.ts'
import { startNodeProcess, type NodeProcess } from '../../../test/node-process.ts'
import { createRootKey, openSecrets } from '../../kit/auth/secrets.ts'
import { connect, type Sql } from '../../kit/db/db.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'xinqiao-import-kill-'))
const name = `import_${randomBytes(6).toString('hex')}`
const databaseUrl = inject('postgresUrl').replace(/\/postgres$/, `/${name}`)
const key = createRootKey()
let root: Sql
let sql: Sql
let node: NodeProcess
let call: Awaited<ReturnType<typeof createSignedBackend>>
beforeAll(async () => {
  root = connect(inject('postgresUrl'), 1)
  await root.unsafe(`create database ${name} template template_test`)
  sql = connect(databaseUrl, 3)
  node = await startNodeProcess({ DATABASE_URL: databaseUrl, DATA_DIR: folder, SECRET_KEY: key })
  call = await createSignedBackend(sql, await openSecrets(sql, { SECRET_KEY: key, dataDir: folder }), node.url)
}, 120_000)
afterAll(async () => {
  await node.stop()
  await sql.end()
  await root.unsafe(`drop database ${name} with (force)`)
  await root.end()
  rmSync(folder, { recursive: true, force: true })
})

const perCall = 100
const calls = 12
const people = ['ann', 'bob', 'eve']
/** The exported messages: three conversations of three people, oldest first. */
const messages = Array.from({ length: calls * perCall }, (_, i) => ({
  ...{ from: people[i % 3]!, to: people[(i + 1) % 3]!, msgid: `old-${i}`, time: Date.UTC(2020, 4, 1) + i * 1_000 },
  ...{ type: 0, body: JSON.stringify({ msg: `旧消息${i}` }) },
}))

/**
 * Imports all messages from the start.
 * @param onReply receives the number of calls with a reply
 */
async function importAll(onReply: (answered: number) => void = () => {}): Promise<number[]> {
  const ids: number[] = []
  for (let i = 0; i < calls; i += 1) {
    const msgs = messages.slice(i * perCall, (i + 1) * perCall)
    const { results } = await call('msg/import', { msgs: JSON.stringify(msgs) })
    expect(results.map(({ code }) => code)).toEqual(msgs.map(() => 200))
    ids.push(...results.map(({ idServer }) => idServer!))
    onReply(i + 1)
  }
  return ids
}
const countMessages = async () => (await sql<{ count: number }[]>`select count(*) from im_message`)[0]!.count
const untilBack = () => until(node.isReady, 'the restarted server', 60_000)

test(
  'imports each message once and in order, with kill -9 in the middle, three times',
  { timeout: 180_000 },
  async () => {
    await call('user/import', { accounts: JSON.stringify(people.map((accid) => ({ accid }))) })

    // the transaction of a call holds its locks and waits to insert
    const stopped = await sql.begin(async (tx) => {
      await tx`lock table im_message in access exclusive mode`
      const importing = importAll().catch((error: unknown) => error)
      const isWaiting = async () =>
        (await tx`select 1 from pg_locks where not granted and relation = 'im_message'::regclass`).length > 0
      await until(isWaiting, 'the import to wait for the lock')
      await node.kill()
      return importing
    })
    expect(stopped).toBeInstanceOf(TypeError)
    await untilBack()

    // the server is killed during a call: committed or not, its reply is lost
    for (const answered of [3, 8]) {
      const kills: Promise<void>[] = []
      const interrupted = importAll((count) => {
        if (count === answered) setImmediate(() => kills.push(node.kill()))
      })
      await expect(interrupted).rejects.toBeInstanceOf(TypeError)
      await Promise.all(kills)
      const stored = await countMessages()
      expect(stored).toBeGreaterThanOrEqual(answered * perCall)
      expect(stored % perCall).toBe(0)
      await untilBack()
    }

    const ids = await importAll()
    expect(await importAll()).toEqual(ids)
    expect(new Set(ids).size).toBe(messages.length)
    const rows = await sql<{ id: number; id_client: string; seq: number; conversation_id: number }[]>`
    select id, id_client, seq, conversation_id from im_message order by time`
    expect(rows.map(({ id_client }) => id_client)).toEqual(messages.map(({ msgid }) => msgid))
    expect(rows.map(({ id }) => id)).toEqual(ids)
    const conversations = [...Map.groupBy(rows, (row) => row.conversation_id).values()]
    const inOrder = Array.from({ length: messages.length / 3 }, (_, i) => i + 1)
    expect(conversations.map((list) => list.map(({ seq }) => seq))).toEqual([inOrder, inOrder, inOrder])
  },
)
