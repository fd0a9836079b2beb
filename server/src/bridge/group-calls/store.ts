// SQL of group calls and of the people in them. Writers of people hold the lock of the call.
import type { GroupCallEnding } from '@xinqiao/contract/group-calls.ts'
import type { CallRoute } from '@xinqiao/contract/calls.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import type { Rows } from '../../../db/rows.ts'
import type { Db, Tx } from '../../kit/db/db.ts'
import { firstRow } from '../../kit/db/results.ts'

/** Time of the database in milliseconds, because clocks of nodes differ. */
const nowMs = (db: Db) => db`(extract(epoch from clock_timestamp()) * 1000)::bigint`

export type CallAccessRow = {
  group_id: number
  title: string
  im_id: number
  accid: string
  is_muted: boolean
  is_leader: boolean
}

/** Condition: the member `m` of the team `t` of the group `g`, with account `a`, may take part in calls. */
const mayTakePart = (db: Db) => db`
  g.kind = 'led' and g.state in ('open', 'closed') and t.is_valid and m.is_valid and a.enabled and not i.is_blocked`
const placeTables = (db: Db) => db`
  peer_group g join im_team t on t.id = g.team_id join im_team_member m on m.team_id = t.id
  join im_account i on i.id = m.im_account_id join account a on a.id = i.account_id`
/** Muted by staff, or in the group by a leader. */
const hasMute = (db: Db) => db`(i.is_muted or m.is_muted)`
const isLeader = (db: Db) => db`
  (m.role <> 0 and a.role_id = ${roles.counsellor} and a.id in (g.leader_id, coalesce(g.co_leader_id, 0)))`

/** The place of this account in the counsellor-led group of a team. */
export const selectCallAccess = (db: Db, teamId: number, accountId: number) =>
  firstRow(db<CallAccessRow[]>`
    select g.id as group_id, g.title, i.id as im_id, i.accid, ${hasMute(db)} as is_muted, ${isLeader(db)} as is_leader
    from ${placeTables(db)}
    where g.team_id = ${teamId} and i.account_id = ${accountId} and ${mayTakePart(db)}`)

/** True for a member of this team, of whatever kind. */
export async function isTeamMember(db: Db, teamId: number, accountId: number): Promise<boolean> {
  const rows = await db`
    select 1 from im_team t join im_team_member m on m.team_id = t.id and m.is_valid
    join im_account i on i.id = m.im_account_id
    where t.id = ${teamId} and t.is_valid and i.account_id = ${accountId}`
  return rows.length > 0
}

export type GroupCallRow = Rows['group_call'] & { outcome: GroupCallEnding | null; now: number; starter: string }
const callColumns = (db: Db) => db`
  c.*, ${nowMs(db)} as now, (select i.accid from im_account i where i.id = c.starter_id) as starter`

export const selectRunningCall = (db: Db, teamId: number) =>
  firstRow(db<(GroupCallRow & { people: number; starter_name: string })[]>`
    select ${callColumns(db)}, (select count(*) from group_call_member p where p.call_id = c.id and p.leave_time is null)
      as people,
      coalesce((select m.nick from im_team_member m where m.team_id = c.team_id and m.im_account_id = c.starter_id), '')
      as starter_name
    from group_call c where c.team_id = ${teamId} and c.end_time is null`)

export const selectCall = (db: Db, id: number) =>
  firstRow(db<GroupCallRow[]>`select ${callColumns(db)} from group_call c where c.id = ${id}`)

export const lockCall = (tx: Tx, id: number) =>
  firstRow(tx<GroupCallRow[]>`select ${callColumns(tx)} from group_call c where c.id = ${id} for update`)

/** @returns false when the team has a running call */
export async function insertCall(
  tx: Tx,
  { id, teamId, starterId }: { id: number; teamId: number; starterId: number },
): Promise<boolean> {
  const result = await tx`
    insert into group_call (id, team_id, starter_id, begin_time, led_time)
    values (${id}, ${teamId}, ${starterId}, ${nowMs(tx)}, ${nowMs(tx)})
    on conflict (team_id) where end_time is null do nothing`
  return result.count === 1
}

