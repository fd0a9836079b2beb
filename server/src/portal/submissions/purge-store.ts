// All SQL of the end of keeping.
import { minUnpublishedDays } from '@xinqiao/contract/submissions.ts'
import type { Db, Tx } from '../../kit/db.ts'
import type { CallRow, SubmissionRow } from './store.ts'

/**
 * From the results on; never while they are shown and may be objected to. A call that has no results yet may still be
 * in review: it is given up only a year after its deadline, or later where it keeps for longer.
 */
const isDue = (db: Db) => db`
  purged_at is null and case state
    when 'published' then greatest(published_at, deadline) + make_interval(days => retention_days) < now()
    when 'noticed' then false
    else deadline + make_interval(days => greatest(retention_days, ${minUnpublishedDays})) < now() end`

export const listToPurge = (db: Db) =>
  db<{ id: number }[]>`select id from submission_call where ${isDue(db)} order by id limit 20`

/** Null when it was shown, published or extended since it was listed. */
export async function lockToPurge(tx: Tx, id: number): Promise<Pick<CallRow, 'kind'> | null> {
  const [row] = await tx<Pick<CallRow, 'kind'>[]>`
    select kind from submission_call where id = ${id} and ${isDue(tx)} for update`
  return row ?? null
}

export type PersonalRow = Pick<
  SubmissionRow,
  'id' | 'title' | 'state' | 'award' | 'certificate_number' | 'person_sealed' | 'file_key'
>

export const listPersonal = (tx: Tx, callId: number) =>
  tx<PersonalRow[]>`
    select id, title, state, award, certificate_number, person_sealed, file_key from submission
    where call_id = ${callId} order by id for update`

/** What never was handed in is nobody's to keep. */
export const deleteDrafts = (tx: Tx, callId: number) =>
  tx`delete from submission where call_id = ${callId} and state in ('draft', 'withdrawn')`

/** The work and who it is from go; that there was one, its score and its award stay. */
export const forgetSubmission = (tx: Tx, id: number, kept: Pick<SubmissionRow, 'title' | 'person_sealed'>) =>
  tx`
    update submission set ${tx({ ...kept, file_key: null, file_text: '', note: '' })}, content = '{}', changed_at = now()
    where id = ${id}`

export async function forgetOthers(tx: Tx, callId: number): Promise<void> {
  await tx`update submission_objection set text_sealed = '' where call_id = ${callId}`
  await tx`
    update submission_review set comment = '' from submission
    where submission.id = submission_id and call_id = ${callId}`
  await tx`update submission_call set purged_at = now() where id = ${callId}`
}
