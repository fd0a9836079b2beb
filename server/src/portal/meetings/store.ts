// All SQL of the conference. The database's clock decides what is open, due and late.
import type {
  AttendType,
  MeetingState,
  RegistrationState,
  RequestKind,
  RequestState,
} from '@xinqiao/contract/meetings.ts'
import type { Rows } from '../../../db/rows.ts'
import type { Db, Tx } from '../../kit/db.ts'

export type MeetingRow = Omit<Rows['meeting'], 'state'> & { state: MeetingState; is_open: boolean }
export type TypeRow = Omit<Rows['meeting_type'], 'attend_type'> & { attend_type: AttendType }
export type RegistrationRow = Omit<Rows['registration'], 'state' | 'attend_type'> & {
  state: RegistrationState
  attend_type: AttendType
}
export type SessionRow = Rows['meeting_session']
export type RoomRow = Rows['meeting_room']
export type CheckInRow = Rows['check_in']
export type CommitteeRow = Rows['special_committee']
export type RequestRow = Omit<Rows['registration_request'], 'kind' | 'state'> & {
  kind: RequestKind
  state: RequestState
}

/** The moment itself, not that of the transaction's begin: who waited for a lock comes after those before. */
export async function readNow(db: Db): Promise<Date> {
  const [row] = await db<{ now: Date }[]>`select clock_timestamp() as now`
  return row!.now
}

// ---- meetings

const meetingColumns = (db: Db) => db`meeting.*, (state = 'open' and registration_deadline > now()) as is_open`

/** The meeting that visitors see: of the published ones the one that was published last. */
export async function findNewest(db: Db): Promise<MeetingRow | null> {
  const [row] = await db<MeetingRow[]>`
    select ${meetingColumns(db)} from meeting where state = 'open' order by published_at desc, id desc limit 1`
  return row ?? null
}

export async function findMeeting(db: Db, id: number): Promise<MeetingRow | null> {
  const [row] = await db<MeetingRow[]>`select ${meetingColumns(db)} from meeting where id = ${id}`
  return row ?? null
}

export async function listMeetings(db: Db, limit: number, offset: number) {
  const [rows, [total]] = await Promise.all([
    db<(MeetingRow & { paid: number })[]>`
      select ${meetingColumns(db)}, (
        select count(*) from registration where meeting_id = meeting.id and registration.state = 'paid') as paid
      from meeting order by id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from meeting`,
  ])
  return { rows, total: total?.count ?? 0 }
}

export type MeetingValues = Pick<
  Rows['meeting'],
  | 'title'
  | 'content'
  | 'location'
  | 'registration_deadline'
  | 'starts_at'
  | 'ends_at'
  | 'change_deadline'
  | 'full_refund_until'
  | 'half_refund_until'
  | 'hold_hours'
  | 'offer_hours'
  | 'credit_hours'
  | 'retention_days'
>

export async function insertMeeting(db: Db, values: MeetingValues): Promise<number> {
  const [row] = await db<{ id: number }[]>`insert into meeting ${db(values)} returning id`
  return row!.id
}

type MeetingChange = Partial<MeetingValues> & { state?: MeetingState; published_at?: Date | null }

/** False when it has changed since `version` was read. */
export async function updateMeeting(db: Db, id: number, version: number, change: MeetingChange): Promise<boolean> {
  const { count } = await db`
    update meeting set ${db({ ...change, updated_at: new Date() })}, version = version + 1
    where id = ${id} and version = ${version}`
  return count === 1
}

export const listTypes = (db: Db, meetingId: number) =>
  db<TypeRow[]>`select * from meeting_type where meeting_id = ${meetingId} order by attend_type`

export async function findType(db: Db, meetingId: number, attendType: number): Promise<TypeRow | null> {
  const [row] = await db<TypeRow[]>`
    select * from meeting_type where meeting_id = ${meetingId} and attend_type = ${attendType}`
  return row ?? null
}

