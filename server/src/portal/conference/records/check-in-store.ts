// SQL of check-in: expected attendees, and those who are present.
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow, readCount } from '../../../kit/db/results.ts'
import type { CheckInRow, RegistrationRow, ProgrammeSessionRow } from './store.ts'

export const selectExpectedAttendees = (db: Db, meetingId: number) =>
  db<
    (Pick<RegistrationRow, 'id' | 'account_id' | 'name' | 'company' | 'profess' | 'attend_type'> & {
      arrived_at: Date | null
    })[]
  >`
    select registration.id, account_id, name, company, profess, attend_type, check_in.at as arrived_at
    from registration left join check_in on check_in.registration_id = registration.id
    where registration.meeting_id = ${meetingId} and registration.state = 'paid' order by name, registration.id`

/**
 * The first report checks the attendee in. A later report with an earlier time corrects it (see `acceptReportedTime`).
 */
export async function insertCheckIn(tx: Tx, values: Omit<CheckInRow, 'received_at'>): Promise<boolean> {
  const [row] = await tx<{ is_new: boolean }[]>`
    insert into check_in ${tx(values)}
    on conflict (registration_id) do update set at = excluded.at, claimed_at = excluded.claimed_at,
      door = excluded.door, staff_id = excluded.staff_id where excluded.at < check_in.at
    returning xmax = 0 as is_new`
  return row?.is_new ?? false
}

export const selectCheckIn = (db: Db, registrationId: number) =>
  firstRow(db<CheckInRow[]>`select * from check_in where registration_id = ${registrationId}`)

/** Does not count cancelled registrations, like the lists. */
export const countCheckIns = (db: Db, meetingId: number) =>
  readCount(db<{ count: number }[]>`
    select count(*) from check_in join registration on registration.id = registration_id
    where check_in.meeting_id = ${meetingId} and registration.state = 'paid'`)

export const selectCheckIns = (db: Db, meetingId: number) =>
  db<Pick<RegistrationRow, 'id' | 'account_id' | 'attend_type' | 'name' | 'company'>[]>`
    select registration.id, account_id, attend_type, name, company from check_in
    join registration on registration.id = check_in.registration_id
    where check_in.meeting_id = ${meetingId} and registration.state = 'paid' order by registration.id`

// ---- check-in to sessions

export type ProgrammeSessionCheckInRow = Rows['session_check_in']

/** Checks the attendee in to a session; the earliest report counts. */
export async function insertProgrammeSessionCheckIn(
  tx: Tx,
  values: Omit<ProgrammeSessionCheckInRow, 'received_at'>,
): Promise<boolean> {
  const [row] = await tx<{ is_new: boolean }[]>`
    insert into session_check_in ${tx(values)}
    on conflict (registration_id, session_id) do update set at = excluded.at, claimed_at = excluded.claimed_at,
      door = excluded.door, staff_id = excluded.staff_id where excluded.at < session_check_in.at
    returning xmax = 0 as is_new`
  return row?.is_new ?? false
}

export const selectProgrammeSessionCheckIn = (db: Db, registrationId: number, sessionId: number) =>
  firstRow(db<ProgrammeSessionCheckInRow[]>`
    select * from session_check_in where registration_id = ${registrationId} and session_id = ${sessionId}`)

/** Check-ins of a registration: first to the meeting, then to its sessions. */
export const selectVisitedProgrammeSessions = (db: Db, registrationId: number) =>
  db<{ title: string | null; at: Date; door: string }[]>`
    select null as title, at, door from check_in where registration_id = ${registrationId}
    union all
    select session.title, seen.at, seen.door from session_check_in seen join meeting_session session on session.id = session_id
    where registration_id = ${registrationId} order by at`

/** Attendees of each session, for the check-in devices. */
export const selectProgrammeSessionVisits = (db: Db, meetingId: number) =>
  db<{ registration_id: number; session_ids: number[] }[]>`
    select registration_id, array_agg(session_id order by session_id) as session_ids
    from session_check_in join meeting_session on meeting_session.id = session_id
    where meeting_id = ${meetingId} group by registration_id`

export const selectProgrammeSessionsWithCounts = (db: Db, meetingId: number) =>
  db<(ProgrammeSessionRow & { attended: number })[]>`
    select meeting_session.*, (
      select count(*) from session_check_in join registration on registration.id = registration_id
      where session_id = meeting_session.id and registration.state = 'paid') as attended
    from meeting_session where meeting_id = ${meetingId} order by starts_at, id`

/** @param remainingIds sessions that stay */
export async function isAnyProgrammeSessionAttended(
  db: Db,
  meetingId: number,
  remainingIds: readonly number[],
): Promise<boolean> {
  const rows = await db`
    select 1 from session_check_in join meeting_session on meeting_session.id = session_id
    where meeting_id = ${meetingId} and not meeting_session.id = any(${[...remainingIds]}::bigint[]) limit 1`
  return rows.length > 0
}
