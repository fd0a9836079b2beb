// SQL of the known data of a person; read-only.
import type { Db } from '../../kit/db/db.ts'
import { firstRow } from '../../kit/db/results.ts'

export type KnownPersonRow = {
  phone_sealed: Uint8Array
  email: string
  member_name: string | null
  gender: string | null
  organization: string | null
  member_id: number | null
  email_sealed: Uint8Array | null
}

/**
 * The account, and the individual membership of the account or its phone number. The entry of a unit names no person.
 */
export const selectKnownPerson = (db: Db, accountId: number) =>
  firstRow(db<KnownPersonRow[]>`
    select account.phone_sealed, account.email, member.name as member_name, member.gender, member.organization,
      member.id as member_id, member.email_sealed
    from account left join lateral (
      select * from member
      where kind = 'individual' and state <> 'left'
        and (account_id = account.id or (account_id is null and phone_index = account.phone_index))
      order by account_id is null, id desc limit 1) member on true
    where account.id = ${accountId}`)
