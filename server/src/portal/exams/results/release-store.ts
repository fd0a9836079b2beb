// SQL of the release of results, and of certificates for passed examinations.
import type { Db } from '../../../kit/db/db.ts'
import { isScoreShown } from '../records/exam-store.ts'

export const maxReleasedResults = 500

/**
 * Marks attempts whose scores may be shown as released. Skips attempts that another request is releasing.
 * @returns their number, at most `maxReleasedResults`
 */
export async function markResultsReleased(db: Db, examId: number | undefined): Promise<number> {
  const result = await db`
    update exam_attempt set released_at = now()
    where id in (
      select attempt.id from exam_attempt attempt join exam on exam.id = attempt.exam_id
      where attempt.state = 'marked' and attempt.released_at is null and exam.state = 'open' and ${isScoreShown(db)}
        ${examId === undefined ? db`` : db`and attempt.exam_id = ${examId}`}
      order by attempt.id limit ${maxReleasedResults} for update of attempt skip locked)`
  return result.count
}

export type EarnedCertificateRow = {
  id: number
  exam_id: number
  account_id: number
  nickname: string
  exam_name: string
  score: number
}

/**
 * The best released and passing attempt of each examinee without a certificate, at most 500, of examinations that give
 * one.
 */
export const selectEarnedCertificates = (db: Db, pass: number, examId: number | undefined) => db<
  EarnedCertificateRow[]
>`
  select distinct on (attempt.exam_id, attempt.account_id) attempt.id, attempt.exam_id, attempt.account_id,
    account.nickname, exam.name as exam_name, attempt.score
  from exam_attempt attempt join exam on exam.id = attempt.exam_id join account on account.id = attempt.account_id
  where attempt.score >= ${pass} and attempt.certificate_id is null and exam.gives_certificate
    and exam.state = 'open' and attempt.released_at is not null
    and not exists (
      select 1 from exam_attempt other where other.exam_id = attempt.exam_id and other.account_id = attempt.account_id
        and other.certificate_id is not null)
    ${examId === undefined ? db`` : db`and attempt.exam_id = ${examId}`}
  order by attempt.exam_id, attempt.account_id, attempt.score desc limit 500`

/** Attempts with a certificate whose examinee no longer passes. */
export const selectUnearnedCertificates = (db: Db, examId: number, pass: number) => db<
  { id: number; account_id: number }[]
>`
  select id, account_id from exam_attempt attempt
  where exam_id = ${examId} and certificate_id is not null and not exists (
    select 1 from exam_attempt other
    where other.exam_id = ${examId} and other.account_id = attempt.account_id and other.score >= ${pass})`

export const updateAttemptCertificate = (db: Db, attemptId: number, certificateId: number | null) =>
  db`update exam_attempt set certificate_id = ${certificateId} where id = ${attemptId}`

export async function selectExamCertificate(db: Db, accountId: number, examId: number): Promise<number | null> {
  const [row] = await db<{ certificate_id: number }[]>`
    select certificate_id from exam_attempt
    where account_id = ${accountId} and exam_id = ${examId} and certificate_id is not null`
  return row?.certificate_id ?? null
}
