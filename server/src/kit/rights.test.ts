// The server's own role: rows and no tables; logs and books only grow, whatever statement it is brought to send.
import { expect, test } from 'vitest'
import { useHouse } from '../../test/house.ts'
import { onlyGrow } from './rights.ts'

const house = useHouse()

test.each(onlyGrow)('%s can be added to and read, not altered, emptied, or freed of its triggers', async (table) => {
  const { sql } = house().kit
  const name = sql(table)
  await expect(sql`update ${name} set id = default`).rejects.toThrow('permission denied')
  await expect(sql`delete from ${name}`).rejects.toThrow('permission denied')
  await expect(sql`truncate ${name}`).rejects.toThrow('permission denied')
  await expect(sql`alter table ${name} disable trigger all`).rejects.toThrow('must be owner')
  await expect(sql`drop table ${name}`).rejects.toThrow('must be owner')
  await sql`grant update on ${name} to current_user` // a warning, and nothing else
  const [may] = await sql`
    select has_table_privilege(${table}, 'select') as read, has_table_privilege(${table}, 'insert') as add,
      has_table_privilege(${table}, 'update, delete, truncate, trigger') as alter`
  expect(may).toEqual({ read: true, add: true, alter: false })
})

test('every table with a trigger that lets it only grow is one of them', async () => {
  const rows = await house().owner<{ name: string }[]>`
    select distinct event_object_table as name from information_schema.triggers
    where action_statement like '%refuse_change()%' order by 1`
  expect(rows.map(({ name }) => name)).toEqual([...onlyGrow].toSorted())
})

test('it makes no tables, and may do the usual in all that there are, also in those that come later', async () => {
  const { kit, owner } = house()
  await expect(kit.sql`create table of_the_server (id int)`).rejects.toThrow('permission denied')
  await owner`create table of_the_owner (id bigint generated always as identity, name text)`
  await kit.sql`insert into of_the_owner (name) values ('新')`
  await kit.sql`update of_the_owner set name = '改'`
  expect(await kit.sql`delete from of_the_owner returning name`).toEqual([{ name: '改' }])
  const [lacking] = await kit.sql`
    select array_agg(relname::text) as tables from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname <> all(${[...onlyGrow]}) and not has_table_privilege(oid, 'select, insert, update, delete')`
  expect(lacking).toEqual({ tables: null })
})
