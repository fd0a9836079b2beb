// Tests of invigilation and results.
import { describe, expect, test } from 'vitest'
import { selectAuditEntries } from '../../../../test/audit-log.ts'
import { createExam, listRightAnswers } from '../../../../test/steps/exam-steps.ts'
import { readLines } from '../../../kit/documents/sheets/sheets.ts'
import { useExaminers } from '../../../../test/steps/examiner-steps.ts'

const { server, sitExam } = useExaminers()

describe('a running examination', () => {
  test('lets examiners watch, extend and end attempts, and audits both acts', async () => {
    const exam = await createExam(server())
    const me = await server().enter('user')
    const paper = await server().requestAs(me, 'GET /testPaper/showPaper', {
      paperId: exam.paperId,
      testId: exam.testId,
    })
    await server().requestAs(me, 'POST /testUser/answer', {
      testId: exam.testId,
      answer: listRightAnswers(paper.data.content).slice(0, 3),
    })
    const view = async () => (await server().requestAs(exam, 'GET /admin/exam/attempts', { id: exam.testId })).data
    const seen = await view()
    expect(seen).toMatchObject({ running: 1, handedIn: 0, totalElements: 1 })
    expect(seen.content[0]).toMatchObject({
      accountId: me.id,
      answered: 3,
      questions: 8,
      state: 'inProgress',
      score: null,
    })
    const attemptId = seen.content[0]!.id
    await server().requestAs(exam, 'POST /admin/exam/extend', {
      id: exam.testId,
      attemptId,
      minutes: 10,
      reason: '电脑重启',
    })
    expect((await view()).content[0]!.seconds).toBeGreaterThan(1800)
    expect((await server().requestAs(me, 'GET /testManage/judgeTime', { testId: exam.testId })).data).toBeGreaterThan(
      1800,
    )
    expect(await server().requestAs(exam, 'POST /admin/exam/end', { attemptId, reason: '违反考场规定' })).toMatchObject(
      {
        code: 200,
      },
    )
    expect(await server().requestAs(exam, 'POST /admin/exam/end', { attemptId, reason: '违反考场规定' })).toMatchObject(
      {
        code: 409,
      },
    )
    expect((await view()).content[0]).toMatchObject({ state: 'marked', handedInBy: 'examiner', score: 30 })
    expect(
      await server().requestAs(me, 'POST /testUser/answer', {
        testId: exam.testId,
        answer: [{ num: '8', answer: 'T' }],
      }),
    ).toMatchObject({ code: 409, reason: 'examOver' })
    const events = await server().requestAs(exam, 'GET /admin/exam/events', { attemptId })
    expect(events.data.map((event) => event.kind)).toEqual(['opened', 'extended', 'handedIn', 'late'])
    const log = await selectAuditEntries(server().kit.sql, { subject: `examAttempt ${attemptId}` })
    expect(log).toMatchObject([
      { action: 'examExtended', reason: '电脑重启' },
      { action: 'examEnded', reason: '违反考场规定' },
    ])
  })

  test('ends an attempt and writes its audit entry in one transaction', async () => {
    const exam = await createExam(server())
    const me = await server().enter('user')
    await server().requestAs(me, 'GET /testPaper/showPaper', { paperId: exam.paperId, testId: exam.testId })
    const view = async () =>
      (await server().requestAs(exam, 'GET /admin/exam/attempts', { id: exam.testId })).data.content[0]!
    const { id: attemptId } = await view()
    await server().owner.unsafe(`create function refuse_audit() returns trigger language plpgsql as
      $$ begin if new.reason = '审计不可写' then raise exception 'no audit'; end if; return new; end $$;
      create trigger refuse_audit before insert on audit_log for each row execute function refuse_audit()`)
    const failed = await server().requestAs(exam, 'POST /admin/exam/end', { attemptId, reason: '审计不可写' })
    expect(failed.code).toBe(500)
    expect(await view()).toMatchObject({ state: 'inProgress', handedInBy: null })
    await server().requestAs(exam, 'POST /admin/exam/end', { attemptId, reason: '考生要求' })
    expect(await view()).toMatchObject({ state: 'marked', handedInBy: 'examiner' })
  })
})

