// SQL of the queues of chatrooms.
import type { Rows } from '../../../../db/rows.ts'
import { bytesList, type Db, type Tx } from '../../../kit/db/db.ts'
import { firstRow, onlyRow } from '../../../kit/db/results.ts'

export type ElementRow = Rows['im_room_element']

/** The elements of a room's queue, in their order. */
export const selectElements = (db: Db, roomId: number) =>
  db<ElementRow[]>`select * from im_room_element where room_id = ${roomId} order by id`

export const selectFirstElement = (db: Db, roomId: number) =>
  firstRow(db<ElementRow[]>`select * from im_room_element where room_id = ${roomId} order by id limit 1`)

export const selectElement = (db: Db, roomId: number, key: string) =>
  firstRow(db<ElementRow[]>`select * from im_room_element where room_id = ${roomId} and key = ${key}`)

/** Counts the elements with other keys: those of the room, and those of an owner. */
export const countOtherElements = (
  tx: Tx,
  { roomId, key, ownerId }: { roomId: number; key: string; ownerId: number },
) =>
  onlyRow(tx<{ total: number; owned: number }[]>`
    select count(*) as total, count(*) filter (where owner_id = ${ownerId}) as owned
    from im_room_element where room_id = ${roomId} and key <> ${key}`)

/** An element with the same key keeps its place. */
export const upsertElement = (db: Db, row: Omit<ElementRow, 'id'>) => db`
  insert into im_room_element (room_id, key, owner_id, is_transient, value_sealed, update_time)
  values (${row.room_id}, ${row.key}, ${row.owner_id}, ${row.is_transient}, ${row.value_sealed}, ${row.update_time})
  on conflict (room_id, key) do update set owner_id = excluded.owner_id, is_transient = excluded.is_transient,
    value_sealed = excluded.value_sealed, update_time = excluded.update_time`

type SealedValue = Pick<ElementRow, 'key' | 'value_sealed'>

/** @returns the keys of the elements that exist */
export async function updateElements(tx: Tx, roomId: number, values: readonly SealedValue[]): Promise<Set<string>> {
  const rows = await tx<{ key: string }[]>`
    update im_room_element e set value_sealed = v.value_sealed
    from unnest(${values.map(({ key }) => key)}::text[], ${bytesList(
      tx,
      values.map((value) => value.value_sealed),
    )}::bytea[]) as v (key, value_sealed)
    where e.room_id = ${roomId} and e.key = v.key returning e.key`
  return new Set(rows.map(({ key }) => key))
}

export const deleteElement = (tx: Tx, id: number) => tx`delete from im_room_element where id = ${id}`

/** @returns the number of elements that the room had */
export const deleteElements = async (tx: Tx, roomId: number): Promise<number> =>
  (await tx`delete from im_room_element where room_id = ${roomId}`).count

export type QueueOwnerRef = { roomId: number; ownerId: number }

/** Deletes the transient elements that an owner offered until this time. */
export const deleteTransientElements = (tx: Tx, { roomId, ownerId }: QueueOwnerRef, until: number) =>
  tx<ElementRow[]>`
    delete from im_room_element
    where room_id = ${roomId} and owner_id = ${ownerId} and is_transient and update_time <= ${until} returning *`

/** The given accounts that own transient elements in their room. */
export const selectTransientOwners = (db: Db, owners: readonly QueueOwnerRef[]) =>
  db<{ room_id: number; owner_id: number }[]>`
    select distinct e.room_id, e.owner_id from im_room_element e
    join unnest(${owners.map(({ roomId }) => roomId)}::bigint[], ${owners.map(({ ownerId }) => ownerId)}::bigint[])
      as v (room_id, owner_id) using (room_id, owner_id)
    where e.is_transient`

/** Owners of transient elements in these rooms that were offered until this time. */
export const selectTransientElementsUntil = (db: Db, roomIds: readonly number[], until: number) =>
  db<{ room_id: number; owner_id: number; accid: string }[]>`
    select distinct e.room_id, e.owner_id, a.accid from im_room_element e join im_account a on a.id = e.owner_id
    where e.room_id = any(${[...roomIds]}::bigint[]) and e.is_transient and e.update_time <= ${until}`
