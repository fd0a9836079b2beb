// Who sleeps where: people of one sex to a room, those who asked for each other together, whoever wants a room alone
// alone. Pure; what somebody arranged by hand is never moved.

export type Guest = {
  id: number
  name: string
  sex: string
  company: string
  /** A name, as it was typed. */
  shareWith: string
  arrivalAt: Date
  leaveAt: Date
  roomId: number | null
}
export type Room = { id: number; name: string; beds: number }

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
  others.every((other) => other.sex === guest.sex && guest.sex !== '' && overlap(guest, other))

/**
 * @returns room ids for guests who have none; who does not fit anywhere is left out
 */
export function allotRooms(guests: readonly Guest[], rooms: readonly Room[]): { id: number; roomId: number }[] {
  const inRoom = new Map<number, Guest[]>(rooms.map((room) => [room.id, []]))
  for (const guest of guests) if (guest.roomId !== null) inRoom.get(guest.roomId)?.push(guest)
  const placed: { id: number; roomId: number }[] = []
  const place = (guest: Guest, room: Room) => {
    inRoom.get(room.id)?.push(guest)
    placed.push({ id: guest.id, roomId: room.id })
  }
  const waiting = guests.filter((guest) => guest.roomId === null)
  // pairs that asked for each other are seated before anybody takes their bed
  const order = [...waiting].sort(
    (a, b) => Number(hasPartner(b, guests)) - Number(hasPartner(a, guests)) || a.id - b.id,
  )
  const left = new Set(order)
  for (const guest of order) {
    if (!left.has(guest)) continue
    const best = rooms
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
  return placed
}

const hasPartner = (guest: Guest, guests: readonly Guest[]) =>
  guests.some((other) => other.id !== guest.id && wantEachOther(guest, other))

/** An empty room is better than somebody one has nothing to do with, and worse than a friend or a colleague. */
const scoreOf = (guest: Guest, there: readonly Guest[]) =>
  there.length === 0 ? -24 : Math.min(...there.map((other) => liking(guest, other)))
