// Tests of query plans for the lists of examiners and examinees.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { explainQueries } from '../../../../test/plans.ts'
import { enterMany } from '../../../../test/steps/crowd.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { selectBankQuestions } from '../bank/records/store.ts'
import { selectPapers } from '../papers/store.ts'
import { selectCurrentExams, selectFinishedExams } from '../records/exam-store.ts'
import { selectOverdueAttempts } from '../attempts/store.ts'
import { selectExamResults } from './result-store.ts'
import { selectAttemptEvents, selectExams, selectExaminees } from './store.ts'

const server = useTestServer()

describe('lists read an index', () => {
  let url = ''
  beforeAll(async () => {
    const { sql } = server().kit
    await enterMany(server(), 10)
    const [row] = await sql<{ name: string }[]>`select current_database() as name`
    url = inject('postgresUrl').replace(/\/postgres$/, `/${row?.name}`)
    await sql`
      with added as (
        insert into exam_question (subject, kind, difficulty, updated_at)
        select '科目' || (i % 20), i % 3, 1 + i % 3, now() - make_interval(secs => i) from generate_series(1, 20000) as i
        returning id)
      insert into exam_question_version (question_id, version, content, options, answer)
      select id, 1, '第' || id || '题', '{甲,乙}', 'A' from added`
    await sql`
      insert into exam_paper (name, kind, partial, updated_at)
      select '卷' || i, 'fixed', 'none', now() - make_interval(hours => i) from generate_series(1, 5000) as i`
    await sql`
      insert into exam (paper_id, name, start_at, end_at, duration_minutes, state)
      select (select max(id) from exam_paper), '考试' || i, now() - make_interval(days => i),
        now() - make_interval(days => i) + interval '2 hours', 60, 'open' from generate_series(1, 5000) as i`
    await sql`
      insert into exam_attempt (exam_id, account_id, number, seed, question_version_ids, scores, deadline, state, handed_in_at, score)
      select exam.id, account.id, 1, 1, '{}', '{}', now(), 'marked', now(), 70
      from (select id from exam order by id desc limit 3000) as exam cross join (select id from account order by id limit 10) as account`
    await sql`
      insert into exam_event (attempt_id, kind, detail)
      select attempt.id, 'pageLeft', '' from (select id from exam_attempt limit 500) as attempt, generate_series(1, 10)`
    await server().owner`analyze`
  })

  const listScannedTables = async (scope: Parameters<typeof explainQueries>[1]) =>
    (await explainQueries(url, scope))
      .filter(({ query }) => !/^\s*select count\(/.test(query))
      .flatMap(({ steps }) => steps.filter((step) => step.table !== ''))

  test.each([
    [
      'the bank',
      'exam_question',
      (sql: Parameters<typeof selectBankQuestions>[0]) =>
        selectBankQuestions(
          sql,
          { subject: undefined, kind: undefined, difficulty: undefined, key: undefined, retired: false },
          { limit: 20, offset: 40 },
        ),
    ],
    [
      'papers',
      'exam_paper',
      (sql: Parameters<typeof selectPapers>[0]) => selectPapers(sql, undefined, { limit: 20, offset: 40 }),
    ],
    [
      'examinations',
      'exam',
      (sql: Parameters<typeof selectExams>[0]) => selectExams(sql, undefined, { limit: 20, offset: 40 }),
    ],
    [
      'the examinations that an account may sit',
      'exam',
      (sql: Parameters<typeof selectCurrentExams>[0]) => selectCurrentExams(sql, { id: 10_001, isMember: false }),
    ],
    [
      'what happened in an attempt',
      'exam_event',
      (sql: Parameters<typeof selectAttemptEvents>[0]) => selectAttemptEvents(sql, 4000),
    ],
    [
      'what is overdue',
      'exam_attempt',
      (sql: Parameters<typeof selectOverdueAttempts>[0]) => selectOverdueAttempts(sql),
    ],
  ])('%s', async (_name, table, list) => {
    const steps = (await listScannedTables(list)).filter((step) => step.table === table)
    expect(steps.length).toBeGreaterThan(0)
    expect(steps.map((step) => step.type)).not.toContain('Seq Scan')
  })

  test('reads only the attempts of one examination or one examinee', async () => {
    for (const list of [
      (sql: Parameters<typeof selectExaminees>[0]) => selectExaminees(sql, 4000, { limit: 50, offset: 0 }),
      (sql: Parameters<typeof selectFinishedExams>[0]) => selectFinishedExams(sql, { id: 10_001, isMember: false }),
      (sql: Parameters<typeof selectExamResults>[0]) => selectExamResults(sql, 4000),
    ]) {
      const attempts = (await listScannedTables(list)).filter((step) => step.table === 'exam_attempt')
      expect(attempts.length).toBeGreaterThan(0)
      expect(attempts.map((step) => step.type)).not.toContain('Seq Scan')
    }
  })
})
