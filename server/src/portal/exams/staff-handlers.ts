// Handlers of the endpoints of examinations for examiners.
import type { examBank } from '@xinqiao/contract/http/exams/bank.ts'
import type { staffExams } from '@xinqiao/contract/http/exams/staff.ts'
import { type Handlers, inStages } from '../../kit/ctx.ts'
import * as bank from './bank/bank.ts'
import { exportQtiPackage, exportQuestionSheet, writeQuestionTemplate } from './bank/export.ts'
import { importQuestions, readQuestionUpload } from './bank/import.ts'
import { selectBankQuestions, selectQuestionSubjects } from './bank/records/store.ts'
import * as papers from './papers/papers.ts'
import { selectPapers } from './papers/store.ts'
import * as exams from './staff/exams.ts'
import * as invigilation from './staff/invigilation.ts'
import { writeScoreSheet } from './staff/score-sheet.ts'
import { correctAnswerKey, describeExamResults } from './staff/statistics.ts'
import { selectPeopleByKey, selectExams } from './staff/store.ts'
import { releaseResults } from './results/release-results.ts'

const presentPage = <T, R>({ rows, total }: { rows: T[]; total: number }, present: (row: T) => R) => ({
  content: rows.map(present),
  totalElements: total,
})
const nullAfter = async (scope: Promise<unknown>) => {
  await scope
  return null
}
type BankFilterInput = {
  subject?: string | undefined
  examType?: 0 | 1 | 2 | undefined
  difficulty?: number | undefined
  key?: string | undefined
}
const toBankFilter = ({ subject, examType, difficulty, key }: BankFilterInput) => ({
  subject,
  kind: examType,
  difficulty,
  key,
})

export const examBankHandlers: Handlers<typeof examBank> = {
  'GET /admin/exam/questions': async ({ limit, offset, retired, ...filter }, { kit }) =>
    presentPage(
      await selectBankQuestions(kit.sql, { ...toBankFilter(filter), retired: retired === '1' }, { limit, offset }),
      bank.presentBankQuestion,
    ),
  'GET /admin/exam/subjects': (_input, { kit }) => selectQuestionSubjects(kit.sql),
  'GET /admin/exam/question': ({ id }, { kit }) => bank.getBankQuestion(kit.sql, id),
  'POST /admin/exam/question': (draft, ctx) => bank.createBankQuestion(ctx, draft),
  'PUT /admin/exam/question': ({ id, version, ...draft }, ctx) => bank.changeBankQuestion(ctx, id, version, draft),
  'POST /admin/exam/question/retire': ({ id, retired }, ctx) => nullAfter(bank.retireBankQuestion(ctx, id, retired)),
  'POST /admin/exam/import': inStages({ prepare: readQuestionUpload, perform: importQuestions }),
  'GET /admin/exam/template': () => writeQuestionTemplate(),
  'GET /admin/exam/export/sheet': (filter, { kit }) => exportQuestionSheet(kit.sql, toBankFilter(filter)),
  'GET /admin/exam/export/qti': ({ qti, ...filter }, { kit }) =>
    exportQtiPackage(kit.sql, toBankFilter(filter), qti ?? '2.2'),
  'GET /admin/exam/papers': async ({ state, ...page }, { kit }) =>
    presentPage(await selectPapers(kit.sql, state, page), papers.presentPaper),
  'GET /admin/exam/paper': ({ id }, { kit }) => papers.getPaper(kit.sql, id),
  'POST /admin/exam/paper': (draft, ctx) => papers.createPaper(ctx, draft),
  'PUT /admin/exam/paper': ({ id, version, ...draft }, ctx) => papers.changePaper(ctx, id, version, draft),
  'POST /admin/exam/paper/ready': ({ id, version }, ctx) => papers.markPaperReady(ctx, id, version),
  'POST /admin/exam/paper/copy': ({ id }, ctx) => papers.copyPaper(ctx, id),
  'DELETE /admin/exam/paper': ({ id, version }, ctx) => nullAfter(papers.deletePaper(ctx, id, version)),
}

export const staffExamHandlers: Handlers<typeof staffExams> = {
  'GET /admin/exams': async ({ state, ...page }, { kit }) =>
    presentPage(await selectExams(kit.sql, state, page), exams.presentExamSummary),
  'GET /admin/exam': ({ id }, { kit }) => exams.getExam(kit.sql, id),
  'POST /admin/exam': (draft, ctx) => exams.createExam(ctx, draft),
  'PUT /admin/exam': ({ id, version, ...draft }, ctx) => exams.changeExam(ctx, id, version, draft),
  'POST /admin/exam/state': ({ id, version, state }, ctx) => exams.setExamState(ctx, id, version, state),
  'POST /admin/exam/allowance': ({ id, accountId, extraMinutes, extraAttempts }, ctx) =>
    exams.setExamAllowance(ctx, { id, accountId, minutes: extraMinutes, attempts: extraAttempts }),
  'GET /admin/exam/people': async ({ key }, { kit }) => [...(await selectPeopleByKey(kit.sql, key))],
  'GET /admin/exam/groups': (_input, ctx) => exams.listExamineeGroups(ctx),
  'POST /admin/exam/group': ({ id, name, usernames }, ctx) => exams.saveExamineeGroup(ctx, id, name, usernames),
  'DELETE /admin/exam/group': ({ id }, ctx) => nullAfter(exams.deleteExamineeGroup(ctx, id)),
  'GET /admin/exam/attempts': ({ id, ...page }, ctx) => invigilation.listExaminees(ctx, id, page),
  'GET /admin/exam/watch': ({ id }, ctx) => invigilation.issueWatchTicket(ctx, id),
  'GET /admin/exam/events': ({ attemptId }, { kit }) => invigilation.listAttemptEvents(kit.sql, attemptId),
  'POST /admin/exam/extend': (input, ctx) => invigilation.extendAttempts(ctx, input),
  // handing in has its own transaction, which also writes the audit entry
  'POST /admin/exam/end': inStages({
    prepare: ({ attemptId, reason }, ctx) => nullAfter(invigilation.endAttempt(ctx, attemptId, reason)),
  }),
  'GET /admin/exam/statistics': ({ id }, { kit }) => describeExamResults(kit.sql, id),
  'GET /admin/exam/scores': inStages({ prepare: ({ id }, { kit }) => writeScoreSheet(kit.sql, id) }),
  'POST /admin/exam/correct': inStages({
    perform: (input, ctx) => correctAnswerKey(ctx, input),
    finish: async ({ id }, { kit }) => {
      await releaseResults(kit, id)
    },
  }),
}
