// Tests of room plans: allocation by request, notices to guests, and notices of later changes.
import { beforeAll, expect, test } from 'vitest'
import { createMeeting, createStay } from '../../../../db/fixtures/meeting.ts'
import { createRegistrationSteps } from '../../../../test/steps/conference-steps.ts'
import { enterMany } from '../../../../test/steps/crowd.ts'
import { listMessageTitles } from '../../../../test/messages.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'

const server = useTestServer()
const registrations = createRegistrationSteps(server)
type RegisteredGuest = { person: Caller; id: number; name: string }
let staff: Caller
let meetingId = 0
const guests: RegisteredGuest[] = []

const listRoomsOf = async ({ person, id }: RegisteredGuest) =>
  (await server().requestAs(person, 'GET /activityUser/place', { id })).data.roomName
const listRoomNotices = async ({ person }: RegisteredGuest) =>
  (await listMessageTitles(server().kit.sql, person.id, '房间')).map((title) => title.split('：').slice(1).join('：'))
const findGuest = (name: string) => guests.find((item) => item.name === name)!

beforeAll(async () => {
  const { sql } = server().kit
  staff = await server().enter('administrator')
  meetingId = (await createMeeting(sql, { title: '学术年会' })).id
  const wishes = [
    { name: '林静安', sex: '女', dorm: 2 },
    { name: '沈若水', sex: '女', dorm: 1 },
    { name: '简兮', sex: '女', dorm: 1 },
  ]
  for (const [i, person] of (await enterMany(server(), wishes.length)).entries()) {
    const id = await registrations.register(person, meetingId, wishes[i])
    await registrations.markPaid(id)
    guests.push({ person, id, name: wishes[i]!.name })
  }
})

test('reserves two rooms for a guest who asked for two, automatically and by hand', async () => {
  expect(await server().requestAs(staff, 'POST /admin/meeting/rooms/notify', { id: meetingId })).toMatchObject({
    status: 409,
    msg: '还没有安排好的房间',
  })
  await server().requestAs(staff, 'POST /admin/meeting/room', { id: meetingId, names: ['801', '802', '803'], beds: 2 })
  const { data } = await server().requestAs(staff, 'POST /admin/meeting/rooms/allocate', { id: meetingId })
  const findRoom = (name: string) => data.rooms.find((item) => item.name === name)!
  const anna = data.guests.find((item) => item.name === '林静安')!
  expect(anna).toMatchObject({ dorm: 2, roomId: findRoom('801').id })
  expect(findRoom('802').reservedFor).toBe(anna.id)
  const shared = data.guests.filter((item) => item.roomId === findRoom('803').id)
  expect(shared).toHaveLength(2)
  const into = { registrationId: findGuest('简兮').id, roomId: findRoom('802').id }
  expect(await server().requestAs(staff, 'POST /admin/meeting/rooms/place', { id: meetingId, ...into })).toMatchObject({
    status: 409,
    msg: '802房已留给其他住客',
  })
  const taken = { registrationId: anna.id, roomId: findRoom('803').id }
  expect(
    await server().requestAs(staff, 'POST /admin/meeting/rooms/reserve', { id: meetingId, ...taken }),
  ).toMatchObject({
    status: 409,
    msg: '803房已有住客',
  })
  const listed = await server().requestAs(staff, 'GET /admin/registrations', { meetingId, key: '林静安' })
  expect(listed.data.content[0]!.roomName).toBe('801、802')
})

test('notifies all guests of their rooms at once, and then of every change', async () => {
  expect(await listRoomsOf(findGuest('林静安'))).toBe('')
  expect(await listRoomNotices(findGuest('林静安'))).toEqual([])
  expect((await server().requestAs(staff, 'POST /admin/meeting/rooms/notify', { id: meetingId })).data).toEqual({
    notified: 3,
  })
  expect(await server().requestAs(staff, 'POST /admin/meeting/rooms/notify', { id: meetingId })).toMatchObject({
    status: 409,
  })
  expect(await listRoomsOf(findGuest('林静安'))).toBe('801、802')
  expect(await listRoomNotices(findGuest('林静安'))).toEqual(['您的房间已安排：801、802'])
  const { rooms } = (await server().requestAs(staff, 'GET /admin/meeting/rooms', { id: meetingId })).data
  const findRoomId = (name: string) => rooms.find((room) => room.name === name)!.id
  await server().requestAs(staff, 'POST /admin/meeting/room', { id: meetingId, names: ['805'], beds: 1 })
  await server().requestAs(staff, 'POST /admin/meeting/rooms/reserve', {
    id: meetingId,
    roomId: findRoomId('802'),
    registrationId: null,
  })
  await server().requestAs(staff, 'POST /admin/meeting/rooms/place', {
    id: meetingId,
    registrationId: findGuest('简兮').id,
    roomId: findRoomId('802'),
  })
  await server().requestAs(staff, 'DELETE /admin/meeting/room', { id: meetingId, roomId: findRoomId('803') })
  expect(await listRoomNotices(findGuest('林静安'))).toEqual([
    '您的房间已安排：801、802',
    '您的房间由801、802调整为801',
  ])
  expect(await listRoomNotices(findGuest('简兮'))).toEqual(['您的房间已安排：803', '您的房间由803调整为802'])
  expect((await listRoomNotices(findGuest('沈若水'))).at(-1)).toBe('原安排的房间803已取消，会务组将另行通知')
  // guests without a change are not notified again
  await server().requestAs(staff, 'POST /admin/meeting/rooms/allocate', { id: meetingId })
  expect((await listRoomNotices(findGuest('沈若水'))).at(-1)).toMatch(/^您的房间已安排：80[25]$/)
  expect(await listRoomNotices(findGuest('简兮'))).toHaveLength(2)
})

test('frees rooms of a guest who needs fewer or cancels', async () => {
  const { person, id } = findGuest('林静安')
  const listReservedRooms = async () =>
    (await server().requestAs(staff, 'GET /admin/meeting/rooms', { id: meetingId })).data.rooms.filter(
      (room) => room.reservedFor === id,
    )
  await server().requestAs(staff, 'POST /admin/meeting/rooms/allocate', { id: meetingId })
  expect(await listReservedRooms()).toHaveLength(1)
  const receipt = { id, companyName: '省人民医院', address: '文化路', ...createStay(), name: '林静安', sex: '女' }
  await server().requestAs(person, 'PUT /activityUser/receipt', { ...receipt, dorm: 1 })
  expect(await listReservedRooms()).toEqual([])
  expect(await listRoomsOf(findGuest('林静安'))).toBe('801')
  await server().requestAs(person, 'POST /activityUser/cancel', { id })
  const { guests: left } = (await server().requestAs(staff, 'GET /admin/meeting/rooms', { id: meetingId })).data
  expect(left.map((item) => item.name)).not.toContain('林静安')
  expect((await server().requestAs(person, 'GET /activityUser/place', { id })).data.roomName).toBe('')
})