export async function updateCallEnded(tx: Tx, id: number, outcome: GroupCallEnding): Promise<void> {
  await tx`update group_call set end_time = ${nowMs(tx)}, outcome = ${outcome} where id = ${id}`
  await tx`
    update group_call_member set leave_time = ${nowMs(tx)}, is_connected = false
    where call_id = ${id} and leave_time is null`
}

export type CallPersonRow = Rows['group_call_member'] & { route: CallRoute | null }

export const selectPerson = (db: Db, callId: number, imId: number) =>
  firstRow(db<CallPersonRow[]>`select * from group_call_member where call_id = ${callId} and im_account_id = ${imId}`)

/** The person with this number, and whether the person leads the group now. */
export const selectPersonByNumber = (db: Db, callId: number, person: number) =>
  firstRow(db<CallPersonRow[]>`
    select p.*, exists (
      select 1 from ${placeTables(db)} where g.team_id = c.team_id and i.id = p.im_account_id and ${isLeader(db)}
    ) as is_leader
    from group_call_member p join group_call c on c.id = p.call_id where p.call_id = ${callId} and p.person = ${person}`)

type NamedCallPersonRow = CallPersonRow & { name: string }
/** People in the call, leaders first, with their names in the group. */
export const selectPeople = (db: Db, callId: number) =>
  db<NamedCallPersonRow[]>`
    select p.*, coalesce(nullif(m.nick, ''), '成员') as name
    from group_call_member p join group_call c on c.id = p.call_id
    left join im_team_member m on m.team_id = c.team_id and m.im_account_id = p.im_account_id
    where p.call_id = ${callId} and p.leave_time is null
    order by p.is_leader desc, p.join_time, p.im_account_id`

