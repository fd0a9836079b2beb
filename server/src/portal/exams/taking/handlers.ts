// Examination endpoints for examinees.
import type { exams } from '@xinqiao/contract/http/exams.ts'
import type { Handlers } from '../../../kit/ctx.ts'
import { presentCurrent, presentFinished, presentPaper, presentResult } from './present.ts'
import { findResult, listCurrent, listFinished } from './results.ts'
import * as rules from './taking.ts'

export const examHandlers: Handlers<typeof exams> = {
  'GET /testUser/listByUndone': async (_input, ctx) => ({ list: (await listCurrent(ctx)).map(presentCurrent) }),
  'GET /testUser/listByDone': async (_input, ctx) => ({ list: (await listFinished(ctx)).map(presentFinished) }),
  'GET /testPaper/showPaper': async ({ paperId, testId }, ctx) =>
    presentPaper(await rules.openPaper(ctx, paperId, testId)),
  'GET /testPaper/showHistory': async ({ paperId, testId }, ctx) =>
    presentResult(await findResult(ctx, paperId, testId)),
  'GET /testManage/judgeTime': ({ testId }, ctx) => rules.askTime(ctx, testId),
  'POST /testUser/commit': async ({ paperId, testId, answer }, ctx) => {
    await rules.commitPaper(ctx, paperId, testId, answer)
    return null
  },
  'POST /testUser/answer': async ({ testId, answer }, ctx) => {
    await rules.saveAnswers(ctx, testId, answer)
    return null
  },
  'POST /testUser/event': async ({ testId, kind, seconds }, ctx) => {
    await rules.noteEvent(ctx, testId, kind, seconds)
    return null
  },
}
