// Tests of query plans: the lists of online and of restricted accounts do not read all accounts.
import { expect, inject, test } from 'vitest'
import { createChatPeople } from '../../../db/fixtures/chat-people.ts'
import { explainQueries } from '../../../test/plans.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { selectOnlineAccounts, selectRestrictedAccounts } from './store.ts'

const server = useTestServer()
const [people, online, restricted] = [20_000, 400, 60]

test('finds the rows of the lists of online and of restricted accounts by an index', async () => {
  const { sql } = server().kit
  const imIds = (await createChatPeople(sql, people)).map(({ id }) => id)
  await sql`
    insert into im_user (im_account_id, nick, alias, update_time)
    select id, 'name ' || id, '来访者' || id, 0 from unnest(${imIds}::bigint[]) id`
  await sql`insert into im_node (id, name) values ('node', 'node')`
  await sql`
    insert into im_connection (connection_id, node_id, im_account_id, device_id, client_type)
    select 'c' || id, 'node', id, 'd' || id, 16 from unnest(${imIds.slice(0, online)}::bigint[]) id`
  await sql`update im_account set is_muted = true where id = any(${imIds.slice(0, restricted)}::bigint[])`
  await sql`analyze im_account, im_user, account, im_connection, im_node`
  const [database] = await sql<{ name: string }[]>`select current_database() as name`
  const url = inject('postgresUrl').replace(/\/postgres$/, `/${database!.name}`)
  const page = { limit: 20, offset: 20 }
  const totals: number[] = []
  const explained = await explainQueries(url, async (db) => {
    for (const key of [undefined, '来访者'])
      for (const list of [selectOnlineAccounts, selectRestrictedAccounts])
        totals.push((await list(db, key, page)).total)
  })
  expect(totals).toEqual([online, restricted, online, restricted])
  expect(explained).toHaveLength(8)
  const large = ['im_account', 'im_user', 'account']
  const scans = explained.flatMap(({ query, steps }) =>
    steps.some(({ type, table }) => type === 'Seq Scan' && large.includes(table)) ? [query] : [],
  )
  expect(scans).toEqual([])
})
