// SQL of members, their terms and reminders.
import type { MemberFigures } from '@xinqiao/contract/http/membership/own.ts'
import type { MemberKind, MemberState, ReminderKind } from '@xinqiao/contract/membership.ts'
import type { Rows } from '../../../../db/rows.ts'
import { valuesWithId, type Db, type Tx } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { firstRow, onlyRow, readCount, readPage } from '../../../kit/db/results.ts'

export type MemberRow = Omit<Rows['member'], 'kind' | 'state' | 'gender'> & {
  kind: MemberKind
  state: MemberState
  gender: '男' | '女' | null
}
export type MemberDetailRow = MemberRow & {
  level_title: string
  seats: number
  wished_title: string | null
  username: string
}
export type TermRow = Rows['member_term']

const memberDetailRows = (db: Db) => db`
  select m.*, l.title as level_title, l.seats, wished.title as wished_title, coalesce(a.username, '') as username
  from member m join member_level l on l.id = m.level_id left join member_level wished on wished.id = m.wished_level_id
  left join account a on a.id = m.account_id`

/** The current membership of this account. */
export const selectLiveMember = (db: Db, accountId: number) =>
  firstRow(db<MemberDetailRow[]>`${memberDetailRows(db)} where m.account_id = ${accountId} and m.state <> 'left'`)

/** The newest membership, even if it has ended. */
export const selectNewestMember = (db: Db, accountId: number) =>
  firstRow(db<MemberDetailRow[]>`
    ${memberDetailRows(db)} where m.account_id = ${accountId} order by m.state = 'left', m.id desc limit 1`)

export const selectMember = (db: Db, id: number) =>
  firstRow(db<MemberDetailRow[]>`${memberDetailRows(db)} where m.id = ${id}`)

export const lockMember = (tx: Tx, id: number) =>
  firstRow(tx<MemberRow[]>`select * from member where id = ${id} for update`)

export const lockLiveMember = (tx: Tx, accountId: number) =>
  firstRow(tx<MemberRow[]>`
    select * from member where account_id = ${accountId} and state <> 'left' for update`)

/** An ended membership, by its id or its application. */
export const lockFormerMember = (tx: Tx, { memberId, applicationId }: { memberId: number; applicationId: number }) =>
  firstRow(tx<MemberRow[]>`
    select * from member where id = ${memberId} or application_id = ${applicationId} order by id desc limit 1 for update`)

export type MemberValues = Partial<Omit<MemberRow, 'id' | 'version' | 'created_at'>>
export type NewMember = MemberValues &
  Pick<
    MemberRow,
    | 'id'
    | 'kind'
    | 'level_id'
    | 'name'
    | 'state'
    | 'joined_on'
    | 'term_from'
    | 'term_until'
    | 'phone_sealed'
    | 'phone_index'
  >

/** Creates a number like `2026G00012`: the year of joining, the kind, a running number. */
export async function selectNextMemberNumber(db: Db, kind: MemberKind, joinedOn: string): Promise<string> {
  const [row] = await db<{ next: number }[]>`select nextval('member_number_seq') as next`
  return `${joinedOn.slice(0, 4)}${kind === 'unit' ? 'D' : 'G'}${`${row!.next}`.padStart(5, '0')}`
}

export async function insertMember(db: Db, values: NewMember & { number: string }): Promise<void> {
  await db`insert into member ${valuesWithId(db, values)}`
}

export async function updateMember(db: Db, id: number, values: MemberValues): Promise<void> {
  await db`update member set ${db(values)}, version = version + 1 where id = ${id}`
}

// ---- terms

export const selectTerms = (db: Db, memberId: number) =>
  db<TermRow[]>`select * from member_term where member_id = ${memberId} order by starts_on desc, id desc`

export async function insertTerm(
  db: Db,
  term: Pick<TermRow, 'member_id' | 'fee_id' | 'order_no' | 'cents' | 'starts_on' | 'ends_on'>,
): Promise<void> {
  await db`insert into member_term ${db(term)}`
}

