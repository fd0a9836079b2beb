// SQL of meetings. The clock of the database decides what is open, due and late.
import type {
  AttendType,
  MeetingKind,
  MeetingState,
  RegistrationState,
  RegistrationRequestKind,
  RegistrationRequestState,
} from '@xinqiao/contract/meetings.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { firstRow, readCount, readPage } from '../../../kit/db/results.ts'

export type MeetingRow = Omit<Rows['meeting'], 'state' | 'kind'> & {
  state: MeetingState
  kind: MeetingKind
  is_open: boolean
  is_over: boolean
}
export type AttendTypeRow = Omit<Rows['meeting_type'], 'attend_type'> & { attend_type: AttendType }
export type RegistrationRow = Omit<Rows['registration'], 'state' | 'attend_type'> & {
  state: RegistrationState
  attend_type: AttendType
}
export type ProgrammeSessionRow = Rows['meeting_session']
/** Rooms of the hotel, with the guest to whom an additional room belongs. */
export type MeetingRoomRow = Rows['meeting_room'] & { reserved_for: number | null }
export type CheckInRow = Rows['check_in']
export type RegistrationRequestRow = Omit<Rows['registration_request'], 'kind' | 'state'> & {
  kind: RegistrationRequestKind
  state: RegistrationRequestState
}

/** The current time instead of the start of the transaction, which may have waited for a lock. */
export async function selectNow(db: Db): Promise<Date> {
  const [row] = await db<{ now: Date }[]>`select clock_timestamp() as now`
  return row!.now
}

const meetingColumns = (db: Db) => db`
  meeting.*, (meeting.state = 'open' and registration_deadline > now()) as is_open, ends_at <= now() as is_over`

export type ListedMeetingRow = Pick<
  MeetingRow,
  'id' | 'kind' | 'title' | 'location' | 'registration_deadline' | 'starts_at' | 'ends_at' | 'is_open' | 'is_over'
>

/** Published meetings, by their start; past ones come last. */
export const selectPublishedMeetings = (db: Db, limit: number) =>
  db<ListedMeetingRow[]>`
    select id, kind, title, location, registration_deadline, starts_at, ends_at,
      registration_deadline > now() as is_open, ends_at <= now() as is_over
    from meeting where state = 'open'
    order by ends_at <= now(), starts_at, id limit ${limit}`

/** The next annual conference; otherwise the next meeting to start, one in progress, or the last one that has ended. */
export const selectDefaultMeeting = (db: Db) =>
  firstRow(db<MeetingRow[]>`
    select ${meetingColumns(db)} from meeting where meeting.state = 'open'
    order by ends_at <= now(), kind <> 'annual',
      kind <> 'annual' and starts_at <= now(),
      case when ends_at > now() then starts_at end, starts_at desc, id
    limit 1`)

/**
 * The published meeting at which this account has an unpaid place; if several, the one with the earliest payment
 * deadline.
 */
export const selectUnpaidMeeting = (db: Db, accountId: number) =>
  firstRow(db<MeetingRow[]>`
    select ${meetingColumns(db)} from registration join meeting on meeting.id = meeting_id
    where account_id = ${accountId} and registration.state = 'pending' and meeting.state = 'open'
      and ends_at > now() and (pay_until is null or pay_until > now())
    order by pay_until nulls last, starts_at, meeting.id limit 1`)

export const selectMeeting = (db: Db, id: number) =>
  firstRow(db<MeetingRow[]>`select ${meetingColumns(db)} from meeting where id = ${id}`)

export const lockMeeting = (tx: Tx, id: number) =>
  firstRow(tx<MeetingRow[]>`
    select ${meetingColumns(tx)} from meeting where id = ${id} for update`)

export function selectMeetings(db: Db, { limit, offset }: PageLimits) {
  return readPage(
    db<(MeetingRow & { paid: number })[]>`
      select ${meetingColumns(db)}, (
        select count(*) from registration where meeting_id = meeting.id and registration.state = 'paid') as paid
      from meeting order by starts_at desc, id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from meeting`,
  )
}

