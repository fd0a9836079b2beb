// The examinations of the demo site: one for everyone, one drawn from the bank for a class, and one that has ended.
import { dayMs, hourMs } from '@xinqiao/contract/time.ts'
import type { Kit } from '../../src/kit/ctx.ts'
import { transaction } from '../../src/kit/db/db.ts'
import { upsertExamineeGroup, replaceGroupPeople } from '../../src/portal/exams/staff/store.ts'
import { releaseResults } from '../../src/portal/exams/results/release-results.ts'
import {
  createAttempt,
  createExamPaper,
  createOpenExam,
  createQuestions,
  moveExam,
  type QuestionFixture,
} from '../fixtures/exam.ts'
import { examQuestions } from './exam-questions.ts'

/** Chooses so many questions of each kind from these subjects, with 100 points in total. */
function choose(
  questions: readonly QuestionFixture[],
  subjects: string[],
  plan: [kind: number, count: number, score: number][],
) {
  return plan.flatMap(([kind, count, score]) =>
    questions
      .filter((question) => question.kind === kind && subjects.includes(question.subject))
      .slice(0, count)
      .map(({ versionId }) => ({ versionId, score })),
  )
}

/** Share of right answers of each account in the examination that has ended. */
const results: [username: string, skill: number, minutes: number][] = [
  ...Array.from({ length: 12 }, (_, i): [string, number, number] => [`doctor${i + 1}`, 0.98 - i * 0.035, 18 + i]),
  ['member1', 0.35, 41],
  ['member2', 0.8, 27],
  ['member3', 0.7, 33],
  ['member4', 0.9, 25],
  ['member5', 0.45, 38],
]

/** @param today midnight in China of the day of seeding */
export async function seedExams(kit: Kit, today: number, idOf: Map<string, number>, examinerId: number): Promise<void> {
  const at = (days: number, hours: number) => new Date(today + days * dayMs + hours * hourMs)
  await transaction(kit.sql, async (tx) => {
    const questions = await createQuestions(tx, examQuestions, examinerId)
    const common = await createExamPaper(
      tx,
      {
        name: '继续教育公共科目试卷',
        items: choose(
          questions,
          ['心理健康常识', '情绪与压力'],
          [
            [0, 10, 4],
            [1, 8, 5],
            [2, 10, 2],
          ],
        ),
      },
      examinerId,
    )
    await createOpenExam(
      tx,
      {
        name: '继续教育在线考试（公共科目）',
        paper_id: common,
        start_at: at(-3, 9),
        end_at: at(27, 18),
        duration_minutes: 60,
        attempts: 2,
      },
      { everyone: true },
      examinerId,
    )
    const drawnPaper = await createExamPaper(
      tx,
      {
        name: '咨询伦理与危机援助随机卷',
        rules: [
          { examType: 0, subject: '心理咨询伦理', difficulty: null, count: 5, score: 5 },
          { examType: 0, subject: '危机识别与援助', difficulty: null, count: 5, score: 5 },
          { examType: 1, subject: '心理咨询伦理', difficulty: null, count: 3, score: 5 },
          { examType: 1, subject: '危机识别与援助', difficulty: null, count: 3, score: 5 },
          { examType: 2, subject: null, difficulty: null, count: 10, score: 2 },
        ],
      },
      examinerId,
    )
    const group = await upsertExamineeGroup(tx, undefined, '继续教育第一班')
    await replaceGroupPeople(tx, group!, [
      'member1',
      'member2',
      'member3',
      'member4',
      'member5',
      'member6',
      'doctor1',
      'doctor2',
    ])
    await createOpenExam(
      tx,
      {
        name: '心理咨询伦理与危机援助考核',
        paper_id: drawnPaper,
        start_at: at(-1, 9),
        end_at: at(13, 18),
        duration_minutes: 45,
        shown: 'afterEnd',
      },
      { groupIds: [group!] },
      examinerId,
    )
    const entrance = await createExamPaper(
      tx,
      {
        name: '心理健康素养测试卷',
        items: choose(
          questions,
          ['心理健康常识', '危机识别与援助'],
          [
            [0, 8, 5],
            [1, 5, 8],
            [2, 10, 2],
          ],
        ),
      },
      examinerId,
    )
    // created as an open examination, then moved to its past time
    const finished = await createOpenExam(
      tx,
      {
        name: '心理健康素养测试',
        paper_id: entrance,
        start_at: new Date(Date.now() - dayMs),
        end_at: at(2, 0),
        duration_minutes: 45,
      },
      { accountIds: results.flatMap(([username]) => idOf.get(username) ?? []) },
      examinerId,
    )
    for (const [i, [username, skill, minutes]] of results.entries()) {
      const accountId = idOf.get(username)
      if (accountId === undefined) continue
      const startedAt = at(-30 + (i % 5), 9 + (i % 7))
      await createAttempt(tx, { examId: finished, accountId, skill, startedAt, minutes })
    }
    await moveExam(tx, finished, at(-32, 9), at(-24, 18))
  })
  await releaseResults(kit)
}