export async function hasTerm(db: Db, orderNo: string): Promise<boolean> {
  return (await db`select 1 from member_term where order_no = ${orderNo}`).length > 0
}

/**
 * Cancels the term that this order paid.
 * @returns the id of its member, or null if no term of the order was active
 */
export async function markTermCancelled(db: Db, orderNo: string): Promise<number | null> {
  const [row] = await db<{ member_id: number }[]>`
    update member_term set cancelled_at = now() where order_no = ${orderNo} and cancelled_at is null
    returning member_id`
  return row?.member_id ?? null
}

// ---- daily job

/** Members whose stored state differs from their state on this day (terms.ts has the same rule for one member). */
export const lockMembersToMove = (tx: Tx, today: string, graceDays: number, limit: number) =>
  tx<MemberRow[]>`
    select * from member
    where term_until < ${today} and (
      state = 'active' or (state = 'grace' and term_until < ${today}::date - ${graceDays}::int)
      or (state = 'lapsed' and term_until < ${today}::date - 365))
    order by id limit ${limit} for update skip locked`

/** Members whose term ends soon or has ended, for reminders. */
export const selectMembersToRemind = (
  db: Db,
  { from, until, afterId, limit }: { from: string; until: string; afterId: number; limit: number },
) =>
  db<MemberDetailRow[]>`
    ${memberDetailRows(db)} where m.state in ('active', 'grace', 'lapsed')
      and m.term_until between ${from} and ${until} and m.id > ${afterId} order by m.id limit ${limit}`

export type ReminderRow = Omit<Rows['member_reminder'], 'kind'> & { kind: ReminderKind }
type NewReminder = Pick<ReminderRow, 'member_id' | 'term_until' | 'days'> &
  Partial<Pick<ReminderRow, 'kind' | 'by_phone' | 'people'>>

/** @returns false when the reminder was already sent */
export async function insertReminder(db: Db, reminder: NewReminder): Promise<boolean> {
  return (await db`insert into member_reminder ${db(reminder)} on conflict do nothing`).count === 1
}

export const selectMemberReminders = (db: Db, memberId: number) =>
  db<ReminderRow[]>`
    select * from member_reminder where member_id = ${memberId} order by id desc limit 50`

export type ListedReminderRow = ReminderRow & Pick<MemberRow, 'number' | 'name' | 'state'>
export async function selectReminders(db: Db, today: string, soon: string, { limit, offset }: PageLimits) {
  const [rows, [total], [counts]] = await Promise.all([
    db<ListedReminderRow[]>`
      select r.*, m.number, m.name, m.state from member_reminder r join member m on m.id = r.member_id
      order by r.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from member_reminder`,
    db<{ ending: number; in_grace: number; lapsed: number }[]>`
      select count(*) filter (where state = 'active' and term_until between ${today} and ${soon}) as ending,
        count(*) filter (where state = 'grace') as in_grace, count(*) filter (where state = 'lapsed') as lapsed
      from member where state in ('active', 'grace', 'lapsed')`,
  ])
  return { rows, total: total?.count ?? 0, ...(counts ?? { ending: 0, in_grace: 0, lapsed: 0 }) }
}

// ---- lists

export type MemberQuery = {
  state: MemberState | undefined
  kind: MemberKind | undefined
  levelId: number | undefined
  /** Terms that end within this range of days. */
  ending: [string, string] | undefined
  hasLevelChange?: boolean | undefined
  key: string | undefined
  /** Digest of a phone number, when the key is one. */
  phoneIndex: Uint8Array | undefined
}

