// All SQL of duty rosters and duty calls.
import { roles } from '@xinqiao/contract/roles.ts'
import type { Rows } from '../../../db/rows.ts'
import type { Db, Tx } from '../../kit/db/db.ts'

/** Roles that may open the duty list can be on duty. */
const dutyRoles = [roles.administrator, roles.service]

export type DutyRow = Pick<Rows['account'], 'id' | 'nickname' | 'username' | 'email_confirmed_at'> & {
  role_id: number
  since: Date | null
}

export const listPeople = (db: Db) =>
  db<DutyRow[]>`
    select a.id, a.nickname, a.username, a.email_confirmed_at, a.role_id, d.since
    from account a left join duty_person d on d.account_id = a.id
    where a.role_id in ${db(dutyRoles)} and a.enabled order by d.since is null, a.role_id desc, a.id`

/** @returns false when this account cannot be on duty */
export async function putOnDuty(tx: Tx, accountId: number): Promise<boolean> {
  const done = await tx`
    insert into duty_person (account_id)
    select id from account where id = ${accountId} and role_id in ${tx(dutyRoles)} and enabled
    on conflict (account_id) do update set since = duty_person.since`
  return done.count === 1
}

export async function takeOffDuty(tx: Tx, accountId: number): Promise<void> {
  await tx`delete from duty_person where account_id = ${accountId}`
}

export type DueCall = Pick<Rows['crisis_alert'], 'id' | 'calls' | 'level' | 'hits' | 'taken_by'>

/** Alerts to call the duty staff for: new ones, once more if unclaimed, and claimed ones with news. Skips rows locked by other nodes. */
export const lockDueCalls = (tx: Tx, againAfterMinutes: number, limit: number) =>
  tx<DueCall[]>`
    select id, calls, level, hits, taken_by from crisis_alert
    where (state = 'open' and calls < 2
        and (calls = 0 or called_at < now() - make_interval(mins => ${againAfterMinutes})))
      or (state = 'taken' and has_news
        and (called_at is null or called_at < now() - make_interval(mins => ${againAfterMinutes})))
    order by id limit ${limit} for update skip locked`

export async function countCall(tx: Tx, id: number): Promise<void> {
  await tx`update crisis_alert set calls = calls + 1, called_at = now(), has_news = false where id = ${id}`
}
