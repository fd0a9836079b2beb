// SQL of registrations, for attendees and the secretariat.
import type { AttendType, RegistrationState } from '@xinqiao/contract/meetings.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import type { MeetingRow, RegistrationRow } from './store.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { firstRow, onlyRow, readCount } from '../../../kit/db/results.ts'

const liveStates = (db: Db) => db`('pending', 'paid', 'waiting')`

export const selectLiveRegistration = (db: Db, meetingId: number, accountId: number) =>
  firstRow(db<RegistrationRow[]>`
    select * from registration
    where meeting_id = ${meetingId} and account_id = ${accountId} and state in ${liveStates(db)}`)

/** The newest registration of an account: at this meeting, or at any. */
export const selectLatestOwnRegistration = (db: Db, accountId: number, meetingId?: number) =>
  firstRow(db<RegistrationRow[]>`
    select * from registration where account_id = ${accountId}
      ${meetingId === undefined ? db`` : db`and meeting_id = ${meetingId}`}
    order by created_at desc limit 1`)

export type OwnRegistrationRow = Pick<RegistrationRow, 'id' | 'state' | 'attend_type'> &
  Pick<MeetingRow, 'title' | 'location' | 'starts_at' | 'ends_at'> & { is_over: boolean }

/** All registrations of an account, newest first. */
export const selectOwnRegistrations = (db: Db, accountId: number, limit: number) =>
  db<OwnRegistrationRow[]>`
    select registration.id, registration.state, attend_type, title, location, starts_at, ends_at,
      ends_at <= clock_timestamp() as is_over
    from registration join meeting on meeting.id = meeting_id
    where account_id = ${accountId} order by registration.created_at desc limit ${limit}`

/**
 * Finds a registration of the account.
 * @returns null also for another account's registration
 */
export const selectOwnRegistration = (db: Db, id: number, accountId: number) =>
  firstRow(db<RegistrationRow[]>`
    select * from registration where id = ${id} and account_id = ${accountId}`)

export const selectRegistration = (db: Db, id: number) =>
  firstRow(db<RegistrationRow[]>`select * from registration where id = ${id}`)

export const lockRegistration = (tx: Tx, id: number) =>
  firstRow(tx<RegistrationRow[]>`select * from registration where id = ${id} for update`)

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
  | 'form_key'
  | 'needs_receipt'
  | 'offered_at'
> & { form_key?: string | null }

/** The registration that this form created; a form may be sent repeatedly. */
export const selectRegistrationByFormKey = (db: Db, formKey: string) =>
  firstRow(db<RegistrationRow[]>`select * from registration where form_key = ${formKey}`)

/** The current registration with this phone number. */
export const selectLiveRegistrationByPhone = (db: Db, meetingId: number, phoneIndex: Buffer) =>
  firstRow(db<RegistrationRow[]>`
    select * from registration
    where meeting_id = ${meetingId} and phone_index = ${phoneIndex} and state in ${liveStates(db)} limit 1`)

/** The active account with this phone number. */
export async function selectAccountByPhone(db: Db, phoneIndex: Buffer): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`select id from account where phone_index = ${phoneIndex} and enabled`
  return row?.id ?? null
}

/** `waiting_since` and `paid_at` follow from the state. */
export const insertRegistration = (tx: Tx, values: NewRegistration, now: Date) =>
  onlyRow(tx<RegistrationRow[]>`
    insert into registration ${tx({
      ...values,
      waiting_since: values.state === 'waiting' ? now : null,
      paid_at: values.state === 'paid' ? now : null,
    })} returning *`)

export type RegistrationChange = Partial<Omit<RegistrationRow, 'id' | 'meeting_id' | 'created_at' | 'changed_at'>>

export const updateRegistration = (db: Db, id: number, change: RegistrationChange) =>
  onlyRow(db<RegistrationRow[]>`
    update registration set ${db(change)}, changed_at = now() where id = ${id} returning *`)

/**
 * The registration that has waited longest.
 * @param passedOver ids that cannot get a place now
 */
export const lockFirstWaitingRegistration = (
  tx: Tx,
  meetingId: number,
  attendType: number,
  passedOver: readonly number[],
) =>
  firstRow(tx<RegistrationRow[]>`
    select * from registration
    where meeting_id = ${meetingId} and attend_type = ${attendType} and state = 'waiting'
      and not id = any(${[...passedOver]}::bigint[])
    order by waiting_since, id limit 1 for update`)

export const countWaitingBefore = (db: Db, row: RegistrationRow) =>
  readCount(db<{ count: number }[]>`
    select count(*) from registration
    where meeting_id = ${row.meeting_id} and attend_type = ${row.attend_type} and state = 'waiting'
      and (waiting_since, id) < (${row.waiting_since}, ${row.id})`)

/** Registrations past their payment deadline. */
export const selectOverdueRegistrations = (db: Db, limit: number) =>
  db<Pick<RegistrationRow, 'id' | 'meeting_id' | 'attend_type'>[]>`
    select id, meeting_id, attend_type from registration
    where state = 'pending' and pay_until <= now() order by pay_until limit ${limit}`

