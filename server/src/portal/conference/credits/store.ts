// SQL of credits: earned by attending sessions and printed on the certificate, or earned by watching a lecture.
import type { Db, Tx } from '../../../kit/db/db.ts'

export type EarnedCredit = { session_id: number | null; title: string; tenths: number; earned_on: string }

/** Attended sessions with credits, in the order of the programme. */
export const selectAttendedCredits = (db: Db, registrationId: number) =>
  db<EarnedCredit[]>`
    select session.id as session_id, session.title, session.credit_tenths as tenths,
      (session.starts_at at time zone 'Asia/Shanghai')::date::text as earned_on
    from session_check_in seen join meeting_session session on session.id = seen.session_id
    where seen.registration_id = ${registrationId} and session.credit_tenths > 0
    order by session.starts_at, session.id`

type CreditHolder = { accountId: number; registrationId: number; meetingId: number; certificateId: number }

/** Replaces the stored credits by the current ones. */
export async function replaceCreditEntries(
  tx: Tx,
  holder: CreditHolder,
  entries: readonly EarnedCredit[],
): Promise<void> {
  await tx`delete from credit_entry where registration_id = ${holder.registrationId}`
  if (entries.length === 0) return
  await tx`insert into credit_entry ${tx(
    entries.map((entry) => ({
      ...entry,
      account_id: holder.accountId,
      registration_id: holder.registrationId,
      meeting_id: holder.meetingId,
      certificate_id: holder.certificateId,
    })),
  )}`
}

export type CreditLedgerRow = {
  id: number
  /** Null for the credits of a lecture, which belong to no meeting. */
  meeting_title: string | null
  title: string
  tenths: number
  earned_on: string
  number: string | null
  lecture_id: number | null
  is_void: boolean
}

export const selectCreditLedger = (db: Db, accountId: number) =>
  db<CreditLedgerRow[]>`
    select entry.id, meeting.title as meeting_title, entry.title, entry.tenths, entry.earned_on::text as earned_on,
      certificate.number, entry.lecture_id,
      certificate.revoked_at is not null or entry.voided_at is not null as is_void
    from credit_entry entry left join meeting on meeting.id = entry.meeting_id
    left join certificate on certificate.id = entry.certificate_id
    where entry.account_id = ${accountId} order by entry.earned_on desc, entry.id desc limit 500`

export type LectureCredit = { lecture_id: number; title: string; tenths: number; earned_on: string }

/**
 * Stores the credit of a lecture once for each account; later ones change nothing.
 * @returns the number of accounts that had no entry of the lecture
 */
export async function insertLectureCredits(
  tx: Tx,
  { lecture_id, title, tenths, earned_on }: LectureCredit,
  accountIds: readonly number[],
): Promise<number> {
  const result = await tx`
    insert into credit_entry (lecture_id, account_id, title, tenths, earned_on)
    select ${lecture_id}, account_id, ${title}, ${tenths}, ${earned_on}::date
    from unnest(${accountIds as number[]}::bigint[]) as account_id
    on conflict (lecture_id, account_id) where lecture_id is not null do nothing`
  return result.count
}

/** @returns false when the account has no entry of this lecture */
export async function updateCreditRestored(tx: Tx, lectureId: number, accountId: number): Promise<boolean> {
  const result = await tx`
    update credit_entry set voided_at = null where lecture_id = ${lectureId} and account_id = ${accountId}`
  return result.count === 1
}

export const updateCreditVoided = (tx: Tx, lectureId: number, accountId: number) =>
  tx`update credit_entry set voided_at = now() where lecture_id = ${lectureId} and account_id = ${accountId}`
