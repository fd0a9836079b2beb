// SQL of chatrooms and their members.
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow, onlyRow } from '../../../kit/db/results.ts'
import { joinProfile, profileColumns } from './profile-columns.ts'

/** `creator`: account name of the creator. */
export type RoomRow = Rows['im_room'] & { creator: string }

const roomColumns = (db: Db) => db`r.*, c.accid as creator`

export const selectRoom = (db: Db, appId: number, roomId: number) =>
  firstRow(db<RoomRow[]>`
    select ${roomColumns(db)} from im_room r join im_account c on c.id = r.creator_id
    where r.id = ${roomId} and r.app_id = ${appId}`)

export async function isSiteRoom(db: Db, roomId: number): Promise<boolean> {
  const row = await onlyRow(db<{ is_on_site: boolean }[]>`
    select app_id = im_site_app() as is_on_site from im_room where id = ${roomId}`)
  return row.is_on_site
}

export type NewRoom = Pick<
  Rows['im_room'],
  'app_id' | 'creator_id' | 'name' | 'announcement' | 'broadcast_url' | 'custom' | 'queue_level' | 'allows_anonymous'
> &
  Partial<Pick<Rows['im_room'], 'history_days' | 'slow_seconds' | 'is_open' | 'names_visitors'>>

export async function insertRoom(db: Db, room: NewRoom, now: number): Promise<number> {
  const row = await onlyRow(db<{ id: number }[]>`
    insert into im_room ${db({ ...room, create_time: now, update_time: now })} returning id`)
  return row.id
}

/** An account of the site's app that belongs to no person. */
export const selectHost = (db: Db, accid: string) =>
  firstRow(db<Pick<Rows['im_account'], 'id' | 'app_id'>[]>`
    select id, app_id from im_account where app_id = im_site_app() and accid = ${accid}`)
export const upsertHost = (db: Db, accid: string) =>
  onlyRow(db<Pick<Rows['im_account'], 'id' | 'app_id'>[]>`
    insert into im_account (accid) values (${accid})
    on conflict (app_id, accid) do update set accid = excluded.accid returning id, app_id`)

export type RoomUpdate = Partial<
  Pick<
    RoomRow,
    | 'name'
    | 'announcement'
    | 'broadcast_url'
    | 'custom'
    | 'queue_level'
    | 'is_open'
    | 'is_muted'
    | 'allows_anonymous'
    | 'slow_seconds'
    | 'history_days'
  >
>

export const updateRoom = (tx: Tx, roomId: number, change: RoomUpdate, now: number) => tx`
  update im_room set ${tx(change)}, update_time = greatest(update_time + 1, ${now}::bigint) where id = ${roomId}`

/** Returns the time of the next message. The lock of the row keeps the order of times and commits. */
export async function updateLastTime(tx: Tx, roomId: number, now: number): Promise<number> {
  const row = await onlyRow(tx<{ last_time: number }[]>`
    update im_room set last_time = greatest(last_time + 1, ${now}::bigint) where id = ${roomId} returning last_time`)
  return row.last_time
}

/** The state of the room and the stored role of an account, from which its rights follow. */
export type VisitorRights = Pick<RoomRow, 'is_open' | 'is_muted' | 'slow_seconds' | 'names_visitors'> & {
  is_owner: boolean
  role: 'none' | 'common' | 'manager' | null
  is_blacked: boolean
  is_gagged: boolean
  /** End of a temporary mute of the account or of one of its tags; null without one. */
  muted_until: number | null
}

type Visitor = { roomId: number; imId: number; tags: readonly string[] }

const standingColumns = (db: Db, { imId, tags }: Omit<Visitor, 'roomId'>, now: number) => db`
  r.is_open, r.is_muted, r.slow_seconds, r.names_visitors, r.creator_id = ${imId} as is_owner, m.role,
  coalesce(m.is_blacked, false) as is_blacked, coalesce(m.is_gagged, false) as is_gagged,
  (select max(x.until) from im_room_mute x
    where x.room_id = r.id and x.until > ${now} and (x.im_account_id = ${imId} or x.tag = any(${[...tags]}::text[]))
  ) as muted_until`

export const selectVisitorRights = (db: Db, { roomId, ...visitor }: Visitor, now: number) =>
  firstRow(db<VisitorRights[]>`
    select ${standingColumns(db, visitor, now)} from im_room r
    left join im_room_member m on m.room_id = r.id and m.im_account_id = ${visitor.imId}
    where r.id = ${roomId}`)

/** `nick` and `avatar`: the public profile, which for users of the site is their alias. */
export type VisitorProfile = { accid: string; nick: string; avatar: string }

export const selectProfile = (db: Db, imId: number) =>
  firstRow(db<VisitorProfile[]>`select ${profileColumns(db)} from im_account a ${joinProfile(db)} where a.id = ${imId}`)

/** Profiles of accounts, with their names in this room. */
export const selectProfiles = (db: Db, roomId: number, imIds: readonly number[]) =>
  db<VisitorProfile[]>`
    select ${profileColumns(db, roomId)} from im_account a ${joinProfile(db)} where a.id = any(${[...imIds]}::bigint[])`

/** Serialises the changes of a room, so that each one sees the roles that are valid now. */
export const lockRoom = (tx: Tx, roomId: number) =>
  firstRow(tx<RoomRow[]>`
    select ${roomColumns(tx)} from im_room r join im_account c on c.id = r.creator_id
    where r.id = ${roomId} for update of r`)

/** Closed rooms among these, and rooms with blocked accounts. */
export const selectForbiddenAccounts = (db: Db, roomIds: readonly number[]) =>
  db<{ room_id: number; is_open: boolean; blacked: string[] }[]>`
    select r.id as room_id, r.is_open, coalesce(array_agg(a.accid) filter (where a.id is not null), '{}') as blacked
    from im_room r
    left join im_room_member m on m.room_id = r.id and m.is_blacked
    left join im_account a on a.id = m.im_account_id
    where r.id = any(${roomIds as number[]}::bigint[]) and (not r.is_open or a.id is not null)
    group by r.id`