/** All who were in the call at some time, without those who only tried to join. */
export async function countPeople(tx: Tx, callId: number): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*) as count from group_call_member where call_id = ${callId} and has_joined`
  return row!.count
}

/** Others in the call, and how many of them lead. */
export async function countOtherMembers(tx: Tx, callId: number, imId: number, silentMs: number) {
  const [row] = await tx<{ people: number; leaders: number }[]>`
    select count(*) as people, count(*) filter (where is_leader) as leaders from group_call_member
    where call_id = ${callId} and im_account_id <> ${imId} and leave_time is null
      and seen_time > ${nowMs(tx)} - ${silentMs}::bigint`
  return row!
}

/** Takes a place in the call. After a reload, the page has a new number `participant`; `person` stays the same. */
export async function upsertPerson(
  tx: Tx,
  {
    callId,
    imId,
    participant,
    isLeader: leads,
  }: { callId: number; imId: number; participant: number; isLeader: boolean },
): Promise<void> {
  await tx`
    insert into group_call_member (call_id, im_account_id, participant, is_leader, join_time, seen_time)
    values (${callId}, ${imId}, ${participant}, ${leads}, ${nowMs(tx)}, ${nowMs(tx)})
    on conflict (call_id, im_account_id) do update
      set participant = excluded.participant, memory = '', is_leader = excluded.is_leader,
        seen_time = excluded.seen_time, leave_time = null, is_connected = false`
  if (leads) await tx`update group_call set led_time = ${nowMs(tx)} where id = ${callId}`
}

/** @returns false for a person who left, was removed, or has joined again meanwhile */
export async function updateMemory(db: Db, participant: number, memory: string): Promise<boolean> {
  const result = await db`
    update group_call_member p set memory = ${memory}, has_joined = true from group_call c
    where p.participant = ${participant} and p.leave_time is null and c.id = p.call_id and c.end_time is null`
  return result.count === 1
}

export async function markPersonLeft(db: Db, participant: number): Promise<void> {
  await db`
    update group_call_member set leave_time = ${nowMs(db)}, is_connected = false
    where participant = ${participant} and leave_time is null`
}

export async function markPersonRemoved(tx: Tx, callId: number, person: number): Promise<void> {
  await tx`
    update group_call_member set is_removed = true, is_connected = false, leave_time = coalesce(leave_time, ${nowMs(tx)})
    where call_id = ${callId} and person = ${person}`
}

export async function updatePersonMuted(db: Db, callId: number, person: number, isMuted: boolean): Promise<void> {
  await db`update group_call_member set is_muted = ${isMuted} where call_id = ${callId} and person = ${person}`
}

type HeartbeatFigures = Pick<CallPersonRow, 'is_leader' | 'is_connected' | 'is_silent' | 'has_video' | 'is_sharing'> & {
  route: CallRoute
  samples: number
  poorSamples: number
  rttSum: number
  lossSum: number
}
/** Records a heartbeat of a page, and adds its figures about the connection. */
export async function updateHeartbeat(db: Db, participant: number, signs: HeartbeatFigures): Promise<void> {
  const { samples, poorSamples, rttSum, lossSum, ...columns } = signs
  const [person] = await db<{ call_id: number; is_leader: boolean }[]>`
    update group_call_member set ${db(columns)},
      seen_time = ${nowMs(db)}, sample_count = sample_count + ${samples}, poor_count = poor_count + ${poorSamples},
      rtt_sum = rtt_sum + ${rttSum}, loss_sum = loss_sum + ${lossSum}
    where participant = ${participant} and leave_time is null returning call_id, is_leader`
  // a separate statement, because other transactions lock the call before its people
  if (person?.is_leader) await db`update group_call set led_time = ${nowMs(db)} where id = ${person.call_id}`
}

// ---- the job

export const selectRunningCalls = (db: Db) =>
  db<GroupCallRow[]>`
    select ${callColumns(db)} from group_call c where not c.is_room_closed and c.end_time is null order by c.id limit 200`

/** Calls that have ended, and whose room may still exist. */
export const selectOpenRooms = (db: Db) =>
  db<GroupCallRow[]>`
    select ${callColumns(db)} from group_call c where not c.is_room_closed and c.end_time is not null
    order by c.id limit 200`

/** Ends the presence of people who are no longer in the group, or whose page sends no heartbeats. */
export async function markAbsentLeft(
  db: Db,
  { id, team_id: teamId }: Pick<GroupCallRow, 'id' | 'team_id'>,
  silentMs: number,
): Promise<void> {
  await db`
    update group_call_member p set leave_time = ${nowMs(db)}, is_connected = false
    where p.call_id = ${id} and p.leave_time is null and (
      p.seen_time < ${nowMs(db)} - ${silentMs}::bigint
      or not exists (
        select 1 from ${placeTables(db)}
        where g.team_id = ${teamId} and m.im_account_id = p.im_account_id and ${mayTakePart(db)}
          and not ${hasMute(db)}))`
}

/** People who left, and whose seats the media server may still have. */
export const selectLeftSeats = (db: Db, callId: number) =>
  db<Pick<CallPersonRow, 'participant' | 'memory'>[]>`
    select participant, memory from group_call_member
    where call_id = ${callId} and leave_time is not null and memory <> ''`

export async function markSeatEnded(db: Db, participant: number): Promise<void> {
  await db`update group_call_member set memory = '' where participant = ${participant} and leave_time is not null`
}

/** True while the group of the team exists. */
export async function hasGroup(db: Db, teamId: number): Promise<boolean> {
  const rows = await db`
    select 1 from peer_group g join im_team t on t.id = g.team_id and t.is_valid
    where g.team_id = ${teamId} and g.state in ('open', 'closed')`
  return rows.length > 0
}

export async function markRoomClosed(db: Db, id: number): Promise<void> {
  await db`update group_call set is_room_closed = true where id = ${id}`
}

/** Numbers of all who are in the call, and of those who are just joining. */
export async function selectNumbers(db: Db, callId: number): Promise<number[]> {
  const rows = await db<{ participant: number }[]>`
    select participant from group_call_member where call_id = ${callId} and leave_time is null`
  return rows.map(({ participant }) => participant)
}

/** Deletes records of calls that ended this long ago. */
export async function deleteOldCalls(db: Db, ageMs: number): Promise<void> {
  await db`delete from group_call where end_time < ${nowMs(db)} - ${ageMs}::bigint and is_room_closed`
}
