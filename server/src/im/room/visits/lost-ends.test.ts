// Tests that visits end when the bus has lost the message that should end them.
import { beforeAll, expect, test } from 'vitest'
import { until } from '../../../../../im-sdk/test/people.ts'
import { createRoomApp, enterRoom, type RoomApp } from '../../../../../im-sdk/test/rooms.ts'
import { useTestServer } from '../../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let app: RoomApp
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false, checkEveryMs: 50 }))
  app = await createRoomApp(server())
})
const enter = async (name: string, chatroomId: string) =>
  enterRoom(url, { appKey: app.appKey, chatroomId, ...(await app.createMember(name)) })

test('ends the visit of a blocked account, and leaves those of the others', async () => {
  const { sql } = server().kit
  await app.createMember('ann')
  const chatroomId = await app.createRoom('ann')
  const [bob, cleo] = [await enter('bob', chatroomId), await enter('cleo', chatroomId)]
  await sql`
    insert into im_room_member (room_id, im_account_id, role, is_blacked, create_time, update_time)
    select ${chatroomId}, id, 'none', true, 1, 1 from im_account where accid = 'bob'`
  await until(() => bob.count('ondisconnect') > 0, 'the end of the visit')
  expect(bob.last('ondisconnect')).toMatchObject({ reason: 'blacked' })
  expect(cleo.count('ondisconnect')).toBe(0)
})

test('ends all visits of a closed room', async () => {
  await app.createMember('dan')
  const chatroomId = await app.createRoom('dan')
  const eve = await enter('eve', chatroomId)
  await server().kit.sql`update im_room set is_open = false where id = ${chatroomId}`
  await until(() => eve.count('ondisconnect') > 0, 'the end of the visit')
  expect(eve.last('ondisconnect')).toMatchObject({ reason: 'chatroomClosed' })
})
