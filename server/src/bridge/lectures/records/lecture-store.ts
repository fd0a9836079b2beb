// SQL of lectures. Announcement and slow mode are columns of their chatroom.
import type { LectureAudience, LecturePhase, LectureState } from '@xinqiao/contract/lectures.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import type { NamedRow } from '../../../im/chat.ts'
import { firstRow, onlyRow, readPage } from '../../../kit/db/results.ts'

export type LectureRow = Omit<Rows['lecture'], 'state' | 'audience'> & {
  state: LectureState
  audience: LectureAudience
  /** Phase of a published lecture; it has no meaning for a draft. */
  phase: LecturePhase
  announcement: string
  slow_seconds: number
  is_room_open: boolean
  now: Date
}

const lectureColumns = (db: Db) => db`
  l.*, now() as now, r.announcement, r.slow_seconds, r.is_open as is_room_open,
  case when l.state = 'cancelled' then 'cancelled' when now() < l.starts_at then 'coming'
    when now() < l.ends_at then 'live' else 'over' end as phase`
const lectures = (db: Db) => db`lecture l join im_room r on r.id = l.room_id`

/** Published lectures: those that have not ended in the order of their begin, or those that have, newest first. */
export function selectPublicLectures(db: Db, isPast: boolean, { limit, offset }: PageLimits) {
  const where = isPast
    ? db`l.state = 'published' and l.ends_at <= now()`
    : db`l.state = 'published' and l.ends_at > now()`
  const order = isPast ? db`l.starts_at desc, l.id desc` : db`l.starts_at, l.id`
  return readPage(
    db<LectureRow[]>`
      select ${lectureColumns(db)} from ${lectures(db)} where ${where}
      order by ${order} limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) as count from lecture l where ${where}`,
  )
}

/** A published or cancelled lecture; drafts are for staff only. */
export const selectPublicLecture = (db: Db, id: number) =>
  firstRow(db<LectureRow[]>`
    select ${lectureColumns(db)} from ${lectures(db)} where l.id = ${id} and l.state <> 'draft'`)

export const selectLecture = (db: Db, id: number) =>
  firstRow(db<LectureRow[]>`select ${lectureColumns(db)} from ${lectures(db)} where l.id = ${id}`)

export async function lockLecture(tx: Tx, id: number): Promise<LectureRow | null> {
  await tx`select id from lecture where id = ${id} for no key update`
  return selectLecture(tx, id)
}

/** The lecture of this room, with the account of a visitor; null for a room without a lecture. */
export const selectLectureOfRoom = (db: Db, roomId: number, imId: number) =>
  firstRow(db<{ audience: LectureAudience; account_id: number | null }[]>`
    select l.audience, (select a.account_id from im_account a where a.id = ${imId}) as account_id
    from lecture l where l.room_id = ${roomId}`)

export function selectStaffLectures(db: Db, state: LectureState | undefined, { limit, offset }: PageLimits) {
  const where = state ? db`where l.state = ${state}` : db``
  return readPage(
    db<(LectureRow & { attended: number })[]>`
      select ${lectureColumns(db)},
        (select count(*) from lecture_attendance a where a.lecture_id = l.id and a.seconds > 0) as attended
      from ${lectures(db)} ${where} order by l.starts_at desc, l.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) as count from lecture l ${where}`,
  )
}

export type LectureDraft = Pick<
  LectureRow,
  | 'title'
  | 'speaker'
  | 'summary'
  | 'introduction'
  | 'starts_at'
  | 'ends_at'
  | 'audience'
  | 'stream_url'
  | 'replay_url'
  | 'replay_from'
  | 'credit_tenths'
  | 'needed_minutes'
>

export async function insertLecture(tx: Tx, draft: LectureDraft & { room_id: number }): Promise<number> {
  return (await onlyRow(tx<{ id: number }[]>`insert into lecture ${tx(draft)} returning id`)).id
}

type LectureChange = Partial<
  LectureDraft & Pick<LectureRow, 'state' | 'cancel_reason' | 'recording_key' | 'recording_bytes' | 'reminded_at'>
>
export async function updateLecture(tx: Tx, id: number, change: LectureChange): Promise<void> {
  await tx`update lecture set ${tx(change)} where id = ${id}`
}

/**
 * Lectures whose room should be opened or closed now. A minute is the unit of both limits.
 * @param window minutes before the beginning and after the end in which the room of a published lecture is open
 * @param id null for all lectures
 */
export const selectDueRooms = (db: Db, window: { before: number; after: number }, id: number | null = null) =>
  db<(LectureRow & { should_be_open: boolean })[]>`
    select * from (
      select ${lectureColumns(db)}, l.state = 'published'
        and now() >= l.starts_at - make_interval(mins => ${window.before})
        and now() < l.ends_at + make_interval(mins => ${window.after}) as should_be_open
      from ${lectures(db)}
      where (${id}::bigint is null or l.id = ${id}) and (r.is_open
        or (l.state = 'published' and l.ends_at > now() - make_interval(mins => ${window.after})))
    ) due where should_be_open <> is_room_open limit 100`

/** @returns false when the reminder was sent before */
export async function markLectureReminded(tx: Tx, id: number): Promise<boolean> {
  const result = await tx`update lecture set reminded_at = now() where id = ${id} and reminded_at is null`
  return result.count === 1
}

/** Accounts that the room has as managers, with their names in it. */
export const selectModerators = (db: Db, roomId: number) =>
  db<{ account_id: number; username: string; im_id: number; accid: string; name: string }[]>`
    select account.id as account_id, account.username, i.id as im_id, i.accid, m.nick as name
    from im_room_member m join im_account i on i.id = m.im_account_id join account on account.id = i.account_id
    where m.room_id = ${roomId} and m.role = 'manager' order by account.username`

/** Chat account of a person of the site; null for one who has not used the chat. */
export const selectChatAccount = (db: Db, accountId: number) =>
  firstRow(db<{ id: number; accid: string; is_muted: boolean; is_blocked: boolean }[]>`
    select id, accid, is_muted, is_blocked from im_account where account_id = ${accountId}`)

/** Names by which others know an account: its account name, nickname and alias of counselling. */
export async function selectKnownNames(db: Db, accountId: number): Promise<string[]> {
  const rows = await db<{ names: string[] }[]>`
    select array_remove(array[account.username, coalesce(account.nickname, ''), coalesce(u.alias, '')], '') as names
    from account left join im_account i on i.account_id = account.id left join im_user u on u.im_account_id = i.id
    where account.id = ${accountId}`
  return rows.flatMap(({ names }) => names)
}

/**
 * Accounts of this name that may moderate: counsellors and users, because only they can use the chat.
 * @param phoneIndex of a name that is a telephone number, otherwise null
 */
export const selectNamedAccounts = (
  db: Db,
  { name, phoneIndex }: { name: string; phoneIndex: Buffer | null },
  roleIds: readonly number[],
) =>
  db<(NamedRow & Pick<Rows['account'], 'username' | 'nickname'>)[]>`
    select ${name} as name, account.id, account.username, account.nickname,
      account.username_key <> lower(${name}) and i.accid is distinct from lower(${name})
        and account.phone_index is distinct from ${phoneIndex}::bytea as is_nickname
    from account left join im_account i on i.account_id = account.id
    where account.enabled and account.role_id = any(${[...roleIds]}::smallint[])
      and (account.username_key = lower(${name}) or account.nickname = ${name} or account.phone_index = ${phoneIndex}::bytea
        or i.accid = lower(${name}))`
