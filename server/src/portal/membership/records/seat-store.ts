// SQL of the seats of a unit.
import type { MemberState } from '@xinqiao/contract/membership.ts'
import type { Rows } from '../../../../db/rows.ts'
import { valuesWithId, type Db } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { firstRow, readPage } from '../../../kit/db/results.ts'

export type SeatRow = Rows['member_seat']

export const selectSeats = (db: Db, memberId: number) =>
  db<SeatRow[]>`select * from member_seat where member_id = ${memberId} order by id`

type NewSeat = Pick<SeatRow, 'id' | 'member_id' | 'name' | 'phone_sealed' | 'phone_index'>

/**
 * Invites a person to a seat.
 * @returns false when the person is already invited
 */
export async function insertSeat(db: Db, seat: NewSeat): Promise<boolean> {
  const result = await db`
    insert into member_seat ${valuesWithId(db, seat)} on conflict (member_id, phone_index) do nothing`
  return result.count === 1
}

/** Gives a person of the unit a seat without an invitation. */
export async function insertUsedSeat(db: Db, seat: NewSeat & { account_id: number }): Promise<void> {
  await db`
    insert into member_seat ${valuesWithId(db, { ...seat, state: 'taken' })}
    on conflict (member_id, phone_index) do update set state = 'taken', account_id = excluded.account_id`
}

/** A seat of this unit that is in use. */
export const selectUsedSeat = (db: Db, memberId: number, id: number) =>
  firstRow(db<(SeatRow & { account_id: number })[]>`
    select * from member_seat where id = ${id} and member_id = ${memberId} and state = 'taken'`)

export const deleteSeat = (db: Db, memberId: number, id: number) =>
  firstRow(db<Pick<SeatRow, 'account_id'>[]>`
    delete from member_seat where id = ${id} and member_id = ${memberId} returning account_id`)

/** Accounts that use a seat of this unit. */
export async function selectSeatedAccounts(db: Db, memberId: number): Promise<number[]> {
  const rows = await db<{ account_id: number }[]>`
    select account_id from member_seat where member_id = ${memberId} and state = 'taken'`
  return rows.map((row) => row.account_id)
}

/** The enabled account with the invited phone number, if any. */
export async function selectAccountIdByPhone(db: Db, phoneIndex: Uint8Array): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`select id from account where phone_index = ${phoneIndex} and enabled`
  return row?.id ?? null
}

export type OwnSeatRow = { id: number; unit_name: string; is_taken: boolean }
/** SQL condition: the seat's account, or before acceptance the account with the invited phone number. */
const seatsOfAccount = (db: Db, accountId: number) => db`(
  account_id = ${accountId} or state = 'asked'
    and phone_index = (select phone_index from account where id = ${accountId}))`

/** Seats that the account uses or was invited to. */
export const selectOwnSeats = (db: Db, accountId: number) =>
  db<OwnSeatRow[]>`
    select s.id, m.name as unit_name, s.state = 'taken' as is_taken
    from (select * from member_seat where ${seatsOfAccount(db, accountId)}) s join member m on m.id = s.member_id
    where m.state <> 'left' order by s.id`

/**
 * Accepts a seat.
 * @returns false when it is not for this account
 */
export async function markSeatAccepted(db: Db, id: number, accountId: number): Promise<boolean> {
  const result = await db`
    update member_seat set state = 'taken', account_id = ${accountId}
    where id = ${id} and state = 'asked'
      and phone_index = (select phone_index from account where id = ${accountId})`
  return result.count === 1
}

/** True when the account uses a seat in a unit whose membership has not ended. */
export async function hasSeat(db: Db, accountId: number): Promise<boolean> {
  const rows = await db`
    select 1 from member_seat s join member m on m.id = s.member_id
    where s.account_id = ${accountId} and m.state <> 'left'`
  return rows.length > 0
}

/** Releases the account's seats in units that have left, because an account uses only one seat. */
export async function deleteFormerSeats(db: Db, accountId: number): Promise<void> {
  await db`
    delete from member_seat s using member m
    where m.id = s.member_id and m.state = 'left' and s.account_id = ${accountId}`
}

export async function deleteSeatOfAccount(db: Db, id: number, accountId: number): Promise<boolean> {
  const result = await db`
    delete from member_seat where id = ${id} and ${seatsOfAccount(db, accountId)}`
  return result.count === 1
}

export type UnitMemberRow = Pick<
  Rows['member'],
  'id' | 'number' | 'name' | 'organization' | 'phone_sealed' | 'term_until'
> & { state: MemberState; level_title: string; seats: number; taken: number; offered: number }

export function selectUnitMembers(db: Db, state: MemberState | undefined, { limit, offset }: PageLimits) {
  const where = db`m.kind = 'unit' ${state === undefined ? db`` : db`and m.state = ${state}`}`
  return readPage(
    db<UnitMemberRow[]>`
      select m.id, m.number, m.name, m.organization, m.phone_sealed, m.term_until, m.state, l.title as level_title,
        l.seats, used.taken, used.offered
      from member m join member_level l on l.id = m.level_id
      cross join lateral (
        select count(*) filter (where state = 'taken') as taken, count(*) filter (where state <> 'taken') as offered
        from member_seat where member_id = m.id) used
      where ${where} order by m.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from member m where ${where}`,
  )
}