/** Locks the type: whoever takes or frees one of its places waits here for the others. */
export async function lockType(tx: Tx, meetingId: number, attendType: number): Promise<TypeRow | null> {
  const [row] = await tx<TypeRow[]>`
    select * from meeting_type where meeting_id = ${meetingId} and attend_type = ${attendType} for no key update`
  return row ?? null
}

export async function saveTypes(tx: Tx, meetingId: number, types: Omit<TypeRow, 'meeting_id'>[]): Promise<void> {
  for (const type of types) {
    const row = { ...type, meeting_id: meetingId }
    await tx`
      insert into meeting_type ${tx(row)}
      on conflict (meeting_id, attend_type) do update set
        price_cents = excluded.price_cents, early_price_cents = excluded.early_price_cents,
        early_until = excluded.early_until, quota = excluded.quota, enabled = excluded.enabled`
  }
}

export type TypeCount = { attend_type: AttendType; taken: number; paid: number; waiting: number }

export const countByType = (db: Db, meetingId: number) =>
  db<TypeCount[]>`
    select attend_type, count(*) filter (where state in ('pending', 'paid')) as taken,
      count(*) filter (where state = 'paid') as paid, count(*) filter (where state = 'waiting') as waiting
    from registration where meeting_id = ${meetingId} group by attend_type`

