// SQL of the messages of chatrooms.
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Sql, Tx } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'

export type RoomMessageRow = Rows['im_room_message']

/** @returns false when the sender has stored a message with this client id before */
export async function insertMessage(tx: Tx, row: RoomMessageRow): Promise<boolean> {
  const result = await tx`
    insert into im_room_message (room_id, time, sender_id, id_client, type, target_tags, tags, body_sealed, is_high)
    values (${row.room_id}, ${row.time}, ${row.sender_id}, ${row.id_client}, ${row.type}, ${row.target_tags},
      ${row.tags}::text[], ${row.body_sealed}, ${row.is_high})
    on conflict (room_id, sender_id, id_client) do nothing`
  return result.count === 1
}

/**
 * The sender's latest message after `time`, apart from notices and from the one with this client id; null without one.
 */
export async function selectLatestTime(
  tx: Tx,
  { room_id, sender_id, id_client }: Pick<RoomMessageRow, 'room_id' | 'sender_id' | 'id_client'>,
  time: number,
): Promise<number | null> {
  const row = await firstRow(tx<{ latest: number | null }[]>`
    select max(time) as latest from im_room_message
    where room_id = ${room_id} and sender_id = ${sender_id} and time > ${time} and id_client <> ${id_client}
      and type <> ${chatMessageTypes.notification}`)
  return row?.latest ?? null
}

type StoredRoomMessage = Pick<RoomMessageRow, 'room_id' | 'time' | 'body_sealed'>

export const selectMessage = (db: Db, roomId: number, senderId: number, idClient: string) =>
  firstRow(db<StoredRoomMessage[]>`
    select room_id, time, body_sealed from im_room_message
    where room_id = ${roomId} and sender_id = ${senderId} and id_client = ${idClient}`)

export type RoomHistoryQuery = {
  roomId: number
  /** Exclusive bounds; 0 for none. */
  beginTime: number
  endTime: number
  limit: number
  reverse: boolean
  msgTypes: readonly number[]
  tags: readonly string[]
  /** The reader: messages to others are left out, unless all are visible. */
  reader: { imId: number; tags: readonly string[]; seesAll: boolean }
}

/**
 * Messages for the reader. The tags of an expression with `and` or `not` only pre-select, so the caller evaluates the
 * expression.
 */
export const selectMessages = (db: Db, { reader, ...query }: RoomHistoryQuery) =>
  db<(StoredRoomMessage & Pick<RoomMessageRow, 'target_tags' | 'sender_id'> & { alias: string | null })[]>`
    select room_id, time, body_sealed, target_tags, sender_id,
      (select alias from im_user u where u.im_account_id = m.sender_id) as alias
    from im_room_message m
    where room_id = ${query.roomId}
      and (${query.beginTime}::bigint = 0 or time > ${query.beginTime})
      and (${query.endTime}::bigint = 0 or time < ${query.endTime})
      ${query.msgTypes.length > 0 ? db`and type = any(${[...query.msgTypes]}::smallint[])` : db``}
      ${query.tags.length > 0 ? db`and tags <> '{}' and tags && ${[...query.tags]}::text[]` : db``}
      and (${reader.seesAll} or target_tags = '' or tags = '{}' or sender_id = ${reader.imId}
        or tags && ${[...reader.tags]}::text[])
    order by time ${query.reverse ? db`asc` : db`desc`} limit ${query.limit}`

/** `since` is an exclusive time in milliseconds. */
export type RoomPeriod = { roomId: number; since: number }

/** The latest messages of high priority in these periods, at most `limit` of each, newest first. */
export const selectHighMessages = (db: Db, periods: readonly RoomPeriod[], limit: number) =>
  db<StoredRoomMessage[]>`
    select m.room_id, m.time, m.body_sealed
    from unnest(${periods.map(({ roomId }) => roomId)}::bigint[], ${periods.map(({ since }) => since)}::bigint[])
      as period(room_id, since)
    cross join lateral (
      select room_id, time, body_sealed from im_room_message
      where room_id = period.room_id and time > period.since and is_high order by time desc limit ${limit}
    ) m
    order by m.time desc`

/** Text messages for all visitors in a period of milliseconds, oldest first. */
export const selectTexts = (
  db: Db,
  { roomId, from, to, limit }: { roomId: number; from: number; to: number; limit: number },
) =>
  db<(StoredRoomMessage & { is_moderator: boolean; alias: string | null })[]>`
    select m.room_id, m.time, m.body_sealed, coalesce(r.role = 'manager', false) as is_moderator, u.alias
    from im_room_message m
    left join im_user u on u.im_account_id = m.sender_id
    left join im_room_member r on r.room_id = m.room_id and r.im_account_id = m.sender_id
    where m.room_id = ${roomId} and m.time >= ${from} and m.time < ${to} and m.target_tags = ''
      and m.type = ${chatMessageTypes.text}
    order by m.time limit ${limit}`

/** The latest text messages for all visitors since this time in milliseconds. */
export const selectLatestTexts = (db: Db, { roomId, since, limit }: { roomId: number; since: number; limit: number }) =>
  db<StoredRoomMessage[]>`
    select room_id, time, body_sealed from im_room_message
    where room_id = ${roomId} and time > ${since} and target_tags = '' and type = ${chatMessageTypes.text}
    order by time desc limit ${limit}`

/** @returns the time of the deleted message; null when there was none */
export async function deleteMessage(tx: Tx, roomId: number, sender: string, idClient: string): Promise<number | null> {
  const row = await firstRow(tx<{ time: number }[]>`
    delete from im_room_message m using im_account a
    where m.room_id = ${roomId} and a.id = m.sender_id and a.accid = ${sender} and m.id_client = ${idClient}
      and m.type <> ${chatMessageTypes.notification}
    returning m.time`)
  return row?.time ?? null
}

/** Deletes messages that are older than their room keeps them. */
export const deleteOldMessages = (sql: Sql) => sql`
  delete from im_room_message m using im_room r
  where r.id = m.room_id and m.time < (extract(epoch from now() - r.history_days * interval '1 day') * 1000)::bigint`
