// Tests the address of a conversation in the database: a pair of accounts for p2p, and none for other scenes.
import { beforeAll, expect, test } from 'vitest'
import { createChatPeople } from '../../../db/fixtures/chat-people.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { reserveId, transaction } from '../../kit/db/db.ts'
import { selectConversation, insertPairs, selectParticipantIds } from './store.ts'

const server = useTestServer()
let low = 0
let high = 0
beforeAll(async () => {
  const { sql } = server().kit
  await createChatPeople(sql, 2)
  const rows = await sql<{ id: number }[]>`select id from im_account order by id limit 2`
  ;[low, high] = rows.map(({ id }) => id) as [number, number]
})

test.each([
  ['p2p', null, null],
  ['p2p', 1, null],
  ['p2p', 2, 1],
  ['team', 1, 2],
  ['team', 1, null],
  ['room', null, null],
])('refuses a conversation of the scene %s with the accounts %s and %s', async (scene, first, second) => {
  const { sql } = server().kit
  const findConversationId = (place: number | null) => (place === null ? null : [low, high][place - 1]!)
  const insert = sql`
    insert into im_conversation (scene, low_id, high_id, sealed_key) values (${scene}, ${findConversationId(first)}, ${findConversationId(second)}, 'x')`
  await expect(insert).rejects.toThrow(/im_conversation_(pair_of_scene|scene_known)/)
})

test('gives both accounts the same conversation, and no third one', async () => {
  const { sql } = server().kit
  const id = await reserveId(sql, 'im_conversation')
  await transaction(sql, (tx) => insertPairs(tx, [{ id, low_id: low, high_id: high, sealed_key: Buffer.from('x') }]))
  const rows = await sql<
    { id: number; accid: string }[]
  >`select id, accid from im_account where id in (${low}, ${high})`
  const findAccid = (imId: number) => rows.find((row) => row.id === imId)!.accid
  const selectConversationId = async (imId: number, to: number) =>
    (await selectConversation(sql, imId, { scene: 'p2p', to: findAccid(to) }))?.id
  expect([
    await selectConversationId(low, high),
    await selectConversationId(high, low),
    await selectConversationId(low, low),
  ]).toEqual([id, id, undefined])
  expect((await selectParticipantIds(sql, id))?.sort((a, b) => a - b)).toEqual([low, high])
})
