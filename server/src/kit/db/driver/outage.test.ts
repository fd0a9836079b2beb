// Tests the pool with a network that cuts, refuses or drops connections, and with servers that refuse writes.
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { openProxy, type Proxy } from '../../../../test/stand-ins/proxy.ts'
import { connect, isUnreachable, transaction, type Sql } from '../db.ts'

/** Short times, so that the tests are fast; the behaviour is the same. */
const limits = { maxWaitMs: 2_000, silenceMs: 150 }
const poolSize = 3

let proxy: Proxy
let sql: Sql
let changes: (Error | null)[]
beforeEach(async () => {
  proxy = await openProxy(inject('postgresUrl'))
  changes = []
  sql = connect(databaseUrlThrough(proxy), poolSize, undefined, {
    ...limits,
    onChange: (reason) => changes.push(reason),
  })
})
afterEach(async () => {
  await sql.end({ timeout: 1 })
  await proxy.close()
})

const databaseUrlThrough = ({ url }: Proxy) => inject('postgresUrl').replace(/127\.0\.0\.1:\d+/, new URL(url).host)

/** Uses all connections of both kinds at once. */
const useAll = () =>
  Promise.all(
    Array.from({ length: poolSize }, () => [
      sql`select pg_sleep(0.02)`,
      sql.begin((tx) => tx`select pg_sleep(0.02)`),
    ]).flat(),
  )
const isServed = () =>
  useAll().then(
    () => true,
    (error: Error) => error.message,
  )
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (error: unknown) => (isUnreachable(error) ? 'unreachable' : error),
  )
const untilServed = () => expect.poll(isServed, { timeout: 20_000 }).toBe(true)

test('serves again after all connections were cut, also those in use', async () => {
  await useAll()
  const underway = [failureOf(sql`select pg_sleep(5)`), failureOf(sql.begin((tx) => tx`select pg_sleep(5)`))]
  await wait(50)
  proxy.cut()
  expect(await Promise.all(underway)).toEqual(['unreachable', 'unreachable'])
  await untilServed()
})

test('fails without queueing while connections are refused, and serves once they are accepted', async () => {
  await useAll()
  await proxy.refuse(true)
  await expect.poll(() => failureOf(sql`select 1`)).toBe('unreachable')
  const connectionsBefore = proxy.count()
  const failures = await Promise.all(
    Array.from({ length: 300 }, () => [failureOf(sql`select 1`), failureOf(sql.begin((tx) => tx`select 1`))]).flat(),
  )
  expect(new Set(failures)).toEqual(new Set(['unreachable']))
  expect(proxy.count()).toBe(connectionsBefore)
  await proxy.refuse(false)
  await untilServed()
  expect(changes).toEqual([expect.any(Error), null])
})

test('replaces a full pool whose connections have gone silent while new ones work', async () => {
  await useAll()
  const underway = Array.from({ length: poolSize }, () => failureOf(sql.begin((tx) => tx`select pg_sleep(0.4)`)))
  await wait(50)
  proxy.freeze()
  expect(new Set(await Promise.all(underway))).toEqual(new Set(['unreachable']))
  await untilServed()
})

test('notices a host that drops every packet, fails its callers, and serves when it is back', async () => {
  await useAll()
  proxy.swallow(true)
  expect(await failureOf(sql`select 1`)).toBe('unreachable')
  expect(await failureOf(sql.begin((tx) => tx`select 1`))).toBe('unreachable')
  proxy.swallow(false)
  await untilServed()
})

test('ends the session behind a silent connection, so that its locks are released', async () => {
  const direct = connect(inject('postgresUrl'), 1)
  await direct`create table if not exists locked_by_silence (id int primary key)`
  await direct`insert into locked_by_silence values (1) on conflict do nothing`
  const held = Promise.withResolvers<void>()
  const holder = failureOf(
    transaction(sql, async (tx) => {
      await tx`select * from locked_by_silence for update`
      proxy.freeze()
      held.resolve()
      await tx`select 1`
    }),
  )
  await held.promise
  expect(await holder).toBe('unreachable')
  await expect
    .poll(() => direct`select id from locked_by_silence for update skip locked`.then(({ length }) => length))
    .toBe(1)
  await direct`drop table locked_by_silence`
  await direct.end()
})

