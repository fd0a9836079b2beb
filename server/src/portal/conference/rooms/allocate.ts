// Allocates rooms: one sex per room, and guests together who asked for each other. A guest who requested several rooms
// gets all of them alone, or none. Pure function; it never moves guests who were assigned by hand.
import { hourMs } from '@xinqiao/contract/time.ts'

export type GuestStay = {
  id: number
  name: string
  sex: string
  company: string
  /** A name as the guest entered it. */
  shareWith: string
  arrivalAt: Date
  leaveAt: Date
  /** Number of requested rooms. */
  rooms: number
  roomId: number | null
}
/** `reservedFor`: the guest who has this room in addition to the one in which they sleep. */
export type GuestRoom = { id: number; name: string; beds: number; reservedFor: number | null }
export type RoomAllocation = {
  /** The room in which each guest sleeps. */
  placed: { id: number; roomId: number }[]
  /** Further rooms of guests who requested several. */
  reserved: { id: number; roomId: number }[]
}

const doStaysOverlap = (a: GuestStay, b: GuestStay) => a.arrivalAt < b.leaveAt && b.arrivalAt < a.leaveAt
const mentionsName = (shareWith: string, name: string) => name.length > 1 && shareWith.includes(name)

/** True when both name each other, or one names the other, who names no one. */
export function areMutualRoommates(a: GuestStay, b: GuestStay): boolean {
  const [ab, ba] = [mentionsName(a.shareWith, b.name), mentionsName(b.shareWith, a.name)]
  return (ab && ba) || (ab && b.shareWith === '') || (ba && a.shareWith === '')
}

/** Prefers guests who asked for each other, then colleagues, then similar arrival and departure times. */
function scoreRoommates(a: GuestStay, b: GuestStay): number {
  const hours = (Math.abs(+a.arrivalAt - +b.arrivalAt) + Math.abs(+a.leaveAt - +b.leaveAt)) / hourMs
  return (areMutualRoommates(a, b) ? 10_000 : 0) + (a.company !== '' && a.company === b.company ? 1000 : 0) - hours
}

const canShareRoom = (guest: GuestStay, others: readonly GuestStay[]) =>
  others.every(
    (other) => other.rooms <= 1 && other.sex === guest.sex && guest.sex !== '' && doStaysOverlap(guest, other),
  )

/** @returns rooms for guests who lack some; guests who fit nowhere are omitted */
export function allocateRooms(guests: readonly GuestStay[], rooms: readonly GuestRoom[]): RoomAllocation {
  const inRoom = new Map<number, GuestStay[]>(rooms.map((room) => [room.id, []]))
  for (const guest of guests) if (guest.roomId !== null) inRoom.get(guest.roomId)?.push(guest)
  const allocation: RoomAllocation = { placed: [], reserved: [] }
  const placeGuest = (guest: GuestStay, room: GuestRoom) => {
    inRoom.get(room.id)?.push(guest)
    allocation.placed.push({ id: guest.id, roomId: room.id })
  }
  // guests with several rooms come first, before others use the empty ones
  for (const guest of guests) if (guest.rooms > 1) allocateSeveralRooms(guest, rooms, inRoom, allocation)
  const free = rooms.filter((room) => !isReservedIn(room, allocation))
  const waiting = guests.filter((guest) => guest.roomId === null && guest.rooms <= 1)
  // places guests with a wished roommate first, before others take the beds
  const order = [...waiting].sort(
    (a, b) => Number(hasRoommateAmong(b, guests)) - Number(hasRoommateAmong(a, guests)) || a.id - b.id,
  )
  const waitingGuests = new Set(order)
  for (const guest of order) {
    if (!waitingGuests.has(guest)) continue
    const best = free
      .map((room) => ({ room, there: inRoom.get(room.id) ?? [] }))
      .filter(({ room, there }) => there.length < room.beds && canShareRoom(guest, there))
      .map(({ room, there }) => ({ room, there, score: roomScoreOf(guest, there) }))
      .sort((a, b) => b.score - a.score || a.room.beds - b.room.beds || a.room.id - b.room.id)[0]
    if (!best) continue
    waitingGuests.delete(guest)
    placeGuest(guest, best.room)
    if (best.there.length !== 1) continue // only a guest in a new room brings roommates along
    const partners = order
      .filter(
        (other) => waitingGuests.has(other) && areMutualRoommates(guest, other) && canShareRoom(other, best.there),
      )
      .slice(0, best.room.beds - best.there.length)
    for (const partner of partners) {
      waitingGuests.delete(partner)
      placeGuest(partner, best.room)
    }
  }
  return allocation
}

const isReservedIn = (room: GuestRoom, { reserved }: RoomAllocation) =>
  room.reservedFor !== null || reserved.some((placement) => placement.roomId === room.id)

/** Allocates the missing rooms of a guest, the smallest empty ones first, or none if there are too few. */
function allocateSeveralRooms(
  guest: GuestStay,
  rooms: readonly GuestRoom[],
  inRoom: Map<number, GuestStay[]>,
  allocation: RoomAllocation,
): void {
  const has = rooms.filter((room) => room.reservedFor === guest.id).length + (guest.roomId === null ? 0 : 1)
  const missing = guest.rooms - has
  const freeRooms = rooms
    .filter((room) => inRoom.get(room.id)?.length === 0 && !isReservedIn(room, allocation))
    .sort((a, b) => a.beds - b.beds || a.id - b.id)
    .slice(0, Math.max(missing, 0))
  if (freeRooms.length < missing) return
  for (const [i, room] of freeRooms.entries()) {
    if (i === 0 && guest.roomId === null) {
      inRoom.get(room.id)?.push(guest)
      allocation.placed.push({ id: guest.id, roomId: room.id })
    } else allocation.reserved.push({ id: guest.id, roomId: room.id })
  }
}

const hasRoommateAmong = (guest: GuestStay, guests: readonly GuestStay[]) =>
  guests.some((other) => other.id !== guest.id && areMutualRoommates(guest, other))

/** An empty room is better than one with a stranger, and worse than one with a friend or colleague. */
const roomScoreOf = (guest: GuestStay, there: readonly GuestStay[]) =>
  there.length === 0 ? -24 : Math.min(...there.map((other) => scoreRoommates(guest, other)))
