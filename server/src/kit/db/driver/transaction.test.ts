// Tests what a transaction stores when one of its queries fails, and where its queries end.
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { connect, type Sql, type Tx } from '../db.ts'

let sql: Sql
beforeAll(async () => {
  sql = connect(inject('postgresUrl'), 2)
  await sql`create table transaction_test (name text primary key deferrable initially deferred)`
})
beforeEach(() => sql`truncate transaction_test`)
afterAll(async () => {
  await sql`drop table transaction_test`
  await sql.end()
})

const insert = (tx: Tx, name: string) => tx`insert into transaction_test values (${name})`
const divide = (tx: Tx) => tx`select 1 / (select count(*) from transaction_test where name = 'missing')`
const division = { code: '22012' }
const listStored = async () =>
  (await sql<{ name: string }[]>`select name from transaction_test order by name`).map(({ name }) => name)

test('stores nothing after a failed query, even if the failure was caught', async () => {
  const caught = sql.begin(async (tx) => {
    await insert(tx, 'before')
    await divide(tx).catch(() => {})
  })
  await expect(caught).rejects.toMatchObject(division)
  expect(await listStored()).toEqual([])
})

test('reports the first failure, not the refusal of later queries', async () => {
  const failed = sql.begin(async (tx) => {
    await divide(tx).catch(() => {})
    await insert(tx, 'after')
  })
  await expect(failed).rejects.toMatchObject(division)
})

test('sends a last query with the commit, and reports its failure', async () => {
  await sql.begin(async (tx) => {
    await insert(tx, 'first')
    void insert(tx, 'last').execute()
  })
  expect(await listStored()).toEqual(['first', 'last'])
  const failed = sql.begin(async (tx) => {
    await insert(tx, 'third')
    void divide(tx).execute()
  })
  await expect(failed).rejects.toMatchObject(division)
  expect(await listStored()).toEqual(['first', 'last'])
})

test('reports a constraint that fails at the commit, and the connection serves the next transaction', async () => {
  const twice = sql.begin(async (tx) => {
    await insert(tx, 'twice')
    await insert(tx, 'twice')
  })
  await expect(twice).rejects.toMatchObject({ code: '23505' })
  await sql.begin((tx) => insert(tx, 'next'))
  expect(await listStored()).toEqual(['next'])
})

test('rolls a failed savepoint back, and keeps what was written around it', async () => {
  await sql.begin(async (tx) => {
    await insert(tx, 'outer')
    await tx.savepoint(async (inner) => {
      await insert(inner, 'kept')
      const failed = tx.savepoint(async (innermost) => {
        await insert(innermost, 'dropped')
        await divide(innermost)
      })
      await expect(failed).rejects.toMatchObject(division)
    })
    await insert(tx, 'last')
  })
  expect(await listStored()).toEqual(['kept', 'last', 'outer'])
})

test('refuses a query of a transaction that has ended', async () => {
  let late: Tx | undefined
  await sql.begin((tx) => {
    late = tx
  })
  await expect(insert(late!, 'late')).rejects.toThrow('the transaction has ended')
  expect(await listStored()).toEqual([])
})