export async function countTaken(db: Db, meetingId: number, attendType: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) from registration
    where meeting_id = ${meetingId} and attend_type = ${attendType} and state in ('pending', 'paid')`
  return row?.count ?? 0
}

export const listSessions = (db: Db, meetingId: number) =>
  db<SessionRow[]>`select * from meeting_session where meeting_id = ${meetingId} order by starts_at, id`

export async function replaceSessions(
  tx: Tx,
  meetingId: number,
  sessions: Omit<SessionRow, 'id' | 'meeting_id'>[],
): Promise<void> {
  await tx`delete from meeting_session where meeting_id = ${meetingId}`
  if (sessions.length === 0) return
  await tx`insert into meeting_session ${tx(sessions.map((session) => ({ ...session, meeting_id: meetingId })))}`
}

// ---- special committees

export const listCommittees = (db: Db, withDisabled = false) =>
  db<CommitteeRow[]>`
    select * from special_committee where enabled or ${withDisabled} order by position, id`

export async function findCommittee(db: Db, id: number): Promise<CommitteeRow | null> {
  const [row] = await db<CommitteeRow[]>`select * from special_committee where id = ${id}`
  return row ?? null
}

export async function saveCommittee(db: Db, values: Omit<CommitteeRow, 'id'>, id?: number): Promise<boolean> {
  const { count } =
    id === undefined
      ? await db`insert into special_committee ${db(values)}`
      : await db`update special_committee set ${db(values)} where id = ${id}`
  return count === 1
}

// ---- registrations

const live = (db: Db) => db`('pending', 'paid', 'waiting')`

export async function findLive(db: Db, meetingId: number, accountId: number): Promise<RegistrationRow | null> {
  const [row] = await db<RegistrationRow[]>`
    select * from registration
    where meeting_id = ${meetingId} and account_id = ${accountId} and state in ${live(db)}`
  return row ?? null
}

/** The newest of an account, at this meeting or any. */
export async function findLatestOwn(db: Db, accountId: number, meetingId?: number): Promise<RegistrationRow | null> {
  const [row] = await db<RegistrationRow[]>`
    select * from registration where account_id = ${accountId}
      ${meetingId === undefined ? db`` : db`and meeting_id = ${meetingId}`}
    order by created_at desc limit 1`
  return row ?? null
}

/** Absent and another's look the same. */
export async function findOwn(db: Db, id: number, accountId: number): Promise<RegistrationRow | null> {
  const [row] = await db<RegistrationRow[]>`
    select * from registration where id = ${id} and account_id = ${accountId}`
  return row ?? null
}

export async function findRegistration(db: Db, id: number): Promise<RegistrationRow | null> {
  const [row] = await db<RegistrationRow[]>`select * from registration where id = ${id}`
  return row ?? null
}

export async function lockRegistration(tx: Tx, id: number): Promise<RegistrationRow | null> {
  const [row] = await tx<RegistrationRow[]>`select * from registration where id = ${id} for update`
  return row ?? null
}

export type NewRegistration = Omit<
  RegistrationRow,
  | 'room_id'
  | 'reminded_at'
  | 'created_at'
  | 'changed_at'
  | 'waiting_since'
  | 'paid_at'
  | 'refund_cents'
  | 'end_reason'
  | 'ended_by'
  | 'refund_asked_at'
>

/** `waiting_since` and `paid_at` follow from the state. */
export async function insertRegistration(tx: Tx, values: NewRegistration, now: Date): Promise<RegistrationRow> {
  const [row] = await tx<RegistrationRow[]>`
    insert into registration ${tx({
      ...values,
      waiting_since: values.state === 'waiting' ? now : null,
      paid_at: values.state === 'paid' ? now : null,
    })} returning *`
  return row!
}

export type RegistrationChange = Partial<Omit<RegistrationRow, 'id' | 'meeting_id' | 'created_at' | 'changed_at'>>

export async function updateRegistration(db: Db, id: number, change: RegistrationChange): Promise<RegistrationRow> {
  const [row] = await db<RegistrationRow[]>`
    update registration set ${db(change)}, changed_at = now() where id = ${id} returning *`
  return row!
}

/** Who has waited longest. */
export async function findFirstWaiting(tx: Tx, meetingId: number, attendType: number): Promise<RegistrationRow | null> {
  const [row] = await tx<RegistrationRow[]>`
    select * from registration
    where meeting_id = ${meetingId} and attend_type = ${attendType} and state = 'waiting'
    order by waiting_since, id limit 1 for update`
  return row ?? null
}

export async function countWaitingBefore(db: Db, row: RegistrationRow): Promise<number> {
  const [found] = await db<{ count: number }[]>`
    select count(*) from registration
    where meeting_id = ${row.meeting_id} and attend_type = ${row.attend_type} and state = 'waiting'
      and (waiting_since, id) < (${row.waiting_since}, ${row.id})`
  return found?.count ?? 0
}

/** Places whose time to pay is over. */
export const listOverdue = (db: Db, limit: number) =>
  db<Pick<RegistrationRow, 'id' | 'meeting_id' | 'attend_type'>[]>`
    select id, meeting_id, attend_type from registration
    where state = 'pending' and pay_until <= now() order by pay_until limit ${limit}`

export async function listTypesWithWaiting(db: Db): Promise<{ meeting_id: number; attend_type: AttendType }[]> {
  return db`
    select distinct r.meeting_id, r.attend_type from registration r join meeting on meeting.id = r.meeting_id
    where r.state = 'waiting' and meeting.state = 'open' and meeting.starts_at > now()`
}

export async function countPaid(db: Db, meetingId: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) from registration where meeting_id = ${meetingId} and state = 'paid'`
  return row?.count ?? 0
}

export const listParticipants = (db: Db, meetingId: number, limit: number) =>
  db<{ name: string; company: string }[]>`
    select name, company from registration
    where meeting_id = ${meetingId} and state = 'paid' and is_listed order by name, id limit ${limit}`

export type RegistrationQuery = {
  meetingId: number
  state: RegistrationState | undefined
  attendType: number | undefined
  key: string | undefined
  phoneIndex: Buffer | undefined
  limit: number
  offset: number
}
export type StaffRow = RegistrationRow & {
  unit_name: string | null
  room_name: string | null
  arrived_at: Date | null
}