test('waits for a slow query of a server that responds', async () => {
  const [row] = await sql`select pg_sleep(1.2), 'done' as state`
  expect(row?.['state']).toBe('done')
  expect(await sql.begin((tx) => tx`select pg_sleep(1.2), 'done' as state`)).toMatchObject([{ state: 'done' }])
  expect(changes).toEqual([])
})

test('never puts a statement of a transaction with a lost connection into another transaction', async () => {
  await sql`create table if not exists late_statement (who text)`
  const begun = Promise.withResolvers<void>()
  const lost = Promise.withResolvers<void>()
  const late = Promise.withResolvers<unknown>()
  const first = failureOf(
    sql.begin(async (tx) => {
      await tx`select 1`
      begun.resolve()
      await lost.promise
      late.resolve(failureOf(tx`insert into late_statement values ('first')`))
    }),
  )
  await begun.promise
  proxy.cut()
  expect(await first).toBe('unreachable')
  await untilServed()
  await sql.begin(async (tx) => {
    await tx`insert into late_statement values ('second')`
    lost.resolve()
    expect(await late.promise).toBe('unreachable')
  })
  expect([...(await sql`select who from late_statement`)]).toEqual([{ who: 'second' }])
  await sql`drop table late_statement`
})

test('serves again after an outage at whose end the server refused logins for a moment', async () => {
  const name = `refusing_${process.pid}_${Date.now()}`
  const root = connect(inject('postgresUrl'), 1)
  await root.unsafe(`create database ${name}`)
  const onChange = (reason: Error | null) => changes.push(reason)
  const url = databaseUrlThrough(proxy).replace(/\/postgres$/, `/${name}`)
  const pool = connect(url, 2, undefined, { ...limits, onChange })
  await pool`select 1`
  await proxy.refuse(true)
  await expect.poll(() => failureOf(pool`select 1`).then(() => changes.length)).toBe(1)
  await root.unsafe(`alter database ${name} with allow_connections false`)
  await proxy.refuse(false)
  const reasonOf = () => pool`select 1`.catch((error: Error) => error.message)
  await expect.poll(reasonOf, { timeout: 10_000 }).toMatch(/^database away: .*not currently accepting connections/)
  await root.unsafe(`alter database ${name} with allow_connections true`)
  await expect.poll(() => failureOf(pool`select 1`), { timeout: 10_000 }).toBe('no error')
  await pool.end({ timeout: 1 })
  await root.unsafe(`drop database ${name} with (force)`)
  await root.end()
})

test('fails a caller when no connection becomes free in time', async () => {
  const ends = Promise.withResolvers<void>()
  const holders = Array.from({ length: poolSize }, () => sql.begin(() => ends.promise))
  await expect(sql.begin((tx) => tx`select 1`)).rejects.toMatchObject({ code: 'POOL_EXHAUSTED' })
  ends.resolve()
  await Promise.all(holders)
  await untilServed()
})

test('uses the host that accepts writes, and changes when that one becomes read-only', async () => {
  const [name] = [`hosts_${process.pid}_${Date.now()}`]
  const root = connect(inject('postgresUrl'), 1)
  // two addresses of one server; a setting of the role makes sessions through one of them read-only
  await root.unsafe(`create database ${name}`)
  const second = await openProxy(inject('postgresUrl'))
  await proxy.refuse(true)
  const hosts = `${new URL(proxy.url).host},${new URL(second.url).host}`
  const url = databaseUrlThrough(proxy)
    .replace(new URL(proxy.url).host, hosts)
    .replace(/\/postgres$/, `/${name}?target_session_attrs=read-write`)
  const pool = connect(url, 2, undefined, limits)
  await pool`create table t (id int)`
  await pool.begin((tx) => tx`insert into t values (1)`)
  await root.unsafe(`alter database ${name} set default_transaction_read_only = on`)
  second.cut()
  await expect.poll(() => failureOf(pool`select 1`), { timeout: 10_000 }).toBe('unreachable')
  await root.unsafe(`alter database ${name} reset default_transaction_read_only`)
  await proxy.refuse(false)
  await second.refuse(true)
  const insert = () => failureOf(pool.begin((tx) => tx`insert into t values (2)`))
  await expect.poll(insert, { timeout: 10_000 }).toBe('no error')
  await pool.end({ timeout: 1 })
  await second.close()
  await root.unsafe(`drop database ${name} with (force)`)
  await root.end()
})
