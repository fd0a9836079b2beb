// Tests of query plans: people to notify are found among those with a push address.
import { expect, inject, test } from 'vitest'
import { createChatPeople } from '../../../db/fixtures/chat-people.ts'
import { addTeamMessages, createCrowdedTeams } from '../../../db/fixtures/crowded-teams.ts'
import { explainQueries } from '../../../test/plans.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { markPushTokensNotified } from '../../im/device/token-store.ts'
import { selectWaitingReaders } from './notice-store.ts'

const server = useTestServer()
const [people, wanted, teams, messages] = [20_000, 100, 60, 200]

test('finds people to notify without reading all conversations, messages or members', async () => {
  const { sql } = server().kit
  const imIds = (await createChatPeople(sql, people)).map(({ id }) => id)
  await createCrowdedTeams(sql, imIds.slice(0, 150), teams)
  await addTeamMessages(sql, imIds[0]!, messages)
  // the first half of the people wrote to the other half some minutes ago
  await sql`
    with pair as (
      insert into im_conversation (low_id, high_id, sealed_key, last_seq, last_time)
      select a, a + ${people / 2}, 'k'::bytea, 1, (extract(epoch from now()) * 1000)::bigint - 300000
      from unnest(${imIds.slice(0, people / 2)}::bigint[]) a returning *
    ), session as (
      insert into im_session (im_account_id, conversation_id, version, unread) select high_id, id, 1, 1 from pair
    )
    insert into im_message (conversation_id, seq, sender_id, id_client, type, is_unreadable, client_type, device_id, time, body)
    select id, 1, low_id, 'c' || id, 0, true, 16, '', last_time, '\\x00' from pair`
  const some = imIds.slice(-wanted)
  await sql`
    insert into push_subscription (account_id, session_id, endpoint_index, subscription_sealed)
    select account_id, 0, int8send(id), '' from im_account where id = any(${some}::bigint[])`
  const others = imIds.slice(-2 * wanted, -wanted)
  await sql`
    with app as (
      insert into im_app (name, push_url) values ('app', 'https://backend.example/push') returning id
    ), device as (
      insert into im_device (im_account_id, device_id, client_type, token_sealed)
      select id, 'd', 16, '\\x01' from unnest(${others}::bigint[]) id
    )
    update im_account set app_id = app.id, account_id = null from app where im_account.id = any(${others}::bigint[])`
  await server().owner`analyze`
  const [database] = await sql<{ name: string }[]>`select current_database() as name`
  const url = inject('postgresUrl').replace(/\/postgres$/, `/${database!.name}`)
  const found: number[] = []
  const explained = await explainQueries(url, async (db) => {
    found.push((await selectWaitingReaders(db)).length, (await markPushTokensNotified(db)).length)
  })
  expect(found).toEqual([wanted, wanted])
  // few pages hold the chat accounts, so that the planner may read them all
  const large = ['account', 'im_conversation', 'im_session', 'im_message', 'im_team_member']
  const scans = explained.flatMap(({ query, steps }) =>
    steps.some(({ type, table }) => type === 'Seq Scan' && large.includes(table)) ? [query] : [],
  )
  expect(scans).toEqual([])
})
