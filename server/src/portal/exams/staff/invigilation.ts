// Invigilation of a running examination. Examiners see the reports of browsers; no rule judges them automatically.
import { fail } from '@xinqiao/contract/errors.ts'
import type { ExamAttemptForStaff } from '@xinqiao/contract/http/exams/staff.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import { viewerOf, type Ctx, type AuditedCtx } from '../../../kit/ctx.ts'
import { type Db } from '../../../kit/db/db.ts'
import { createWatchTicket } from '../../exam-watch/watch-ticket.ts'
import { formatTime } from '../../../kit/time.ts'
import { closeOverdueAttempts, handInAttempt } from '../attempts/hand-in.ts'
import { evictAttempt } from '../attempts/attempt-cache.ts'
import { insertAttemptEvent } from '../attempts/store.ts'
import { requireExam } from './exams.ts'
import * as store from './store.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'

const presentExaminee = (row: store.ExamineeAttemptRow): ExamAttemptForStaff => ({
  id: row.id,
  accountId: row.account_id,
  username: row.username,
  nickname: row.nickname,
  number: row.number,
  state: row.state,
  startTime: formatTime(row.started_at),
  seconds: row.seconds,
  answered: row.answered,
  questions: row.questions,
  left: row.page_left,
  pasted: row.pasted,
  offline: row.offline,
  elsewhere: row.elsewhere,
  handedInTime: row.handed_in_at && formatTime(row.handed_in_at),
  handedInBy: row.handed_in_by,
  score: row.score,
})

export async function listExaminees({ kit }: Ctx, examId: number, page: PageLimits) {
  await requireExam(kit.sql, examId)
  await closeOverdueAttempts(kit)
  const { rows, running, handedIn } = await store.selectExaminees(kit.sql, examId, page)
  return {
    content: rows.map(presentExaminee),
    totalElements: running + handedIn,
    running,
    handedIn,
    serverTime: formatTime(new Date()),
  }
}

export async function listAttemptEvents(db: Db, attemptId: number) {
  if (!(await store.selectAttempt(db, attemptId))) throw fail('notFound')
  return (await store.selectAttemptEvents(db, attemptId)).map(({ at, ...event }) => ({
    ...event,
    time: formatTime(at),
  }))
}

type ExtensionInput = { id: number; attemptId?: number | undefined; minutes: number; reason: string }

/** Extends one running attempt, or all. Browsers get the new deadline with their next request of the clock. */
export async function extendAttempts(
  ctx: AuditedCtx,
  { id, attemptId, minutes, reason }: ExtensionInput,
): Promise<{ extended: number }> {
  const { tx, afterCommit } = ctx
  const { kit } = ctx
  await requireExam(tx, id)
  const extended = await store.updateDeadlines(tx, id, attemptId, minutes)
  if (extended.length === 0) throw fail('wrongState', '没有正在作答的考生')
  for (const attempt of extended) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction has one connection
    await insertAttemptEvent(tx, attempt.id, 'extended', `${minutes}分钟：${reason}`)
    afterCommit(() => evictAttempt(kit, attempt.account_id, id))
  }
  await recordAudit(tx, {
    actorId: viewerOf(ctx).id,
    action: 'examExtended',
    subject: attemptId === undefined ? `exam ${id}` : `examAttempt ${attemptId}`,
    reason,
    detail: { minutes, examinees: extended.length },
  })
  return { extended: extended.length }
}

export async function endAttempt(ctx: Ctx, attemptId: number, reason: string): Promise<void> {
  const { kit } = ctx
  const result = await handInAttempt(kit, {
    attemptId,
    by: 'examiner',
    detail: reason,
    along: (tx) =>
      recordAudit(tx, { actorId: viewerOf(ctx).id, action: 'examEnded', subject: `examAttempt ${attemptId}`, reason }),
  })
  if (result === 'again') throw fail('wrongState', '该考生已经交卷')
}

/** Ticket with which the browser opens the socket for live updates. */
export async function issueWatchTicket(ctx: Ctx, examId: number): Promise<{ ticket: string }> {
  await requireExam(ctx.kit.sql, examId)
  return { ticket: createWatchTicket(ctx.kit.secrets, { examId, signInSessionId: viewerOf(ctx).signInSessionId }) }
}
