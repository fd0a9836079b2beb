// Current membership of an account: individual, or by a seat of a unit. Other features use this file instead of the
// membership tables.
import type { Db } from '../../kit/db/db.ts'

/** A member in the grace period counts as a member. */
export async function isActiveMember(db: Db, accountId: number): Promise<boolean> {
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

/** All current members, as enabled accounts. */
export async function listActiveMembers(db: Db): Promise<number[]> {
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
