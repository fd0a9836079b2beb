// Tests of migrations at the start: databases of other versions are refused and stay unchanged.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect, migrate, type Sql } from '../db.ts'

let root: Sql
let sql: Sql
const name = `migrate_${randomBytes(6).toString('hex')}`
beforeAll(async () => {
  root = connect(inject('postgresUrl'), 1)
  await root.unsafe(`create database ${name} template template_test`)
  sql = connect(inject('postgresUrl').replace(/\/postgres$/, `/${name}`), 2)
})
afterAll(async () => {
  await sql.end()
  await root.unsafe(`drop database ${name}`)
  await root.end()
})

test.each([
  ['0001_accounts.sql', '请换一个空的数据库'],
  ['9999_later.sql', '请改用更新的版本'],
])('refuses a database with the migration %s, and says why', async (file, advice) => {
  await sql`insert into migration (name) values (${file})`
  const before = await sql`select name from migration order by name`
  await expect(migrate(sql)).rejects.toThrow(new RegExp(`本版本没有 ${file}.*${advice}`))
  expect(await sql`select name from migration order by name`).toEqual(before)
  await sql`delete from migration where name = ${file}`
  expect(await migrate(sql)).toEqual([])
})

test('runs migrations without a statement timeout, and waits for locks for half a minute only', async () => {
  await sql.unsafe(`
    revoke select on account from xinqiao_server;
    create table seen (statement_timeout text, lock_timeout text);
    create function note_timeouts() returns event_trigger language plpgsql as $$ begin
      insert into seen values (current_setting('statement_timeout'), current_setting('lock_timeout'));
    end $$;
    create event trigger note_timeouts on ddl_command_end execute function note_timeouts()`)
  await migrate(sql)
  await sql`drop event trigger note_timeouts`
  const seen = await sql`select distinct statement_timeout, lock_timeout from seen`
  expect(seen).toEqual([{ statement_timeout: '0', lock_timeout: '30s' }])
  expect(await sql`show statement_timeout`).toEqual([{ statement_timeout: '1min' }])
})

test('writes nothing when nothing is missing, so that a read-only database can be checked', async () => {
  const readOnly = connect(
    `${inject('postgresUrl').replace(/\/postgres$/, `/${name}`)}?default_transaction_read_only=on`,
    1,
  )
  try {
    expect(await migrate(readOnly)).toEqual([])
    await sql.unsafe('revoke select on account from xinqiao_server')
    await expect(migrate(readOnly)).rejects.toMatchObject({ code: '25006' })
  } finally {
    await readOnly.end()
  }
  expect(await migrate(sql)).toEqual([])
  const [right] = await sql`select has_table_privilege('xinqiao_server', 'account', 'select') as given`
  expect(right).toEqual({ given: true })
})
