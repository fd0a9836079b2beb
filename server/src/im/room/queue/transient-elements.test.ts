// Tests of elements whose owners left unseen, for example with a node that died.
import { hourMs } from '@xinqiao/contract/time.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createRoomApp } from '../../../../../im-sdk/test/rooms.ts'
import type { RoomDelivery, RoomPort, RoomVisit } from '../../../kit/chat/rooms.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { upsertElement } from './queue-store.ts'
import { createTransientElements } from './transient-elements.ts'

const server = useTestServer()
let ownerId = 0
let roomId = 0
let createRoom: (creator: string) => Promise<string>
beforeAll(async () => {
  await server().listen({ checkEveryMs: hourMs })
  const app = await createRoomApp(server())
  await app.createMember('ann')
  createRoom = app.createRoom
  const [row] = await server().kit.sql<{ id: number }[]>`
    select id from im_account where accid = 'ann'`
  ownerId = row!.id
})
beforeEach(async () => {
  roomId = Number(await createRoom('ann'))
})

const visit: RoomVisit = {
  connectionId: 'c',
  account: 'ann',
  imId: 0,
  deviceId: 'd',
  isFixed: true,
  nick: '安',
  avatar: '',
  custom: '',
  enterTime: 0,
  tags: [],
  notifyTargetTags: '',
  place: null,
}
/** Rooms in which only these accounts are present. */
function createRooms(accounts: readonly string[]) {
  const deliveries: RoomDelivery[] = []
  const port: RoomPort = {
    deliver: (_roomId, delivery) => void deliveries.push(delivery),
    update: () => {},
    end: () => {},
    listVisitors: () => [],
    visitsOf: (_roomId, account) => (accounts.includes(account) ? [visit] : []),
  }
  return { port, deliveries }
}
const insertElement = (key: string, ageMs: number, isTransient = true) =>
  upsertElement(server().kit.sql, {
    room_id: roomId,
    key,
    owner_id: ownerId,
    is_transient: isTransient,
    update_time: Date.now() - ageMs,
    value_sealed: server().kit.secrets.seal('举手', sealBindings.roomElement(`${roomId} ${key}`)),
  })
async function listKeys(): Promise<string[]> {
  const rows = await server().kit.sql<{ key: string }[]>`
    select key from im_room_element where room_id = ${roomId} order by id`
  return rows.map(({ key }) => key)
}

test('removes old transient elements of an absent owner, once the node knows the room', async () => {
  await insertElement('old', 120_000)
  await insertElement('kept', 120_000, false)
  await insertElement('young', 1_000)
  const { port, deliveries } = createRooms([])
  const elements = createTransientElements(server().kit, port)
  await elements.sweep([roomId])
  expect(await listKeys()).toEqual(['old', 'kept', 'young'])
  await elements.sweep([])
  await elements.sweep([roomId])
  expect(await listKeys()).toEqual(['old', 'kept', 'young'])
  await elements.sweep([roomId])
  expect(await listKeys()).toEqual(['kept', 'young'])
  expect(deliveries.map(({ msg }) => msg)).toMatchObject([
    {
      chatroomId: `${roomId}`,
      from: 'ann',
      content: { attach: { type: 'batchUpdateQueue', queueChange: { type: 'PARTCLEAR', elementKv: { old: '举手' } } } },
    },
  ])
})

test('keeps the elements of an owner who is in the room', async () => {
  await insertElement('old', 120_000)
  const { port, deliveries } = createRooms(['ann'])
  const elements = createTransientElements(server().kit, port)
  await elements.sweep([roomId])
  await elements.sweep([roomId])
  expect(await listKeys()).toEqual(['old'])
  expect(deliveries).toEqual([])
})

test('keeps what the owner offers in a visit after the one that ended', async () => {
  await insertElement('before', 1_000)
  await insertElement('after', -60_000)
  const { port } = createRooms([])
  const elements = createTransientElements(server().kit, port)
  elements.endVisit({ roomId, visit: { ...visit, imId: ownerId } })
  await elements.close()
  expect(await listKeys()).toEqual(['after'])
})

test('sends one notice for an element that two nodes find at once', async () => {
  await insertElement('old', 120_000)
  const nodes = [createRooms([]), createRooms([])].map(({ port, deliveries }) => ({
    elements: createTransientElements(server().kit, port),
    deliveries,
  }))
  await Promise.all(nodes.map(({ elements }) => elements.sweep([roomId])))
  await Promise.all(nodes.map(({ elements }) => elements.sweep([roomId])))
  expect(nodes.flatMap(({ deliveries }) => deliveries)).toHaveLength(1)
})
