// Test of the plans of the duty list: neither its order nor its pages read all alerts.
import { expect, inject, test } from 'vitest'
import { createChatPeople } from '../../../db/fixtures/chat-people.ts'
import { explainQueries } from '../../../test/plans.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { countWaitingAlerts } from './duty/duty-store.ts'
import { selectAlerts } from './records/store.ts'

const server = useTestServer()
const [running, closed] = [2_000, 20_000]

test('finds the rows of the duty list in order by an index', async () => {
  const { sql } = server().kit
  await createChatPeople(sql, running)
  const [writer] = await sql<{ id: number }[]>`select max(id) as id from account`
  const accountId = writer!.id
  await sql`
    insert into crisis_alert (writer_id, account_id, is_letter, level, state, message_time)
    select id, id, true, (array['plan', 'thought', 'other', 'violence'])[id % 4 + 1],
      (array['open', 'taken'])[id % 2 + 1], 0 from account where username like '%-%-%-%-%'`
  await sql`
    insert into crisis_alert (writer_id, account_id, is_letter, level, state, outcome, message_time)
    select ${accountId}, ${accountId}, true, 'plan', 'closed', 'contacted', 0 from generate_series(1, ${closed})`
  await sql`analyze crisis_alert, account`
  const [database] = await sql<{ name: string }[]>`select current_database() as name`
  const url = inject('postgresUrl').replace(/\/postgres$/, `/${database!.name}`)
  const explained = await explainQueries(url, async (db) => {
    for (const state of [undefined, 'open', 'taken', 'closed'] as const)
      await selectAlerts(db, { state }, { limit: 20, offset: 40 })
    await selectAlerts(db, { state: 'taken', followerId: accountId }, { limit: 20, offset: 0 })
    await selectAlerts(db, {}, { limit: 20, offset: running - 10 })
    await countWaitingAlerts(db, accountId, '2026-11-24')
  })
  expect(explained).toHaveLength(19)
  const scans = explained.flatMap(({ query, steps }) =>
    // only the query that counts alerts may read all rows
    steps.some(({ type, table }) => table === 'crisis_alert' && type === 'Seq Scan') && !query.includes('as running')
      ? [query]
      : [],
  )
  expect(scans).toEqual([])
  expect(explained[1]!.steps.map(({ index }) => index)).toContain('crisis_alert_in_order')
})

test('continues the pages from running alerts to closed ones', async () => {
  const { sql } = server().kit
  const first = await selectAlerts(sql, {}, { limit: 20, offset: running - 10 })
  expect(first.rows.map(({ state }) => state)).toEqual([
    ...Array.from({ length: 10 }, () => 'taken'),
    ...Array.from({ length: 10 }, () => 'closed'),
  ])
  const next = await selectAlerts(sql, {}, { limit: 20, offset: running + 10 })
  expect(next.total).toBe(running + closed)
  expect(next.rows[0]!.id).toBe(first.rows.at(-1)!.id - 1)
})