export type MeetingValues = Pick<
  MeetingRow,
  | 'kind'
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

/** @returns false when the meeting has changed since `version` was read */
export async function updateMeeting(db: Db, id: number, version: number, change: MeetingChange): Promise<boolean> {
  const { count } = await db`
    update meeting set ${db({ ...change, updated_at: new Date() })}, version = version + 1
    where id = ${id} and version = ${version}`
  return count === 1
}

export const selectAttendTypes = (db: Db, meetingId: number) =>
  db<AttendTypeRow[]>`select * from meeting_type where meeting_id = ${meetingId} order by attend_type`

export const selectAttendType = (db: Db, meetingId: number, attendType: number) =>
  firstRow(db<AttendTypeRow[]>`
    select * from meeting_type where meeting_id = ${meetingId} and attend_type = ${attendType}`)

/** Locks the type of attendance, which serialises changes of its places. */
export const lockAttendType = (tx: Tx, meetingId: number, attendType: number) =>
  firstRow(tx<AttendTypeRow[]>`
    select * from meeting_type where meeting_id = ${meetingId} and attend_type = ${attendType} for no key update`)

/** Locks all types of the meeting in order. */
export const lockAttendTypes = (tx: Tx, meetingId: number) =>
  tx<AttendTypeRow[]>`
    select * from meeting_type where meeting_id = ${meetingId} order by attend_type for no key update`

export async function upsertAttendTypes(
  tx: Tx,
  meetingId: number,
  types: Omit<AttendTypeRow, 'meeting_id'>[],
): Promise<void> {
  for (const type of types) {
    const row = { ...type, meeting_id: meetingId }
    await tx`
      insert into meeting_type ${tx(row)}
      on conflict (meeting_id, attend_type) do update set
        price_cents = excluded.price_cents, early_price_cents = excluded.early_price_cents,
        early_until = excluded.early_until, quota = excluded.quota, enabled = excluded.enabled`
  }
}

export type AttendTypeCounts = { attend_type: AttendType; taken: number; paid: number; waiting: number }

export const countRegistrationsByType = (db: Db, meetingId: number) =>
  db<AttendTypeCounts[]>`
    select attend_type, count(*) filter (where state in ('pending', 'paid')) as taken,
      count(*) filter (where state = 'paid') as paid, count(*) filter (where state = 'waiting') as waiting
    from registration where meeting_id = ${meetingId} group by attend_type`

export const countTakenPlaces = (db: Db, meetingId: number, attendType: number) =>
  readCount(db<{ count: number }[]>`
    select count(*) from registration
    where meeting_id = ${meetingId} and attend_type = ${attendType} and state in ('pending', 'paid')`)

export const selectProgrammeSessions = (db: Db, meetingId: number) =>
  db<ProgrammeSessionRow[]>`select * from meeting_session where meeting_id = ${meetingId} order by starts_at, id`

export const selectProgrammeSession = (db: Db, meetingId: number, id: number) =>
  firstRow(db<ProgrammeSessionRow[]>`select * from meeting_session where id = ${id} and meeting_id = ${meetingId}`)

type ProgrammeSessionValues = Omit<ProgrammeSessionRow, 'id' | 'meeting_id'> & { id: number | null }

/** Saves the whole programme. Existing sessions keep their ids, because check-ins refer to them. */
export async function replaceProgrammeSessions(
  tx: Tx,
  meetingId: number,
  sessions: readonly ProgrammeSessionValues[],
): Promise<void> {
  const remainingIds = sessions.flatMap(({ id }) => id ?? [])
  await tx`delete from meeting_session where meeting_id = ${meetingId} and not id = any(${remainingIds}::bigint[])`
  for (const { id, ...session } of sessions) {
    if (id === null) await tx`insert into meeting_session ${tx({ ...session, meeting_id: meetingId })}`
    else await tx`update meeting_session set ${tx(session)} where id = ${id} and meeting_id = ${meetingId}`
  }
}
