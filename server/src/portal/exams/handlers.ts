// Handlers of the endpoints of examinations for examinees.
import type { exams } from '@xinqiao/contract/http/exams/exams.ts'
import type { Handlers } from '../../kit/ctx.ts'
import { presentCurrentExam, presentFinishedExam, presentPaper, presentExamResult } from './present.ts'
import { getExamResult, listCurrentExams, listFinishedExams } from './own-exams.ts'
import * as attempts from './attempts/sit-exam.ts'

export const examHandlers: Handlers<typeof exams> = {
  'GET /testUser/listByUndone': async (_input, ctx) => ({
    list: (await listCurrentExams(ctx)).map(presentCurrentExam),
  }),
  'GET /testUser/listByDone': async (_input, ctx) => ({
    list: (await listFinishedExams(ctx)).map(presentFinishedExam),
  }),
  'GET /testPaper/showPaper': async ({ paperId, testId }, ctx) =>
    presentPaper(await attempts.startOrContinueAttempt(ctx, paperId, testId)),
  'GET /testPaper/showHistory': async ({ paperId, testId }, ctx) =>
    presentExamResult(await getExamResult(ctx, paperId, testId)),
  'GET /testManage/judgeTime': ({ testId }, ctx) => attempts.getRemainingTime(ctx, testId),
  'POST /testUser/commit': async ({ paperId, testId, answer }, ctx) => {
    await attempts.handInPaper(ctx, paperId, testId, answer)
    return null
  },
  'POST /testUser/answer': async ({ testId, answer }, ctx) => {
    await attempts.saveAnswers(ctx, testId, answer)
    return null
  },
  'POST /testUser/event': async ({ testId, kind, seconds }, ctx) => {
    await attempts.recordAttemptEvent(ctx, testId, kind, seconds)
    return null
  },
}