export async function listForStaff(db: Db, query: RegistrationQuery) {
  const { meetingId, state, attendType, key, phoneIndex, limit, offset } = query
  const where = db`where registration.meeting_id = ${meetingId}
    ${state === undefined ? db`` : db`and registration.state = ${state}`}
    ${attendType === undefined ? db`` : db`and attend_type = ${attendType}`}
    ${
      key === undefined
        ? db``
        : db`and (strpos(registration.name, ${key}) > 0 or strpos(company, ${key}) > 0
            ${phoneIndex === undefined ? db`` : db`or phone_index = ${phoneIndex}`})`
    }`
  const [rows, [total]] = await Promise.all([
    db<StaffRow[]>`
      select registration.*, special_committee.name as unit_name, meeting_room.name as room_name,
        check_in.at as arrived_at
      from registration
        left join special_committee on special_committee.id = unit_id
        left join meeting_room on meeting_room.id = room_id
        left join check_in on check_in.registration_id = registration.id
      ${where} order by registration.created_at desc, registration.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from registration ${where}`,
  ])
  return { rows, total: total?.count ?? 0 }
}

/** Cancelled with something to go back that nobody has been asked for yet. */
export const listRefundsDue = (db: Db, limit: number) =>
  db<Pick<RegistrationRow, 'id' | 'order_no' | 'refund_cents' | 'end_reason' | 'ended_by'>[]>`
    select id, order_no, refund_cents, end_reason, ended_by from registration
    where refund_cents > 0 and refund_asked_at is null order by id limit ${limit}`

export async function markRefundAsked(tx: Tx, id: number): Promise<boolean> {
  const { count } = await tx`
    update registration set refund_asked_at = now() where id = ${id} and refund_cents > 0 and refund_asked_at is null`
  return count === 1
}

// ---- requests

type NewRequest = Pick<RequestRow, 'registration_id' | 'kind' | 'reason' | 'wanted_sealed' | 'to_account_id'>

/** A newer wish takes the place of one that nobody has looked at yet. */
export async function saveRequest(tx: Tx, values: NewRequest): Promise<void> {
  await tx`
    insert into registration_request ${tx(values)}
    on conflict (registration_id, kind) where state = 'asked' do update set
      reason = excluded.reason, wanted_sealed = excluded.wanted_sealed, to_account_id = excluded.to_account_id,
      created_at = now()`
}

export const listRequestsOf = (db: Db, registrationId: number) =>
  db<RequestRow[]>`
    select * from registration_request where registration_id = ${registrationId} order by id desc limit 20`

export async function lockRequest(tx: Tx, id: number): Promise<RequestRow | null> {
  const [row] = await tx<RequestRow[]>`select * from registration_request where id = ${id} for update`
  return row ?? null
}

export async function settleRequest(
  tx: Tx,
  id: number,
  settled: { state: RequestState; answer: string; decided_by: number },
): Promise<void> {
  await tx`update registration_request set ${tx(settled)}, decided_at = now() where id = ${id}`
}

export async function listRequests(db: Db, state: RequestState | undefined, limit: number, offset: number) {
  const where = state === undefined ? db`` : db`where state = ${state}`
  const [rows, [total]] = await Promise.all([
    db<RequestRow[]>`select * from registration_request ${where} order by id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from registration_request ${where}`,
  ])
  return { rows, total: total?.count ?? 0 }
}

export const findRegistrations = (db: Db, ids: number[]) =>
  ids.length === 0 ? Promise.resolve([]) : db<RegistrationRow[]>`select * from registration where id in ${db(ids)}`

/** Somebody who may take over a place: an account that is in use. */
export async function findReceiver(db: Db, username: string): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`
    select id from account where username_key = lower(${username}) and enabled`
  return row?.id ?? null
}

// ---- rooms

export const listRooms = (db: Db, meetingId: number) =>
  db<RoomRow[]>`select * from meeting_room where meeting_id = ${meetingId} order by name, id`

