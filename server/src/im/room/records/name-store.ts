// SQL of the names of visitors in rooms that name them: a chosen one, or the default with a number.
import { foldName } from '@xinqiao/contract/names.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'
import { shownName } from './profile-columns.ts'

type RoomVisitor = { roomId: number; imId: number }

const selectName = (db: Db, { roomId, imId }: RoomVisitor) =>
  firstRow(db<{ name: string }[]>`
    select ${shownName(db)} as name from im_room_name n where n.room_id = ${roomId} and n.im_account_id = ${imId}`)

/** The name of this visitor in the room, stored on first use. */
export async function upsertRoomName(db: Db, visitor: RoomVisitor): Promise<string> {
  const row = await selectName(db, visitor)
  if (row) return row.name
  await db`
    insert into im_room_name (room_id, im_account_id) values (${visitor.roomId}, ${visitor.imId})
    on conflict (room_id, im_account_id) do nothing`
  return (await selectName(db, visitor))!.name
}

/** True when another visitor of the room has a name that readers take for this one. */
export async function hasOtherRoomName(tx: Tx, { roomId, imId }: RoomVisitor, nick: string): Promise<boolean> {
  const rows = await tx`
    select 1 from im_room_name
    where room_id = ${roomId} and nick_folded = ${foldName(nick)} and im_account_id <> ${imId}`
  return rows.length > 0
}

export const updateRoomName = (tx: Tx, { roomId, imId }: RoomVisitor, nick: string) => tx`
  update im_room_name set nick = ${nick}, nick_folded = ${foldName(nick)}
  where room_id = ${roomId} and im_account_id = ${imId}`

export async function hasWritten(tx: Tx, { roomId, imId }: RoomVisitor, noticeType: number): Promise<boolean> {
  const rows = await tx`
    select 1 from im_room_message
    where room_id = ${roomId} and sender_id = ${imId} and type <> ${noticeType} limit 1`
  return rows.length > 0
}

/** Deletes the names of a room whose visitors no longer need them. */
export const deleteRoomNames = (tx: Tx, roomIds: readonly number[]) =>
  tx`delete from im_room_name where room_id = any(${[...roomIds]}::bigint[])`
