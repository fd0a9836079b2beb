// SQL that removes personal data of authors after the retention period.
import { minUnpublishedDays } from '@xinqiao/contract/submissions.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'
import type { CallForPapersRow, SubmissionRow } from '../records/store.ts'

/**
 * Retention is counted from the results, and never ends during the notice period. A call without results may still be
 * in review: it is purged a year after its deadline, or later if its retention is longer.
 */
const isPurgeDue = (db: Db) => db`
  purged_at is null and case state
    when 'published' then greatest(published_at, deadline) + make_interval(days => retention_days) < now()
    when 'noticed' then false
    else deadline + make_interval(days => greatest(retention_days, ${minUnpublishedDays})) < now() end`

export const selectCallsToPurge = (db: Db) =>
  db<{ id: number }[]>`select id from submission_call where ${isPurgeDue(db)} order by id limit 20`

/** @returns null when the call was shown, published or extended since the query */
export const lockCallToPurge = (tx: Tx, id: number) =>
  firstRow(tx<Pick<CallForPapersRow, 'kind'>[]>`
    select kind from submission_call where id = ${id} and ${isPurgeDue(tx)} for update`)

export type PersonalDataRow = Pick<
  SubmissionRow,
  'id' | 'title' | 'state' | 'award' | 'certificate_number' | 'person_sealed' | 'file_key'
>

export const lockPersonalData = (tx: Tx, callId: number) =>
  tx<PersonalDataRow[]>`
    select id, title, state, award, certificate_number, person_sealed, file_key from submission
    where call_id = ${callId} order by id for update`

/** Deletes works that were never submitted. */
export const deleteDraftsOfCall = (tx: Tx, callId: number) =>
  tx`delete from submission where call_id = ${callId} and state in ('draft', 'withdrawn')`

/** Deletes the work and its author. The row, its score and its award stay. */
export const deletePersonalData = (tx: Tx, id: number, retained: Pick<SubmissionRow, 'title' | 'person_sealed'>) =>
  tx`
    update submission set ${tx({ ...retained, file_key: null, file_text: '', note: '' })}, content = '{}', changed_at = now()
    where id = ${id}`

export async function deletePersonalDataOfCall(tx: Tx, callId: number): Promise<void> {
  await tx`update submission_objection set text_sealed = '' where call_id = ${callId}`
  await tx`
    update submission_review set comment = '' from submission
    where submission.id = submission_id and call_id = ${callId}`
  await tx`update submission_call set purged_at = now() where id = ${callId}`
}
