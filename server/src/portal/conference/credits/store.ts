// SQL of credits: earned by attending sessions, and printed on the certificate.
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
  meeting_title: string
  title: string
  tenths: number
  earned_on: string
  number: string
  is_void: boolean
}

export const selectCreditLedger = (db: Db, accountId: number) =>
  db<CreditLedgerRow[]>`
    select entry.id, meeting.title as meeting_title, entry.title, entry.tenths, entry.earned_on::text as earned_on,
      certificate.number, certificate.revoked_at is not null as is_void
    from credit_entry entry join meeting on meeting.id = entry.meeting_id
    join certificate on certificate.id = entry.certificate_id
    where entry.account_id = ${accountId} order by entry.earned_on desc, entry.id desc limit 500`
