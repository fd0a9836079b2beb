// Tests many concurrent transactions and single queries of one pool.
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { connect, type Sql } from '../db.ts'

const poolSize = 2
/** Maximum number of queries that the driver sends ahead on one connection. */
const maxPipeline = 100

let sql: Sql
beforeEach(() => {
  sql = connect(inject('postgresUrl'), poolSize)
})
// the driver waits for ever for a connection that was lost while it was in use
afterEach(() => sql.end({ timeout: 1 }))

const readTransactionId = async (db: Pick<Sql, 'unsafe'>): Promise<string> =>
  (await db.unsafe<{ id: string }[]>('select pg_current_xact_id()::text as id'))[0]!.id

test('begins a transaction while the connections have as many queries under way as the driver allows', async () => {
  for (let round = 0; round < 5; round += 1) {
    const queries = Array.from({ length: poolSize * maxPipeline - 3 }, () => sql`select pg_sleep(0.001)`)
    const transactions = Array.from({ length: 8 }, () =>
      sql.begin(async (tx) => [await readTransactionId(tx as never), await readTransactionId(tx as never)] as const),
    )
    await Promise.all(queries)
    const ids = await Promise.all(transactions)
    for (const [first, second] of ids) expect(second).toBe(first)
    expect(new Set(ids.map(([id]) => id)).size).toBe(ids.length)
  }
})

test('never has more transactions open than the pool has connections', async () => {
  let open = 0
  let maxOpen = 0
  const work = async () => {
    open += 1
    maxOpen = Math.max(maxOpen, open)
    await sql`select pg_sleep(0.01)`
    open -= 1
  }
  await Promise.all(Array.from({ length: 10 }, () => sql.begin(work)))
  expect(maxOpen).toBe(poolSize)
})

test('begins again after the database has closed the idle connections', async () => {
  const readPid = () =>
    sql.begin(async (tx) => (await tx<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(0.01)`)[0]!.pid)
  const pids = await Promise.all(Array.from({ length: poolSize }, readPid))
  await sql`select pg_terminate_backend(pid) from unnest(${pids}::int[]) as pid`
  const isServed = () =>
    sql.begin(async (tx) => (await tx`select 1`).length === 1).catch((error: Error) => error.message)
  await expect.poll(() => Promise.all(Array.from({ length: poolSize }, isServed))).toEqual([true, true])
})
