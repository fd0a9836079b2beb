// Tests the start while the database is away, read-only, or created with another locale.
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { openProxy, type Proxy } from '../../../test/stand-ins/proxy.ts'
import { connect, type Sql } from './db.ts'
import { checkLocale, waitForDatabase } from './wait.ts'

const times = { retryMs: 10, sayEveryMs: 60_000 }
const name = `wait_${randomBytes(6).toString('hex')}`
const databaseUrlOf = (database: string) => inject('postgresUrl').replace(/\/postgres$/, `/${database}`)
let root: Sql
let proxy: Proxy
const opened: Sql[] = []
const openPool = (url: string): Sql => {
  const sql = connect(url, 1)
  opened.push(sql)
  return sql
}
beforeAll(async () => {
  root = connect(inject('postgresUrl'), 1)
  proxy = await openProxy(inject('postgresUrl'))
  await root.unsafe(`create database ${name}`)
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((sql) => sql.end({ timeout: 1 })))
})
afterAll(async () => {
  await proxy.close()
  await root.unsafe(`drop database ${name} with (force)`)
  await root.end()
})

test('waits while the database refuses connections, and says so once in a while', async () => {
  const logLines: string[] = []
  await proxy.refuse(true)
  const sql = openPool(databaseUrlOf(name).replace(/127\.0\.0\.1:\d+/, new URL(proxy.url).host))
  const ready = waitForDatabase(sql, (sentence) => void logLines.push(sentence), times)
  await expect.poll(() => logLines.length).toBe(1)
  expect(logLines[0]).toContain('连接被拒绝')
  await proxy.refuse(false)
  await ready
  expect(logLines).toHaveLength(1)
})

test('waits while the database is read-only', async () => {
  const logLines: string[] = []
  await root.unsafe(`alter database ${name} set default_transaction_read_only = on`)
  const sql = openPool(databaseUrlOf(name))
  const ready = waitForDatabase(sql, (sentence) => void logLines.push(sentence), times)
  await expect.poll(() => logLines.join()).toContain('只能读取')
  await root.unsafe(`alter database ${name} reset default_transaction_read_only`)
  // the setting applies to new sessions
  await root`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
  await ready
})

test('does not wait for a wrong password', async () => {
  const sql = openPool(inject('postgresUrl').replace(/:[^:@/]+@/, ':wrong@'))
  await expect(waitForDatabase(sql, () => {}, times)).rejects.toMatchObject({ code: '28P01' })
})

test('refuses a new database with the locale C, and warns about one in use', async () => {
  const other = `${name}_c`
  await root.unsafe(`create database ${other} template template0 encoding 'UTF8' locale_provider libc locale 'C'`)
  const sql = openPool(databaseUrlOf(other))
  const logLines: string[] = []
  await expect(checkLocale(sql, () => {})).rejects.toThrow('--locale=C.UTF-8')
  await sql`create table migration (name text)`
  await checkLocale(sql, (sentence) => void logLines.push(sentence))
  expect(logLines).toEqual([expect.stringContaining('--locale=C.UTF-8')])
  await checkLocale(openPool(databaseUrlOf(name)), (sentence) => void logLines.push(sentence))
  expect(logLines).toHaveLength(1)
  await Promise.all(opened.splice(0).map((connection) => connection.end()))
  await root.unsafe(`drop database ${other}`)
})
