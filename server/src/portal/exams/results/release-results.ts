// Releases results as soon as examinees may see their scores, and issues certificates. A correction by which an
// examinee fails revokes the certificate.
import { fullMark, passMark } from '@xinqiao/contract/exams.ts'
import type { Kit } from '../../../kit/ctx.ts'
import { transaction, type Tx } from '../../../kit/db/db.ts'
import { issueCertificate, revokeCertificateOfSubject } from '../../certificates/certificates.ts'
import * as releaseStore from './release-store.ts'

const certificateSubject = (examId: number, accountId: number) => `exam ${examId} account ${accountId}`

/** Issues the missing certificates of released results, at most 500. */
async function issueExamCertificates(kit: Kit, examId: number | undefined): Promise<void> {
  for (const attempt of await releaseStore.selectEarnedCertificates(kit.sql, passMark, examId)) {
    await transaction(kit.sql, async (tx) => {
      const certificate = await issueCertificate(tx, {
        kind: 'exam',
        accountId: attempt.account_id,
        holder: attempt.nickname,
        title: attempt.exam_name,
        lines: [['成绩', `${attempt.score}分（满分${fullMark}分）`]],
        subject: certificateSubject(attempt.exam_id, attempt.account_id),
      })
      await releaseStore.updateAttemptCertificate(tx, attempt.id, certificate.id)
    })
  }
}

/**
 * Releases the results that examinees may see from now on, and issues certificates. It runs after a hand-in, after a
 * correction, and as a job, which finds examinations that have ended. It can be repeated.
 * @param examId limits it to one examination
 */
export async function releaseResults(kit: Kit, examId?: number): Promise<void> {
  // each result is released once; docs/guides/add-a-feature.md shows how to send a notice with it
  while ((await releaseStore.markResultsReleased(kit.sql, examId)) === releaseStore.maxReleasedResults);
  await issueExamCertificates(kit, examId)
}

/** Revokes certificates of examinees who no longer pass after a correction, with a reason. */
export async function revokeUnearnedCertificates(tx: Tx, examId: number): Promise<void> {
  for (const attempt of await releaseStore.selectUnearnedCertificates(tx, examId, passMark)) {
    await revokeCertificateOfSubject(
      tx,
      'exam',
      certificateSubject(examId, attempt.account_id),
      '答案更正后重新阅卷，成绩未达到合格线',
    )
    await releaseStore.updateAttemptCertificate(tx, attempt.id, null)
  }
}
