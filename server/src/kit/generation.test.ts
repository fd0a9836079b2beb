// Tests that the generation rises when recent history is lost: by a copy, a promotion, or a restore.
import { hourMs } from '@xinqiao/contract/time.ts'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { createDatabaseFolder } from '../../test/database-folder.ts'
import { connect, connectAsServer, migrate, type Sql } from './db/db.ts'
import { startEmbeddedPostgres } from './db/postgres/embedded.ts'
import { beginGeneration, checkGeneration } from './generation.ts'

const nextNumbers = async (sql: Sql) => {
  const [row] = await sql<{ message: number; member: number }[]>`
    select nextval(pg_get_serial_sequence('im_message', 'id')) as message, nextval('member_number_seq') as member`
  return row!
}

test('begins a new generation for a copy of the database, once, with its own message ids and member numbers', async () => {
  const rootUrl = inject('postgresUrl')
  const root = connect(rootUrl, 1)
  const name = `generation_${process.pid}`
  await root.unsafe(`create database ${name} template template_test`)
  const sql = await connectAsServer(rootUrl.replace(/\/postgres$/, `/${name}`), 2)
  try {
    const [before] = await sql<{ generation: number }[]>`select generation from database_history`
    const [first, second] = await Promise.all([checkGeneration(sql, 0), checkGeneration(sql, 0)])
    expect(first).toBeGreaterThan(before!.generation)
    expect(second).toBe(first)
    expect(await checkGeneration(sql, first)).toBe(first)
    const numbers = await nextNumbers(sql)
    expect(numbers.message).toBeGreaterThan(first)
    expect(numbers.member).toBeGreaterThan(1_000)
  } finally {
    await sql.end()
    await root.unsafe(`drop database ${name} with (force)`)
    await root.end()
  }
})

test('assigns no id again that people or clients may know from the lost history', async () => {
  const rootUrl = inject('postgresUrl')
  const root = connect(rootUrl, 1)
  const name = `generation_ids_${process.pid}`
  await root.unsafe(`create database ${name} template template_test`)
  const sql = await connectAsServer(rootUrl.replace(/\/postgres$/, `/${name}`), 1)
  const nextIds = async () => {
    const tables = await sql<{ name: string; id: number }[]>`
      select relname as name, nextval(pg_get_serial_sequence(relname, attname)) as id
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and attidentity <> '' and atttypid = 'bigint'::regtype`
    return new Map(tables.map((table) => [table.name, table.id]))
  }
  try {
    const generation = await checkGeneration(sql, 0)
    const before = await nextIds()
    await beginGeneration(sql)
    const after = await nextIds()
    expect(before.size).toBeGreaterThan(50)
    // valid for a day: file keys with the id of a session, upload tokens with the id of a chat account
    for (const table of ['session', 'im_account', 'im_message']) expect(after.get(table)).toBeGreaterThan(generation)
    const close = [...before].filter(([table, id]) => after.get(table)! - id <= 100_000).map(([table]) => table)
    expect(close.filter((table) => !['session', 'im_account', 'im_message'].includes(table))).toEqual([])
  } finally {
    await sql.end()
    await root.unsafe(`drop database ${name} with (force)`)
    await root.end()
  }
})

test('begins a new generation on a node that knows a later one than the database', async () => {
  const rootUrl = inject('postgresUrl')
  const root = connect(rootUrl, 1)
  const name = `generation_back_${process.pid}`
  await root.unsafe(`create database ${name} template template_test`)
  const sql = await connectAsServer(rootUrl.replace(/\/postgres$/, `/${name}`), 1)
  try {
    const later = (await checkGeneration(sql, 0)) + hourMs
    expect(await checkGeneration(sql, later)).toBe(later + 1)
    await beginGeneration(sql)
    expect(await checkGeneration(sql, later)).toBeGreaterThan(later + 1)
  } finally {
    await sql.end()
    await root.unsafe(`drop database ${name} with (force)`)
    await root.end()
  }
})

test('begins a new generation on a promoted standby, and none on a standby or a restart', async () => {
  const folder = createDatabaseFolder('xinqiao-generation-')
  const data = path.join(folder, 'pg')
  const start = () => startEmbeddedPostgres(data, { settings: { fsync: 'off' } })
  let database = await start()
  const check = async (known: number) => {
    const sql = await connectAsServer(database.url, 1)
    const generation = await checkGeneration(sql, known).finally(() => sql.end())
    return generation
  }
  const asOwner = async (scope: (sql: Sql) => Promise<unknown>) => {
    const sql = connect(database.url, 1)
    await scope(sql).finally(() => sql.end())
  }
  try {
    await asOwner(migrate)
    const first = await check(0)
    await database.stop()
    database = await start()
    expect(await check(first)).toBe(first)
    await database.stop()
    writeFileSync(path.join(data, 'standby.signal'), '')
    database = await start()
    expect(await check(first)).toBe(first)
    await asOwner((sql) => sql`select pg_promote()`)
    expect(await check(first)).toBeGreaterThan(first)
  } finally {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)
