// SQL of duty rosters, and of the notifications to people on duty.
import type { CrisisLevel, DutyRank } from '@xinqiao/contract/crisis.ts'
import type { DutySettings } from '@xinqiao/contract/http/crisis/duty.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import type { SqlPart } from '../../../kit/db/lists.ts'
import { onlyRow } from '../../../kit/db/results.ts'

/** Roles that may open the duty list can be on duty. */
const dutyRoles = [roles.administrator, roles.service]

export type DutyPersonRow = Pick<Rows['account'], 'id' | 'nickname' | 'username' | 'email_confirmed_at'> & {
  role_id: number
  since: Date | null
  rank: DutyRank | null
}

export const selectDutyPeople = (db: Db) =>
  db<DutyPersonRow[]>`
    select a.id, a.nickname, a.username, a.email_confirmed_at, a.role_id, d.since, d.rank
    from account a left join duty_person d on d.account_id = a.id
    where a.role_id in ${db(dutyRoles)} and a.enabled
    order by d.since is null, array_position(array['duty', 'deputy', 'head'], d.rank), a.role_id desc, a.id`

/** @returns false when this account cannot be on duty */
export async function upsertDutyPerson(tx: Tx, accountId: number, rank: DutyRank): Promise<boolean> {
  const result = await tx`
    insert into duty_person (account_id, rank)
    select id, ${rank} from account where id = ${accountId} and role_id in ${tx(dutyRoles)} and enabled
    on conflict (account_id) do update set rank = excluded.rank`
  return result.count === 1
}

export async function deleteDutyPerson(tx: Tx, accountId: number): Promise<void> {
  await tx`delete from duty_person where account_id = ${accountId}`
}

const defaultSettings: DutySettings = { deputyMinutes: 5, headMinutes: 10, repeatMinutes: 10 }

export async function selectDutySettings(db: Db): Promise<DutySettings> {
  const [row] = await db<DutySettings[]>`
    select deputy_minutes as "deputyMinutes", head_minutes as "headMinutes", repeat_minutes as "repeatMinutes"
    from duty_settings`
  return row ?? defaultSettings
}

export async function upsertDutySettings(
  tx: Tx,
  { deputyMinutes, headMinutes, repeatMinutes }: DutySettings,
): Promise<void> {
  const row = { deputy_minutes: deputyMinutes, head_minutes: headMinutes, repeat_minutes: repeatMinutes }
  await tx`
    insert into duty_settings ${tx(row)}
    on conflict (only_row) do update set deputy_minutes = excluded.deputy_minutes,
      head_minutes = excluded.head_minutes, repeat_minutes = excluded.repeat_minutes`
}

export type DueAlert = Pick<Rows['crisis_alert'], 'id' | 'calls' | 'taken_by' | 'is_drill' | 'created_at'>

const newsMinutes = 2
/** Notifications of an alert are counted up to here: the column is a smallint, and an alert may never be claimed. */
const maxCalls = 30_000

/**
 * Alerts of which the duty staff must be notified: new ones, then repeatedly while unclaimed, and claimed ones with new
 * texts. Skips rows locked by other nodes.
 */
export const lockAlertsToNotify = (
  tx: Tx,
  { deputyMinutes, headMinutes, repeatMinutes }: DutySettings,
  limit: number,
) =>
  tx<DueAlert[]>`
    select id, calls, taken_by, is_drill, created_at from crisis_alert
    where (state = 'open' and (calls = 0 or called_at < now() - make_interval(mins =>
        case calls when 1 then ${deputyMinutes}::integer when 2 then ${headMinutes}::integer else ${repeatMinutes}::integer end)))
      or (state = 'taken' and has_news
        and (news_sent_at is null or news_sent_at < now() - make_interval(mins => ${newsMinutes})))
    order by id limit ${limit} for update skip locked`