/** Names that are there already stay as they are. */
export async function insertRooms(tx: Tx, meetingId: number, names: string[], beds: number): Promise<void> {
  await tx`
    insert into meeting_room ${tx(names.map((name) => ({ meeting_id: meetingId, name, beds })))}
    on conflict (meeting_id, name) do nothing`
}

export async function deleteRoom(tx: Tx, meetingId: number, roomId: number): Promise<boolean> {
  const { count } = await tx`delete from meeting_room where id = ${roomId} and meeting_id = ${meetingId}`
  return count === 1
}

/** Who has a place and wants to be put up. */
export const listGuests = (db: Db, meetingId: number) =>
  db<RegistrationRow[]>`
    select * from registration where meeting_id = ${meetingId} and state = 'paid' and rooms > 0
    order by name, id limit 5000`

export async function placeGuests(tx: Tx, placed: readonly { id: number; roomId: number | null }[]): Promise<void> {
  if (placed.length === 0) return
  await tx`
    update registration set room_id = given.room_id, changed_at = now()
    from unnest(${placed.map((one) => one.id)}::bigint[], ${placed.map((one) => one.roomId)}::bigint[])
      as given (id, room_id)
    where registration.id = given.id`
}

export async function lockMeeting(tx: Tx, id: number): Promise<MeetingRow | null> {
  const [row] = await tx<MeetingRow[]>`
    select ${meetingColumns(tx)} from meeting where id = ${id} for update`
  return row ?? null
}

// ---- the door

export const listExpected = (db: Db, meetingId: number) =>
  db<(Pick<RegistrationRow, 'id' | 'name' | 'company' | 'profess' | 'attend_type'> & { arrived_at: Date | null })[]>`
    select registration.id, name, company, profess, attend_type, check_in.at as arrived_at
    from registration left join check_in on check_in.registration_id = registration.id
    where registration.meeting_id = ${meetingId} and registration.state = 'paid' order by name, registration.id`

/** The first to tell of it counts; who tells of an earlier moment later corrects the time. */
export async function insertCheckIn(tx: Tx, values: Omit<CheckInRow, 'received_at'>): Promise<boolean> {
  const [row] = await tx<{ is_new: boolean }[]>`
    insert into check_in ${tx(values)}
    on conflict (registration_id) do update set at = least(check_in.at, excluded.at),
      door = case when excluded.at < check_in.at then excluded.door else check_in.door end
    returning xmax = 0 as is_new`
  return row?.is_new ?? false
}

export async function findCheckIn(db: Db, registrationId: number): Promise<CheckInRow | null> {
  const [row] = await db<CheckInRow[]>`select * from check_in where registration_id = ${registrationId}`
  return row ?? null
}

export async function countArrived(db: Db, meetingId: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`select count(*) from check_in where meeting_id = ${meetingId}`
  return row?.count ?? 0
}

export const listArrived = (db: Db, meetingId: number) =>
  db<Pick<RegistrationRow, 'id' | 'account_id' | 'attend_type' | 'name' | 'company'>[]>`
    select registration.id, account_id, attend_type, name, company from check_in
    join registration on registration.id = check_in.registration_id
    where check_in.meeting_id = ${meetingId} and registration.state = 'paid' order by registration.id`

// ---- the end of keeping

export const listToPurge = (db: Db) =>
  db<{ id: number }[]>`
    select id from meeting
    where purged_at is null and ends_at + make_interval(days => retention_days) < now() order by id limit 20`

/** What is about the person goes; that somebody of this kind came, and paid so much, stays for the books. */
export async function purgeMeeting(tx: Tx, meetingId: number): Promise<void> {
  await tx`
    update registration set contact_sealed = null, phone_index = null, share_with = '', is_listed = false,
      name = left(name, 1) || '**', profess = '', changed_at = now()
    where meeting_id = ${meetingId} and contact_sealed is not null`
  await tx`
    delete from registration_request using registration
    where registration.id = registration_id and registration.meeting_id = ${meetingId}`
  await tx`update meeting set purged_at = now() where id = ${meetingId}`
}
