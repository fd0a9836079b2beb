// Unit tests of prices, refunds and room allocation.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feeAt, countPlacesLeft, refundCentsOf, refundPercentAt } from './fees.ts'
import {
  allocateRooms,
  areMutualRoommates,
  type RoomAllocation,
  type GuestStay,
  type GuestRoom,
} from '../rooms/allocate.ts'

const dayOfDecember = (day: number) => new Date(Date.UTC(2026, 11, day))

test('ends the early price on time, and decreases the refund in two steps', () => {
  const type = { price_cents: 80_000, early_price_cents: 60_000, early_until: dayOfDecember(10) }
  expect([9, 10, 11].map((day) => feeAt(type, dayOfDecember(day)))).toEqual([60_000, 80_000, 80_000])
  expect(feeAt({ ...type, early_price_cents: null, early_until: null }, dayOfDecember(1))).toBe(80_000)
  const rule = {
    full_refund_until: dayOfDecember(10),
    half_refund_until: dayOfDecember(20),
    starts_at: dayOfDecember(25),
  }
  expect([9, 10, 19, 20].map((day) => refundPercentAt(rule, dayOfDecember(day)))).toEqual([100, 50, 50, 0])
})

test('refunds never more than was paid, and never less than its share', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.constantFrom(0, 50, 100), (paid, percent) => {
      const back = refundCentsOf(paid, percent)
      expect(Number.isInteger(back)).toBe(true)
      expect(back).toBeLessThanOrEqual(paid)
      expect(back * 100).toBeGreaterThanOrEqual(paid * percent)
    }),
  )
  expect(countPlacesLeft(3, 5)).toBe(0)
  expect(countPlacesLeft(null, 5)).toBeNull()
})

const createGuest = (id: number, changes: Partial<GuestStay> = {}): GuestStay => ({
  id,
  name: `客人${id}号`,
  sex: '女',
  company: '',
  shareWith: '',
  arrivalAt: dayOfDecember(1),
  leaveAt: dayOfDecember(3),
  rooms: 1,
  roomId: null,
  ...changes,
})

test('places guests who asked for each other in one room', () => {
  const guests = [
    createGuest(1),
    createGuest(2, { name: '林静安', shareWith: '沈若水' }),
    createGuest(3),
    createGuest(4, { name: '沈若水', shareWith: '希望与林静安同住' }),
  ]
  const rooms = [
    { id: 1, name: '801', beds: 2, reservedFor: null },
    { id: 2, name: '802', beds: 2, reservedFor: null },
  ]
  const placed = new Map(allocateRooms(guests, rooms).placed.map((item) => [item.id, item.roomId]))
  expect(placed.size).toBe(4)
  expect(placed.get(2)).toBe(placed.get(4))
  expect(placed.get(1)).toBe(placed.get(3))
  expect(
    areMutualRoommates(createGuest(1, { name: '安', shareWith: '' }), createGuest(2, { shareWith: '平安就好' })),
  ).toBe(false)
})

/** A guest who requested several rooms gets all of them alone, or none. No room is reserved twice. */
function expectValidAllocation(guests: readonly GuestStay[], { placed, reserved }: RoomAllocation): void {
  const roomOf = new Map([
    ...guests.map((item) => [item.id, item.roomId] as const),
    ...placed.map((item) => [item.id, item.roomId] as const),
  ])
  expect(new Set(reserved.map((item) => item.roomId)).size).toBe(reserved.length)
  for (const { roomId } of reserved) expect([...roomOf.values()]).not.toContain(roomId)
  for (const guest of guests.filter((item) => item.rooms > 1)) {
    const further = reserved.filter((item) => item.id === guest.id).length
    expect([0, guest.rooms - 1]).toContain(further)
    const newRoomId = placed.find((item) => item.id === guest.id)?.roomId
    if (newRoomId === undefined) continue
    expect(further).toBe(guest.rooms - 1)
    expect([...roomOf.values()].filter((roomId) => roomId === newRoomId)).toHaveLength(1)
  }
}

test('gives a guest all rooms that they asked for, alone, or none', () => {
  const rooms = [801, 802, 803].map((name, i) => ({ id: i + 1, name: `${name}`, beds: 2, reservedFor: null }))
  const family = createGuest(1, { rooms: 2 })
  expect(allocateRooms([family, createGuest(2), createGuest(3)], rooms)).toEqual({
    placed: [
      { id: 1, roomId: 1 },
      { id: 2, roomId: 3 },
      { id: 3, roomId: 3 },
    ],
    reserved: [{ id: 1, roomId: 2 }],
  })
  expect(allocateRooms([{ ...family, rooms: 4 }], rooms)).toEqual({ placed: [], reserved: [] })
  // rooms that are already reserved count
  const half = rooms.map((room) => (room.id === 3 ? { ...room, reservedFor: 1 } : room))
  expect(allocateRooms([{ ...family, roomId: 2 }], half)).toEqual({ placed: [], reserved: [] })
})

const anyGuest = (id: number) =>
  fc
    .record({
      sex: fc.constantFrom('男', '女', ''),
      company: fc.constantFrom('甲', '乙', ''),
      shareWith: fc.constantFrom('', '客人1号', '客人2号', '客人3号'),
      arrival: fc.integer({ min: 1, max: 5 }),
      nights: fc.integer({ min: 1, max: 4 }),
      rooms: fc.constantFrom(1, 1, 1, 2, 3),
      roomId: fc.constantFrom(null, null, null, 1, 2),
    })
    .map(({ arrival, nights, ...rest }) =>
      createGuest(id, { ...rest, arrivalAt: dayOfDecember(arrival), leaveAt: dayOfDecember(arrival + nights) }),
    )

test('never overfills or mixes rooms, moves placed guests, or places a guest twice', () => {
  const cases = fc.tuple(
    fc
      .integer({ min: 1, max: 12 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => anyGuest(i + 1)))),
    fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 6 }),
  )
  fc.assert(
    fc.property(cases, ([guests, beds]) => {
      const rooms: GuestRoom[] = beds.map((count, i) => ({
        id: i + 1,
        name: `${800 + i}`,
        beds: count,
        reservedFor: null,
      }))
      const { placed, reserved } = allocateRooms(guests, rooms)
      expectValidAllocation(guests, { placed, reserved })
      expect(new Set(placed.map((item) => item.id)).size).toBe(placed.length)
      for (const { id, roomId } of placed) {
        const newcomer = guests.find((item) => item.id === id)!
        expect(newcomer.roomId).toBeNull()
        const there = guests.filter(
          (item) => item.roomId === roomId || placed.some((other) => other.id === item.id && other.roomId === roomId),
        )
        const room = rooms.find((item) => item.id === roomId)!
        expect(there.length).toBeLessThanOrEqual(
          Math.max(room.beds, guests.filter((item) => item.roomId === roomId).length),
        )
        if (there.length > 1) for (const other of there) expect(other.sex).toBe(newcomer.sex)
      }
    }),
  )
})
