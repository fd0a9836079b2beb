// Fault test with a real process: an import whose server is killed is repeated, and stores each account and each
// message once, the messages in order.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { until } from '../../../../im-sdk/test/people.ts'
import { createSignedBackend, type ApiReply } from '../../../db/fixtures/signed-backend.ts'
import { startNodeProcess, type NodeProcess } from '../../../test/node-process.ts'
import { createRootKey, hashToken, openSecrets } from '../../kit/auth/secrets.ts'
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
const tokenOf = (accid: string) => `token-of-the-old-service-${accid}`
/** The exported accounts. The last one of each call repeats the first one, as careless exports do. */
const accounts = Array.from({ length: calls * perCall }, (_, i) => {
  const accid = `old${(i + 1) % perCall === 0 ? i + 1 - perCall : i}`
  return { accid, name: `旧账号${accid}`, token: tokenOf(accid), mobile: '13800000000' }
})
/** The exported messages: three conversations of three people, oldest first. */
const messages = Array.from({ length: calls * perCall }, (_, i) => ({
  from: people[i % 3]!,
  to: people[(i + 1) % 3]!,
  msgid: `old-${i}`,
  time: Date.UTC(2020, 4, 1) + i * 1_000,
  type: 0,
  body: JSON.stringify({ msg: `旧消息${i}` }),
}))

type Import = { endpoint: string; field: string; rows: object[]; table: string }
/**
 * Imports all rows from the start.
 * @param onReply receives the number of calls with a reply
 */
async function importAll({ endpoint, field, rows }: Import, onReply: (answered: number) => void = () => {}) {
  const results: ApiReply['results'] = []
  for (let i = 0; i < calls; i += 1) {
    const part = rows.slice(i * perCall, (i + 1) * perCall)
    const reply = await call(endpoint, { [field]: JSON.stringify(part) })
    expect(reply.results.map(({ code }) => code)).toEqual(part.map(() => 200))
    results.push(...reply.results)
    onReply(i + 1)
  }
  return results
}
const untilBack = () => until(node.isReady, 'the restarted server', 60_000)

/** Kills the server inside a transaction of the import, and two times during calls. */
async function interruptThrice(rows: Import, checkStored: (answered: number) => Promise<void>): Promise<void> {
  // the locked table stops the import inside its transaction, before it inserts
  const stopped = await sql.begin(async (tx) => {
    await tx`lock table ${tx(rows.table)} in access exclusive mode`
    const importing = importAll(rows).catch((error: unknown) => error)
    const isWaiting = async () =>
      (await tx`select 1 from pg_locks where not granted and relation = ${rows.table}::regclass`).length > 0
    await until(isWaiting, 'the import to wait for the lock')
    await node.kill()
    return importing
  })
  expect(stopped).toBeInstanceOf(TypeError)
  await untilBack()

  // the server is killed during a call: committed or not, its reply is lost
  for (const answerCount of [3, 8]) {
    const kills: Promise<void>[] = []
    const interrupted = importAll(rows, (count) => {
      if (count === answerCount) setImmediate(() => kills.push(node.kill()))
    })
    await expect(interrupted).rejects.toBeInstanceOf(TypeError)
    await Promise.all(kills)
    await checkStored(answerCount)
    await untilBack()
  }
}

test(
  'imports each account once, with its token, with kill -9 in the middle, three times',
  { timeout: 180_000 },
  async () => {
    // tokens are written after the accounts, so the first kill finds accounts without their tokens
    const rows = { endpoint: 'user/import', field: 'accounts', rows: accounts, table: 'im_token' }
    const countAccounts = async () =>
      (
        await sql<{ accounts: number; users: number; tokens: number }[]>`
        select count(a.*) as accounts, count(u.*) as users, count(t.*) as tokens from im_account a
        left join im_user u on u.im_account_id = a.id left join im_token t on t.im_account_id = a.id
        where a.accid like 'old%'`
      )[0]!
    const perCallOnce = perCall - 1
    await interruptThrice(rows, async (answered) => {
      const stored = await countAccounts()
      expect(stored).toEqual({ accounts: stored.accounts, users: stored.accounts, tokens: stored.accounts })
      expect(stored.accounts).toBeGreaterThanOrEqual(answered * perCallOnce)
      expect(stored.accounts % perCallOnce).toBe(0)
    })

    const [finished, repeated] = [await importAll(rows), await importAll(rows)]
    expect(finished.some(({ state }) => state === 'created')).toBe(true)
    expect(repeated.every(({ state }) => state === 'existing')).toBe(true)
    const total = calls * perCallOnce
    expect(await countAccounts()).toEqual({ accounts: total, users: total, tokens: total })
    const stored = await sql<{ accid: string; nick: string; hash: string }[]>`
      select accid, nick, encode(token_hash, 'hex') as hash from im_account a
      join im_user u on u.im_account_id = a.id join im_token t on t.im_account_id = a.id where accid like 'old%'`
    const names = [...new Set(accounts.map(({ accid }) => accid))].sort()
    expect(stored.map(({ accid }) => accid).sort()).toEqual(names)
    for (const { accid, nick, hash } of stored)
      expect({ nick, hash }).toEqual({ nick: `旧账号${accid}`, hash: hashToken(tokenOf(accid)).toString('hex') })
  },
)

test(
  'imports each message once and in order, with kill -9 in the middle, three times',
  { timeout: 180_000 },
  async () => {
    await call('user/import', { accounts: JSON.stringify(people.map((accid) => ({ accid }))) })
    const exported = { endpoint: 'msg/import', field: 'msgs', rows: messages, table: 'im_message' }
    await interruptThrice(exported, async (answered) => {
      const [row] = await sql<{ count: number }[]>`select count(*) from im_message`
      expect(row!.count).toBeGreaterThanOrEqual(answered * perCall)
      expect(row!.count % perCall).toBe(0)
    })

    const importIds = async () => (await importAll(exported)).map(({ idServer }) => idServer!)
    const ids = await importIds()
    expect(await importIds()).toEqual(ids)
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