export async function markAlertNotified(tx: Tx, id: number): Promise<void> {
  await tx`
    update crisis_alert set calls = least(calls + 1, ${maxCalls}), called_at = now() where id = ${id} and state = 'open'`
  await tx`update crisis_alert set has_news = false, news_sent_at = now() where id = ${id} and state = 'taken'`
}

export type UnseenAlert = Pick<Rows['crisis_alert'], 'id' | 'unseen_calls' | 'taken_by' | 'seen_hits'> & {
  unseen_since: Date
}

/**
 * Claimed alerts with new texts, or handed over, that their followers have not looked at. They wait as long as
 * unclaimed ones for the next rank. Skips rows locked by other nodes.
 */
export const lockUnseenAlerts = (tx: Tx, { deputyMinutes, headMinutes, repeatMinutes }: DutySettings, limit: number) =>
  tx<UnseenAlert[]>`
    select id, unseen_calls, taken_by, seen_hits, unseen_since from crisis_alert
    where state = 'taken' and unseen_since is not null
      and coalesce(unseen_called_at, unseen_since) < now() - make_interval(mins =>
        case unseen_calls when 0 then ${deputyMinutes}::integer when 1 then ${headMinutes}::integer else ${repeatMinutes}::integer end)
    order by id limit ${limit} for update skip locked`

export async function markUnseenAlertNotified(tx: Tx, id: number): Promise<void> {
  await tx`
    update crisis_alert set unseen_calls = least(unseen_calls + 1, ${maxCalls}), unseen_called_at = now()
    where id = ${id}`
}

// ---- follow-up

/** Alerts whose planned day of follow-up has come. Each is returned once. */
export const lockFollowUpsToRemind = (tx: Tx, today: string, limit: number) =>
  tx<Pick<Rows['crisis_alert'], 'id' | 'taken_by'>[]>`
    update crisis_alert set is_reminded = true
    where id in (
      select id from crisis_alert where state = 'taken' and not is_reminded and follow_up_on <= ${today}
      order by id limit ${limit} for update skip locked)
    returning id, taken_by`

/** `level` and `longestWaitSeconds` are those of real alerts; of exercises only while no real alert is open. */
export type WaitingAlertCounts = {
  open: number
  drills: number
  level: CrisisLevel | null
  longestWaitSeconds: number
  followUps: number
} & FollowedAlertIds

type FollowedAlertIds = {
  /** Alerts of the viewer with texts that they have not looked at. */
  newsIds: number[]
  /** Alerts that were handed over to the viewer, who has not opened them yet. */
  handedOverIds: number[]
  /** Alerts of colleagues who did not look in time at new texts, or at what was handed over to them. */
  overdueIds: number[]
}

const listIds = (db: Db, condition: SqlPart) =>
  db`coalesce(array_agg(id order by severity, id) filter (where state = 'taken' and ${condition}), '{}')`

export const countWaitingAlerts = (db: Db, viewerId: number, today: string) =>
  onlyRow(db<WaitingAlertCounts[]>`
    select count(*) filter (where state = 'open') as open, count(*) filter (where state = 'open' and is_drill) as drills,
      (select level from crisis_alert where state = 'open'
        order by is_drill, severity limit 1) as level,
      coalesce(extract(epoch from now() - coalesce(min(created_at) filter (where state = 'open' and not is_drill),
        min(created_at) filter (where state = 'open'))), 0)::integer as "longestWaitSeconds",
      count(*) filter (where state = 'taken' and taken_by = ${viewerId} and follow_up_on <= ${today}) as "followUps",
      ${listIds(db, db`taken_by = ${viewerId} and unseen_since is not null and seen_hits > 0`)} as "newsIds",
      ${listIds(db, db`taken_by = ${viewerId} and seen_hits = 0`)} as "handedOverIds",
      ${listIds(db, db`taken_by is distinct from ${viewerId} and unseen_calls > 0`)} as "overdueIds"
    from crisis_alert where state in ('open', 'taken')`)
