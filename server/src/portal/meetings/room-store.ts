// All SQL of rooms and who sleeps in them.
import type { Db, Tx } from '../../kit/db.ts'
import type { RegistrationRow, RoomRow } from './store.ts'

export const listRooms = (db: Db, meetingId: number) =>
  db<RoomRow[]>`select * from meeting_room where meeting_id = ${meetingId} order by name, id`

/** Names that are there already stay as they are. */
export async function insertRooms(tx: Tx, meetingId: number, names: string[], beds: number): Promise<void> {
  await tx`
    insert into meeting_room ${tx(names.map((name) => ({ meeting_id: meetingId, name, beds })))}
    on conflict (meeting_id, name) do nothing`
}

export async function deleteRoom(tx: Tx, meetingId: number, roomId: number): Promise<boolean> {
  const { count } = await tx`delete from meeting_room where id = ${roomId} and meeting_id = ${meetingId}`
  return count === 1
}

/** Who has a place and wants to be put up. */
export const listGuests = (db: Db, meetingId: number) =>
  db<RegistrationRow[]>`
    select * from registration where meeting_id = ${meetingId} and state = 'paid' and rooms > 0
    order by name, id limit 5000`

export async function placeGuests(tx: Tx, placed: readonly { id: number; roomId: number | null }[]): Promise<void> {
  if (placed.length === 0) return
  await tx`
    update registration set room_id = given.room_id, changed_at = now()
    from unnest(${placed.map((one) => one.id)}::bigint[], ${placed.map((one) => one.roomId)}::bigint[])
      as given (id, room_id)
    where registration.id = given.id`
}
