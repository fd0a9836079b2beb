// Tests that the server's role changes rows but no tables, and can only add to append-only tables.
import { expect, test } from 'vitest'
import { useTestServer } from '../../../../test/test-server.ts'
import { grantRights, appendOnlyTables, serverUrl } from './rights.ts'

const server = useTestServer()

test.each(appendOnlyTables)(
  'allows to add to %s and to read it, not to alter, empty, or free it of its triggers',
  async (table) => {
    const { sql } = server().kit
    const name = sql(table)
    await expect(sql`update ${name} set id = default`).rejects.toThrow('permission denied')
    await expect(sql`delete from ${name}`).rejects.toThrow('permission denied')
    await expect(sql`truncate ${name}`).rejects.toThrow('permission denied')
    await expect(sql`alter table ${name} disable trigger all`).rejects.toThrow('must be owner')
    await expect(sql`drop table ${name}`).rejects.toThrow('must be owner')
    await sql`grant update on ${name} to current_user` // PostgreSQL only warns about it
    await expect(sql`set session_replication_role = replica`).rejects.toThrow('permission denied')
    const [may] = await sql`
    select has_table_privilege(${table}, 'select') as read, has_table_privilege(${table}, 'insert') as add,
      has_table_privilege(${table}, 'update, delete, truncate, trigger') as alter`
    expect(may).toEqual({ read: true, add: true, alter: false })
  },
)

test('never makes the server role an owner, whatever the statement', async () => {
  const { kit, owner } = server()
  const [user] = await owner<{ name: string }[]>`select current_user as name`
  const connection = await kit.sql.reserve()
  try {
    await expect(connection`set role ${connection(user!.name)}`).rejects.toThrow('permission denied')
    await expect(connection`set session authorization ${connection(user!.name)}`).rejects.toThrow('permission denied')
    await connection`set role none`
    await connection`reset role`
    await expect(connection`alter table audit_log disable trigger all`).rejects.toThrow('must be owner')
    await expect(connection`delete from audit_log`).rejects.toThrow('permission denied')
  } finally {
    connection.release()
  }
})

test('never makes a log writable by granting rights again', async () => {
  const { kit, owner } = server()
  const connection = await owner.reserve()
  try {
    const granting = grantRights(connection)
    const tries: Promise<unknown>[] = []
    for (let i = 0; i < 30; i += 1) tries.push(kit.sql`delete from audit_log`.catch((error: Error) => error.message))
    for (const error of await Promise.all(tries)) expect(error).toContain('permission denied')
    await granting
  } finally {
    connection.release()
  }
})

test('refuses an address without user or password with a message', () => {
  for (const url of ['postgres://127.0.0.1/xinqiao', 'postgres://xinqiao@127.0.0.1/xinqiao'])
    expect(() => serverUrl(url)).toThrow('DATABASE_URL 需要写明用户和密码')
})

test('lists every table whose rows a trigger protects from changes', async () => {
  const rows = await server().owner<{ name: string }[]>`
    select distinct event_object_table as name from information_schema.triggers
    where action_statement like '%refuse_change()%' order by 1`
  expect(rows.map(({ name }) => name)).toEqual([...appendOnlyTables].toSorted())
})

test('allows to create no tables, and to use all existing and later ones', async () => {
  const { kit, owner } = server()
  await expect(kit.sql`create table of_the_server (id int)`).rejects.toThrow('permission denied')
  await owner`create table of_the_owner (id bigint generated always as identity, name text)`
  await kit.sql`insert into of_the_owner (name) values ('新')`
  await kit.sql`update of_the_owner set name = '改'`
  expect(await kit.sql`delete from of_the_owner returning name`).toEqual([{ name: '改' }])
  const [lacking] = await kit.sql`
    select array_agg(relname::text) as tables from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname <> all(${[...appendOnlyTables]}) and not has_table_privilege(oid, 'select, insert, update, delete')`
  expect(lacking).toEqual({ tables: null })
})
