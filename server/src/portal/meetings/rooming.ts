// Who sleeps where: people of one sex to a room, those who asked for each other together; whoever asks for several rooms
// has them alone, and all of them or none. Pure; what somebody arranged by hand is never moved.

export type Guest = {
  id: number
  name: string
  sex: string
  company: string
  /** A name, as it was typed. */
  shareWith: string
  arrivalAt: Date
  leaveAt: Date
  /** How many are asked for. */
  rooms: number
  roomId: number | null
}
/** @param keptFor whose further room it is */
export type Room = { id: number; name: string; beds: number; keptFor: number | null }
export type Allotment = {
  placed: { id: number; roomId: number }[]
  /** Besides the room that is slept in. */
  kept: { id: number; roomId: number }[]
}

const overlap = (a: Guest, b: Guest) => a.arrivalAt < b.leaveAt && b.arrivalAt < a.leaveAt
const mentions = (wish: string, name: string) => name.length > 1 && wish.includes(name)

/** Both name the other, or one does and the other names nobody. */
export function wantEachOther(a: Guest, b: Guest): boolean {
  const [ab, ba] = [mentions(a.shareWith, b.name), mentions(b.shareWith, a.name)]
  return (ab && ba) || (ab && b.shareWith === '') || (ba && a.shareWith === '')
}

/** Those who want each other first, then colleagues, then whoever comes and goes at similar times. */
function liking(a: Guest, b: Guest): number {
  const hours = (Math.abs(+a.arrivalAt - +b.arrivalAt) + Math.abs(+a.leaveAt - +b.leaveAt)) / 3_600_000
  return (wantEachOther(a, b) ? 10_000 : 0) + (a.company !== '' && a.company === b.company ? 1000 : 0) - hours
}

const mayShare = (guest: Guest, others: readonly Guest[]) =>
  others.every((other) => other.rooms <= 1 && other.sex === guest.sex && guest.sex !== '' && overlap(guest, other))

/**
 * @returns rooms for guests who have none, or fewer than they asked for; who does not fit anywhere is left out
 */
export function allotRooms(guests: readonly Guest[], rooms: readonly Room[]): Allotment {
  const inRoom = new Map<number, Guest[]>(rooms.map((room) => [room.id, []]))
  for (const guest of guests) if (guest.roomId !== null) inRoom.get(guest.roomId)?.push(guest)
  const allotment: Allotment = { placed: [], kept: [] }
  const place = (guest: Guest, room: Room) => {
    inRoom.get(room.id)?.push(guest)
    allotment.placed.push({ id: guest.id, roomId: room.id })
  }
  // before anybody takes one of the rooms that nobody is in
  for (const guest of guests) if (guest.rooms > 1) allotSeveral(guest, rooms, inRoom, allotment)
  const free = rooms.filter((room) => !isKept(room, allotment))
  const waiting = guests.filter((guest) => guest.roomId === null && guest.rooms <= 1)
  // pairs that asked for each other are seated before anybody takes their bed
  const order = [...waiting].sort(
    (a, b) => Number(hasPartner(b, guests)) - Number(hasPartner(a, guests)) || a.id - b.id,
  )
  const left = new Set(order)
  for (const guest of order) {
    if (!left.has(guest)) continue
    const best = free
      .map((room) => ({ room, there: inRoom.get(room.id) ?? [] }))
      .filter(({ room, there }) => there.length < room.beds && mayShare(guest, there))
      .map(({ room, there }) => ({ room, there, score: scoreOf(guest, there) }))
      .sort((a, b) => b.score - a.score || a.room.beds - b.room.beds || a.room.id - b.room.id)[0]
    if (!best) continue
    left.delete(guest)
    place(guest, best.room)
    if (best.there.length !== 1) continue // an empty room before: there is the guest alone now
    const partners = order
      .filter((other) => left.has(other) && wantEachOther(guest, other) && mayShare(other, best.there))
      .slice(0, best.room.beds - best.there.length)
    for (const partner of partners) {
      left.delete(partner)
      place(partner, best.room)
    }
  }
  return allotment
}

const isKept = (room: Room, { kept }: Allotment) => room.keptFor !== null || kept.some((one) => one.roomId === room.id)

/** All that is missing, from the smallest rooms that nobody has. */
function allotSeveral(guest: Guest, rooms: readonly Room[], inRoom: Map<number, Guest[]>, allotment: Allotment): void {
  const has = rooms.filter((room) => room.keptFor === guest.id).length + (guest.roomId === null ? 0 : 1)
  const missing = guest.rooms - has
  const found = rooms
    .filter((room) => inRoom.get(room.id)?.length === 0 && !isKept(room, allotment))
    .sort((a, b) => a.beds - b.beds || a.id - b.id)
    .slice(0, Math.max(missing, 0))
  if (found.length < missing) return
  for (const [i, room] of found.entries()) {
    if (i === 0 && guest.roomId === null) {
      inRoom.get(room.id)?.push(guest)
      allotment.placed.push({ id: guest.id, roomId: room.id })
    } else allotment.kept.push({ id: guest.id, roomId: room.id })
  }
}

const hasPartner = (guest: Guest, guests: readonly Guest[]) =>
  guests.some((other) => other.id !== guest.id && wantEachOther(guest, other))

/** An empty room is better than somebody one has nothing to do with, and worse than a friend or a colleague. */
const scoreOf = (guest: Guest, there: readonly Guest[]) =>
  there.length === 0 ? -24 : Math.min(...there.map((other) => liking(guest, other)))
