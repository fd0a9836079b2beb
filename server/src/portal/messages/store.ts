// SQL of the message centre for its owner.
import { officialTypes, type NoticeKind } from '@xinqiao/contract/notices.ts'
import type { Rows } from '../../../db/rows.ts'
import type { Db } from '../../kit/db/db.ts'
import { firstRow, onlyRow } from '../../kit/db/results.ts'

export type SiteMessageRow = Omit<Rows['message'], 'account_id' | 'once_key' | 'read_at' | 'kind'> & {
  kind: NoticeKind
}

const maxMessages = 200

/** Messages of the account, newest first, at most `maxMessages`. */
export const selectMessages = (db: Db, accountId: number, isRead: boolean) =>
  db<SiteMessageRow[]>`
    select id, kind, type, title, link, bulletin_id, question_id, from_name, from_avatar, created_at from message
    where account_id = ${accountId} and ${isRead ? db`read_at is not null` : db`read_at is null`}
    order by id desc limit ${maxMessages}`

export type UnreadCounts = { official: number; notice: number }

export const countUnreadMessages = (db: Db, accountId: number) =>
  onlyRow(db<UnreadCounts[]>`
    select count(*) filter (where is_official) as official, count(*) filter (where not is_official) as notice
    from (select type = any(${[...officialTypes]}::smallint[]) as is_official
      from message where account_id = ${accountId} and read_at is null) unread`)

export async function markAllMessagesRead(db: Db, accountId: number): Promise<void> {
  await db`update message set read_at = now() where account_id = ${accountId} and read_at is null`
}

/**
 * Marks a message as read.
 * @returns false when the account has no such message
 */
export async function markMessageRead(db: Db, accountId: number, id: number): Promise<boolean> {
  const result = await db`
    update message set read_at = coalesce(read_at, now()) where id = ${id} and account_id = ${accountId}`
  return result.count === 1
}

export type BulletinRow = Pick<Rows['bulletin'], 'id' | 'title' | 'content' | 'created_at'>

/** The bulletin, for its receivers only. Null for others, and for a withdrawn one. */
export const selectBulletin = (db: Db, accountId: number, id: number) =>
  firstRow(db<BulletinRow[]>`
    select b.id, b.title, b.content, b.created_at from bulletin b
    where b.id = ${id} and b.withdrawn_at is null
      and exists (select 1 from message m where m.bulletin_id = b.id and m.account_id = ${accountId})`)

// ---- choices

export type NoticeChoiceRow = Pick<Rows['notice_choice'], 'site' | 'sms' | 'mail' | 'push'> & { kind: NoticeKind }
export type QuietHoursRow = Pick<Rows['notice_quiet'], 'enabled' | 'from_minute' | 'to_minute'>

export const selectNoticeChoices = (db: Db, accountId: number) =>
  db<NoticeChoiceRow[]>`select kind, site, sms, mail, push from notice_choice where account_id = ${accountId}`

export const selectQuietHours = (db: Db, accountId: number) =>
  firstRow(db<QuietHoursRow[]>`
    select enabled, from_minute, to_minute from notice_quiet where account_id = ${accountId}`)