const matchingMembers = (
  db: Db,
  { state, kind, levelId, ending, hasLevelChange, key, phoneIndex }: MemberQuery,
) => db`where true
  ${state === undefined ? db`` : db`and m.state = ${state}`}
  ${kind === undefined ? db`` : db`and m.kind = ${kind}`}
  ${levelId === undefined ? db`` : db`and m.level_id = ${levelId}`}
  ${ending === undefined ? db`` : db`and m.state in ('active', 'grace') and m.term_until between ${ending[0]} and ${ending[1]}`}
  ${hasLevelChange ? db`and m.wished_level_id is not null` : db``}
  ${
    phoneIndex
      ? db`and m.phone_index = ${phoneIndex}`
      : key
        ? db`and (m.number = ${key.toUpperCase()} or strpos(lower(m.name), lower(${key})) > 0
            or strpos(lower(m.organization), lower(${key})) > 0)`
        : db``
  }`

export function selectMembersForStaff(db: Db, query: MemberQuery, { limit, offset }: PageLimits) {
  const where = matchingMembers(db, query)
  return readPage(
    db<MemberDetailRow[]>`${memberDetailRows(db)} ${where} order by m.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from member m ${where}`,
  )
}

export const countMembers = (db: Db, query: MemberQuery) =>
  readCount(db<{ count: number }[]>`select count(*) from member m ${matchingMembers(db, query)}`)

/** Members by id, for exports in batches. */
export const selectMembersAfter = (db: Db, query: MemberQuery, afterId: number, limit: number) =>
  db<
    MemberDetailRow[]
  >`${memberDetailRows(db)} ${matchingMembers(db, query)} and m.id > ${afterId} order by m.id limit ${limit}`

type DirectoryQuery = PageLimits & { kind: MemberKind | undefined; key: string | undefined }

export function selectDirectoryMembers(db: Db, { kind, key, limit, offset }: DirectoryQuery) {
  const where = db`where m.in_directory and m.state in ('active', 'grace')
    ${kind === undefined ? db`` : db`and m.kind = ${kind}`}
    ${
      key
        ? db`and (strpos(lower(m.name), lower(${key})) > 0 or strpos(lower(m.organization), lower(${key})) > 0
            or strpos(lower(m.introduction), lower(${key})) > 0)`
        : db``
    }`
  return readPage(
    db<MemberDetailRow[]>`
      ${memberDetailRows(db)} ${where} order by m.joined_on desc, m.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from member m ${where}`,
  )
}

/** Members whose membership is valid, by kind. */
export const countValidMembers = (db: Db) =>
  onlyRow(db<MemberFigures[]>`
    select count(*) filter (where kind = 'individual') as individuals, count(*) filter (where kind = 'unit') as units
    from member where state in ('active', 'grace')`)

// ---- imported members and their accounts

/** Links an imported membership with the same phone number to the account. */
export async function updateMemberAccountByPhone(db: Db, accountId: number): Promise<void> {
  await db`
    update member set account_id = ${accountId}
    where id = (
      select m.id from member m join account a on a.phone_index = m.phone_index
      where a.id = ${accountId} and m.account_id is null and m.state <> 'left'
        and not exists (select 1 from member o where o.account_id = ${accountId} and o.state <> 'left')
      order by m.id limit 1)`
}

type TakenIdentifiers = { number: boolean; id_number: boolean; phone: boolean }

/**
 * Says which identifiers are taken: a member number by any member, present or former; ID number and phone by another
 * current member of this kind.
 */
export const selectTakenIdentifiers = (
  db: Db,
  kind: MemberKind,
  { number, idNumber, phone }: { number: string; idNumber: Uint8Array | null; phone: Uint8Array | null },
  exceptId = 0,
) =>
  onlyRow(db<TakenIdentifiers[]>`
    select exists (select 1 from member where number = ${number}) as number,
      exists (select 1 from member where kind = ${kind} and id_number_index = ${idNumber} and state <> 'left'
        and id <> ${exceptId}) as id_number,
      exists (select 1 from member where kind = ${kind} and phone_index = ${phone} and state <> 'left'
        and id <> ${exceptId}) as phone`)

export async function selectAccountByPhone(db: Db, phoneIndex: Uint8Array): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`select id from account where phone_index = ${phoneIndex}`
  return row?.id ?? null
}
