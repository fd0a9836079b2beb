// All SQL of membership status; read-only.
import type { Db } from '../../kit/db/db.ts'
import { firstRow } from '../../kit/db/results.ts'

export async function isLiveMember(db: Db, accountId: number): Promise<boolean> {
  const [row] = await db<{ live: boolean }[]>`
    select exists (select 1 from member where account_id = ${accountId} and state in ('active', 'grace'))
      -- imported with the phone number that this account has verified
      or exists (
        select 1 from account join member on member.phone_index = account.phone_index
        where account.id = ${accountId} and member.account_id is null and member.state in ('active', 'grace'))
      or exists (
        select 1 from member_seat join member on member.id = member_seat.member_id
        where member_seat.account_id = ${accountId} and member_seat.state = 'taken'
          and member.state in ('active', 'grace')) as live`
  return row?.live ?? false
}

export async function listLiveMembers(db: Db): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    with live as (
      select id, account_id, phone_index from member where state in ('active', 'grace')
    ), found as (
      select account_id as id from live where account_id is not null
      union
      select account.id from live join account on account.phone_index = live.phone_index
      where live.account_id is null
      union
      select member_seat.account_id from member_seat join live on live.id = member_seat.member_id
      where member_seat.state = 'taken' and member_seat.account_id is not null)
    select account.id from found join account on account.id = found.id where account.enabled order by account.id`
  return rows.map((row) => row.id)
}

export type KnownPersonRow = {
  phone_sealed: Uint8Array
  email: string
  member_name: string | null
  gender: string | null
  organization: string | null
  member_id: number | null
  email_sealed: Uint8Array | null
}

/** The account, and the individual membership of the account or its phone number. The entry of a unit names no person. */
export const findKnownPerson = (db: Db, accountId: number) =>
  firstRow(db<KnownPersonRow[]>`
    select account.phone_sealed, account.email, member.name as member_name, member.gender, member.organization,
      member.id as member_id, member.email_sealed
    from account left join lateral (
      select * from member
      where kind = 'individual' and state <> 'left'
        and (account_id = account.id or (account_id is null and phone_index = account.phone_index))
      order by account_id is null, id desc limit 1) member on true
    where account.id = ${accountId}`)