describe('results', () => {
  test('gives statistics and the score sheet, and applies a corrected key', async () => {
    const exam = await createExam(server(), { givesCertificate: true, shuffleQuestions: false })
    const people = []
    // the paper has 8 questions: four of 10 points, two of 20, two of 10
    for (const right of [8, 8, 8, 7, 6, 6, 5, 4, 2, 1, 0]) {
      const me = await server().enter('user')
      await sitExam(exam, me.token, right)
      people.push(me)
    }
    const { data } = await server().requestAs(exam, 'GET /admin/exam/statistics', { id: exam.testId })
    expect(data).toMatchObject({ examinees: 11, passed: 7, highest: 100, lowest: 0, average: 61.8 })
    expect(data.bands.reduce((sum: number, band: number) => sum + band, 0)).toBe(11)
    expect(data.items).toHaveLength(8)
    const [first] = data.items
    expect(first).toMatchObject({
      asked: 11,
      answered: 10,
      right: 10,
      difficulty: 0.91,
      answer: 'B',
      isCorrected: false,
    })
    expect(first!.chosen).toEqual([0, 10, 0, 0])
    // answered right by the best three examinees, and by two of the weakest three
    expect(first!.discrimination).toBe(0.33)
    const last = data.items.at(-1)
    expect(last).toMatchObject({ right: 3, discrimination: 1, examType: 2 })
    const sheet = await server().app.inject({
      url: `/prod-api/admin/exam/scores?id=${exam.testId}`,
      headers: { authorization: `Bearer ${exam.token}` },
    })
    const lines = await readLines(sheet.rawPayload, ['账号', '成绩', '结果'])
    expect(lines).toHaveLength(11)
    expect(lines[0]?.values).toMatchObject({ 成绩: '100', 结果: '合格' })
    // 50 points are not enough to pass, until everyone gets the points of the last question
    const fifth = people[7]!
    const listOwnCertificates = async () => (await server().requestAs(fifth, 'GET /certificate/mine')).data
    expect(await listOwnCertificates()).toEqual([])
    const correctKey = (answer: string | null, versionId: number) =>
      server().requestAs(exam, 'POST /admin/exam/correct', { id: exam.testId, versionId, answer, reason: '题干有歧义' })
    expect(await correctKey('Z', last!.id)).toMatchObject({ code: 400, msg: '更正后的答案中有不存在的选项' })
    expect((await correctKey(null, last!.id)).data).toEqual({ marked: 11, changed: 8 })
    expect((await correctKey(null, data.items[6]!.id)).data).toMatchObject({ marked: 11, changed: 7 })
    expect(await listOwnCertificates()).toMatchObject([{ kind: 'exam', title: '心理健康知识测试', state: 'valid' }])
    const history = await server().requestAs(fifth, 'GET /testPaper/showHistory', {
      testId: exam.testId,
      paperId: exam.paperId,
    })
    expect(history.data).toMatchObject({ score: 60 })
    expect(history.data.certificateId).toBeGreaterThan(0)
    // undoes the correction
    await correctKey('T', last!.id)
    expect(await listOwnCertificates()).toMatchObject([{ state: 'revoked' }])
  })

  test('gives no discrimination index below ten examinees', async () => {
    const exam = await createExam(server())
    const me = await server().enter('user')
    await sitExam(exam, me.token, 8)
    const { data } = await server().requestAs(exam, 'GET /admin/exam/statistics', { id: exam.testId })
    expect(data.items.every((item) => item.discrimination === null)).toBe(true)
    const none = await createExam(server())
    expect((await server().requestAs(none, 'GET /admin/exam/statistics', { id: none.testId })).data).toMatchObject({
      examinees: 0,
      average: 0,
      items: [],
    })
  })
})
