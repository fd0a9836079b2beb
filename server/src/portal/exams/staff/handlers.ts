// Examination endpoints for examiners.
import type { examBank } from '@xinqiao/contract/http/exam-bank.ts'
import type { staffExams } from '@xinqiao/contract/http/staff-exams.ts'
import { type Handlers, withPreparation, recordAfter, withFollowUp } from '../../../kit/ctx.ts'
import * as bank from '../bank/bank.ts'
import { exportPackage, exportSheet, writeTemplate } from '../bank/export.ts'
import { importQuestions, readQuestions } from '../bank/import.ts'
import { listQuestions, listSubjects } from '../bank/store.ts'
import * as papers from '../papers/papers.ts'
import { listPapers } from '../papers/store.ts'
import * as exams from './exams.ts'
import * as invigilation from './invigilation.ts'
import { writeScores } from './score-sheet.ts'
import { correct, describeResults } from './statistics.ts'
import { findPeople, listExams } from './store.ts'
import { issueEarned } from '../taking/certificates.ts'

const page = <T, R>({ rows, total }: { rows: T[]; total: number }, present: (row: T) => R) => ({
  content: rows.map(present),
  totalElements: total,
})
const done = async (work: Promise<unknown>) => {
  await work
  return null
}
type BankInput = {
  subject?: string | undefined
  examType?: 0 | 1 | 2 | undefined
  difficulty?: number | undefined
  key?: string | undefined
}
const filterOf = ({ subject, examType, difficulty, key }: BankInput) => ({ subject, kind: examType, difficulty, key })

export const examBankHandlers: Handlers<typeof examBank> = {
  'GET /admin/exam/questions': async ({ page: number, size, retired, ...filter }, { kit }) =>
    page(
      await listQuestions(kit.sql, { ...filterOf(filter), retired: retired === '1' }, size, (number - 1) * size),
      bank.presentQuestion,
    ),
  'GET /admin/exam/subjects': (_input, { kit }) => listSubjects(kit.sql),
  'GET /admin/exam/question': ({ id }, { kit }) => bank.getQuestion(kit.sql, id),
  'POST /admin/exam/question': (draft, ctx) => bank.createQuestion(ctx, draft),
  'PUT /admin/exam/question': ({ id, version, ...draft }, ctx) => bank.changeQuestion(ctx, id, version, draft),
  'POST /admin/exam/question/retire': ({ id, retired }, ctx) => done(bank.retireQuestion(ctx, id, retired)),
  'POST /admin/exam/import': withPreparation(readQuestions, importQuestions),
  'GET /admin/exam/template': () => writeTemplate(),
  'GET /admin/exam/export/sheet': (filter, { kit }) => exportSheet(kit.sql, filterOf(filter)),
  'GET /admin/exam/export/qti': ({ qti, ...filter }, { kit }) => exportPackage(kit.sql, filterOf(filter), qti ?? '2.2'),
  'GET /admin/exam/papers': async ({ page: number, size, state }, { kit }) =>
    page(await listPapers(kit.sql, state, size, (number - 1) * size), papers.presentPaper),
  'GET /admin/exam/paper': ({ id }, { kit }) => papers.getPaper(kit.sql, id),
  'POST /admin/exam/paper': (draft, ctx) => papers.createPaper(ctx, draft),
  'PUT /admin/exam/paper': ({ id, version, ...draft }, ctx) => papers.changePaper(ctx, id, version, draft),
  'POST /admin/exam/paper/ready': ({ id, version }, ctx) => papers.makeReady(ctx, id, version),
  'POST /admin/exam/paper/copy': ({ id }, ctx) => papers.copyPaper(ctx, id),
  'DELETE /admin/exam/paper': ({ id, version }, ctx) => done(papers.deletePaper(ctx, id, version)),
}

export const staffExamHandlers: Handlers<typeof staffExams> = {
  'GET /admin/exams': async ({ page: number, size, state }, { kit }) =>
    page(await listExams(kit.sql, state, size, (number - 1) * size), exams.presentSummary),
  'GET /admin/exam': ({ id }, { kit }) => exams.getExam(kit.sql, id),
  'POST /admin/exam': (draft, ctx) => exams.createExam(ctx, draft),
  'PUT /admin/exam': ({ id, version, ...draft }, ctx) => exams.changeExam(ctx, id, version, draft),
  'POST /admin/exam/state': ({ id, version, state }, ctx) => exams.setState(ctx, id, version, state),
  'POST /admin/exam/allowance': ({ id, accountId, extraMinutes, extraAttempts }, ctx) =>
    exams.allow(ctx, id, accountId, extraMinutes, extraAttempts),
  'GET /admin/exam/people': async ({ key }, { kit }) => [...(await findPeople(kit.sql, key))],
  'GET /admin/exam/groups': (_input, ctx) => exams.listGroups(ctx),
  'POST /admin/exam/group': ({ id, name, usernames }, ctx) => exams.saveGroup(ctx, id, name, usernames),
  'DELETE /admin/exam/group': ({ id }, ctx) => done(exams.deleteGroup(ctx, id)),
  'GET /admin/exam/sittings': ({ id, page: number, size }, ctx) =>
    invigilation.listSittings(ctx, id, size, (number - 1) * size),
  'GET /admin/exam/watch': ({ id }, ctx) => invigilation.openWatch(ctx, id),
  'GET /admin/exam/events': ({ attemptId }, { kit }) => invigilation.listEvents(kit.sql, attemptId),
  'POST /admin/exam/extend': (input, ctx) => invigilation.extend(ctx, input),
  // submitting an attempt has its own transaction, which writes the entry
  'POST /admin/exam/end': recordAfter(({ attemptId, reason }, ctx) => done(invigilation.end(ctx, attemptId, reason))),
  'GET /admin/exam/statistics': ({ id }, { kit }) => describeResults(kit.sql, id),
  'GET /admin/exam/scores': recordAfter(({ id }, { kit }) => writeScores(kit.sql, id)),
  'POST /admin/exam/correct': withFollowUp(
    (input, ctx) => correct(ctx, input),
    async ({ id }, { kit }) => {
      await issueEarned(kit, id)
    },
  ),
}