export async function selectTypesWithWaitingList(db: Db): Promise<{ meeting_id: number; attend_type: AttendType }[]> {
  return db`
    select distinct r.meeting_id, r.attend_type from registration r join meeting on meeting.id = r.meeting_id
    where r.state = 'waiting' and meeting.state = 'open' and meeting.starts_at > now()`
}

export const countPaidRegistrations = (db: Db, meetingId: number) =>
  readCount(db<{ count: number }[]>`
    select count(*) from registration where meeting_id = ${meetingId} and state = 'paid'`)

/** True when a current registration of the account, at any meeting, is in the list of participants. */
export async function isListedAnywhere(db: Db, accountId: number): Promise<boolean> {
  const rows = await db`
    select 1 from registration where account_id = ${accountId} and is_listed and state in ${liveStates(db)} limit 1`
  return rows.length > 0
}

/** Removes the account from the lists of participants of all meetings. */
export async function markRegistrationsUnlisted(tx: Tx, accountId: number): Promise<void> {
  await tx`update registration set is_listed = false, changed_at = now() where account_id = ${accountId} and is_listed`
}

export const selectParticipants = (db: Db, meetingId: number, limit: number) =>
  db<{ name: string; company: string }[]>`
    select name, company from registration
    where meeting_id = ${meetingId} and state = 'paid' and is_listed order by name, id limit ${limit}`

export type RegistrationQuery = {
  meetingId: number
  state: RegistrationState | undefined
  attendType: number | undefined
  key: string | undefined
  phoneIndex: Buffer | undefined
  needsReceipt?: boolean
}
export type StaffRegistrationRow = RegistrationRow & {
  unit_name: string | null
  room_name: string | null
  arrived_at: Date | null
  claimed_at: Date | null
}

const matchingRegistrations = (
  db: Db,
  { meetingId, state, attendType, key, phoneIndex, needsReceipt }: RegistrationQuery,
) =>
  db`where registration.meeting_id = ${meetingId}
    ${state === undefined ? db`` : db`and registration.state = ${state}`}
    ${attendType === undefined ? db`` : db`and attend_type = ${attendType}`}
    ${needsReceipt ? db`and needs_receipt` : db``}
    ${
      key === undefined
        ? db``
        : db`and (strpos(registration.name, ${key}) > 0 or strpos(company, ${key}) > 0
            ${phoneIndex === undefined ? db`` : db`or phone_index = ${phoneIndex}`})`
    }`

const staffRegistrationRows = (db: Db) => db`
  select registration.*, special_committee.name as unit_name,
    nullif(concat_ws('、', meeting_room.name, (
      select string_agg(further.name, '、') from kept_room join meeting_room further on further.id = kept_room.room_id
      where kept_room.registration_id = registration.id)), '') as room_name,
    check_in.at as arrived_at, check_in.claimed_at
  from registration
    left join special_committee on special_committee.id = unit_id
    left join meeting_room on meeting_room.id = room_id
    left join check_in on check_in.registration_id = registration.id and registration.state = 'paid'`

export const selectRegistrationForStaff = (db: Db, id: number) =>
  firstRow(db<StaffRegistrationRow[]>`${staffRegistrationRows(db)} where registration.id = ${id}`)

export async function selectUsername(db: Db, accountId: number | null): Promise<string | null> {
  if (accountId === null) return null
  const [row] = await db<{ username: string }[]>`select username from account where id = ${accountId}`
  return row?.username ?? null
}

export const countRegistrationsForStaff = (db: Db, query: RegistrationQuery) =>
  readCount(db<{ count: number }[]>`select count(*) from registration ${matchingRegistrations(db, query)}`)

export async function selectRegistrationsForStaff(db: Db, query: RegistrationQuery & PageLimits) {
  const [rows, total] = await Promise.all([
    db<StaffRegistrationRow[]>`
      ${staffRegistrationRows(db)} ${matchingRegistrations(db, query)}
      order by registration.created_at desc, registration.id desc limit ${query.limit} offset ${query.offset}`,
    countRegistrationsForStaff(db, query),
  ])
  return { rows, total }
}

/** The next registrations by id, for exports in batches. */
export const selectRegistrationsAfter = (db: Db, query: RegistrationQuery, afterId: number, limit: number) =>
  db<StaffRegistrationRow[]>`
    ${staffRegistrationRows(db)} ${matchingRegistrations(db, query)} and registration.id > ${afterId} order by registration.id limit ${limit}`

/** Cancelled registrations whose refund is not requested yet. */
export const selectRefundsDue = (db: Db, limit: number) =>
  db<Pick<RegistrationRow, 'id' | 'order_no' | 'refund_cents' | 'end_reason' | 'ended_by'>[]>`
    select id, order_no, refund_cents, end_reason, ended_by from registration
    where refund_cents > 0 and refund_asked_at is null order by id limit ${limit}`

export async function markRefundRequested(tx: Tx, id: number): Promise<boolean> {
  const { count } = await tx`
    update registration set refund_asked_at = now() where id = ${id} and refund_cents > 0 and refund_asked_at is null`
  return count === 1
}
