// SQL of the stored members of chatrooms, and of temporary mutes.
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'
import { joinProfile, profileColumns } from './profile-columns.ts'

/** A stored member of a room. `profile_nick` and `profile_avatar` apply where the member has none for the room. */
export type RoomMemberRow = Rows['im_room_member'] & { accid: string; profile_nick: string; profile_avatar: string }

const memberColumns = (db: Db) => db`
  m.*, p.accid, p.nick as profile_nick, p.avatar as profile_avatar
  from im_room_member m
  cross join lateral (
    select ${profileColumns(db, db`m.room_id`)} from im_account a ${joinProfile(db)} where a.id = m.im_account_id
  ) p`

export const selectMember = (db: Db, roomId: number, imId: number) =>
  firstRow(db<RoomMemberRow[]>`
    select ${memberColumns(db)} where m.room_id = ${roomId} and m.im_account_id = ${imId}`)

/**
 * Members by their last change, newest first, before `time` unless that is 0. A page is longer for equal times, because
 * the next one begins before its last.
 */
export const selectMembers = (db: Db, roomId: number, { time, limit }: { time: number; limit: number }) =>
  db<RoomMemberRow[]>`
    select ${memberColumns(db)} where m.room_id = ${roomId} and (${time}::bigint = 0 or m.update_time < ${time})
    order by m.update_time desc fetch first ${limit} rows with ties`

export const selectMembersByAccounts = (db: Db, roomId: number, accounts: readonly string[]) =>
  db<RoomMemberRow[]>`
    select ${memberColumns(db)} where m.room_id = ${roomId} and p.accid = any(${[...accounts]}::text[])`

/** The creator and the managers, with the names that the room may show for them. */
export const selectModerators = (db: Db, roomId: number) =>
  db<{ accid: string; nicks: string[] }[]>`
    select p.accid, array_remove(array[p.nick, coalesce(m.nick, '')], '') as nicks
    from im_room r
    left join im_room_member m on m.room_id = r.id and m.role = 'manager'
    cross join lateral (
      select ${profileColumns(db)} from im_account a ${joinProfile(db)}
      where a.id in (r.creator_id, m.im_account_id)
    ) p
    where r.id = ${roomId}`

type RoomAccount = { id: number; accid: string; nick: string; avatar: string }
/** An account of the app of a room, with its name in the room. */
export const selectAccountOfApp = (db: Db, room: Pick<Rows['im_room'], 'id' | 'app_id'>, accid: string) =>
  firstRow(db<RoomAccount[]>`
    select a.id, ${profileColumns(db, room.id)} from im_account a ${joinProfile(db)}
    where a.app_id = ${room.app_id} and a.accid = ${accid}`)

export type RoomMemberValues = Pick<
  Rows['im_room_member'],
  'role' | 'level' | 'is_blacked' | 'is_gagged' | 'nick' | 'avatar' | 'custom'
>

export async function upsertMember(
  tx: Tx,
  { roomId, imId }: { roomId: number; imId: number },
  state: RoomMemberValues,
  now: number,
): Promise<void> {
  await tx`
    insert into im_room_member ${tx({
      room_id: roomId,
      im_account_id: imId,
      create_time: now,
      update_time: now,
      ...state,
    })}
    on conflict (room_id, im_account_id) do update
    set ${tx(state)}, update_time = greatest(im_room_member.update_time + 1, ${now}::bigint)`
}

/** Keeps the name of a stored member for later visits. Visitors without a row are not stored. */
export async function updateMemberInfo(
  db: Db,
  roomId: number,
  imId: number,
  info: Partial<Pick<RoomMemberValues, 'nick' | 'avatar' | 'custom'>>,
): Promise<void> {
  if (Object.keys(info).length > 0)
    await db`update im_room_member set ${db(info)} where room_id = ${roomId} and im_account_id = ${imId}`
}

export const deleteMember = (tx: Tx, roomId: number, imId: number) =>
  tx`delete from im_room_member where room_id = ${roomId} and im_account_id = ${imId}`

type MuteTarget = { imId: number } | { tag: string }

/** Stores the temporary mute of an account or a tag, in place of an earlier one. A mute that is over is deleted. */
export async function replaceMute(
  tx: Tx,
  roomId: number,
  target: MuteTarget,
  { until, now }: { until: number; now: number },
): Promise<void> {
  const [imId, tag] = 'imId' in target ? [target.imId, null] : [null, target.tag]
  await tx`
    delete from im_room_mute where room_id = ${roomId}
      and im_account_id is not distinct from ${imId}::bigint and tag is not distinct from ${tag}::text`
  if (until > now)
    await tx`
      insert into im_room_mute (room_id, im_account_id, tag, until) values (${roomId}, ${imId}, ${tag}, ${until})`
}

export async function hasMutedTag(db: Db, roomId: number, tags: readonly string[], now: number): Promise<boolean> {
  const rows = await db`
    select 1 from im_room_mute
    where room_id = ${roomId} and until > ${now} and tag = any(${[...tags]}::text[]) limit 1`
  return rows.length > 0
}

/** Ends of the mutes of these accounts, by account name. */
export async function selectMutes(
  db: Db,
  roomId: number,
  accounts: readonly string[],
  now: number,
): Promise<Map<string, number>> {
  const rows = await db<{ accid: string; until: number }[]>`
    select a.accid, x.until from im_room_mute x join im_account a on a.id = x.im_account_id
    where x.room_id = ${roomId} and x.until > ${now} and a.accid = any(${[...accounts]}::text[])`
  return new Map(rows.map(({ accid, until }) => [accid, until]))
}

/** Accounts of the room that are muted for a time, with the end in milliseconds. */
export const selectRunningMutes = (db: Db, roomId: number, now: number) =>
  db<{ id: number; accid: string; until: number }[]>`
    select a.id, a.accid, x.until from im_room_mute x join im_account a on a.id = x.im_account_id
    where x.room_id = ${roomId} and x.until > ${now} order by x.until desc limit 200`

export const deleteEndedMutes = (db: Db) =>
  db`delete from im_room_mute where until < (extract(epoch from now()) * 1000)::bigint`
