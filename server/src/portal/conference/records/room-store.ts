// SQL of rooms and their guests.
import type { Db, Tx } from '../../../kit/db/db.ts'
import type { RegistrationRow, MeetingRoomRow } from './store.ts'

export const selectRooms = (db: Db, meetingId: number) =>
  db<MeetingRoomRow[]>`
    select meeting_room.*, registration_id as reserved_for from meeting_room left join kept_room on room_id = id
    where meeting_id = ${meetingId} order by name, id`

/** Adds rooms by name; skips names that exist already. */
export async function insertRooms(tx: Tx, meetingId: number, names: string[], beds: number): Promise<void> {
  await tx`
    insert into meeting_room ${tx(names.map((name) => ({ meeting_id: meetingId, name, beds })))}
    on conflict (meeting_id, name) do nothing`
}

export async function deleteRoom(tx: Tx, meetingId: number, roomId: number): Promise<boolean> {
  const { count } = await tx`delete from meeting_room where id = ${roomId} and meeting_id = ${meetingId}`
  return count === 1
}

/** Registered guests who need a room. */
export const selectRoomGuests = (db: Db, meetingId: number) =>
  db<RegistrationRow[]>`
    select * from registration where meeting_id = ${meetingId} and state = 'paid' and rooms > 0
    order by name, id limit 5000`

export async function updateRoomPlacements(
  tx: Tx,
  placed: readonly { id: number; roomId: number | null }[],
): Promise<void> {
  if (placed.length === 0) return
  await tx`
    update registration set room_id = placement.room_id, changed_at = now()
    from unnest(${placed.map((placement) => placement.id)}::bigint[], ${placed.map((placement) => placement.roomId)}::bigint[])
      as placement (id, room_id)
    where registration.id = placement.id`
}

export const replaceRoomReservation = (tx: Tx, roomId: number, registrationId: number | null) =>
  registrationId === null
    ? tx`delete from kept_room where room_id = ${roomId}`
    : tx`insert into kept_room (room_id, registration_id) values (${roomId}, ${registrationId})`

/**
 * Releases rooms above the requested number, or all when the registration ends. The room in which the guest sleeps is
 * released last.
 */
export async function deleteSurplusRoomReservations(tx: Tx, registrationId: number, rooms: number): Promise<void> {
  await tx`
    delete from kept_room where room_id in (
      select room_id from kept_room where registration_id = ${registrationId}
      order by room_id offset ${Math.max(rooms - 1, 0)})`
  if (rooms === 0) await tx`update registration set room_id = null where id = ${registrationId}`
}

/** Names of all rooms of a guest; the one in which the guest sleeps comes first. */
const roomNameRows = (db: Db) => db`
  concat_ws('、', (select name from meeting_room where id = registration.room_id),
    (select string_agg(name, '、' order by name, id) from kept_room join meeting_room on id = room_id
      where registration_id = registration.id))`

export type RegistrationRoomsRow = Pick<RegistrationRow, 'id' | 'account_id' | 'attend_type'> & { names: string }

export const selectRoomNames = (db: Db, meetingId: number) =>
  db<RegistrationRoomsRow[]>`
    select id, account_id, attend_type, ${roomNameRows(db)} as names
    from registration where meeting_id = ${meetingId} and state = 'paid' and rooms > 0 order by id limit 5000`

export async function selectRoomNamesOf(db: Db, registrationId: number): Promise<string> {
  const [row] = await db<{ names: string }[]>`
    select ${roomNameRows(db)} as names from registration where id = ${registrationId}`
  return row?.names ?? ''
}

export const markRoomsNotified = (tx: Tx, meetingId: number) =>
  tx`update meeting set rooms_told_at = now() where id = ${meetingId}`
