// Tests requests of an examinee that the server refuses and records.
import { describe, expect, test } from 'vitest'
import { createExam } from '../../../../test/steps/exam-steps.ts'
import { useExamineeSteps } from '../../../../test/steps/examinee-steps.ts'

const examinee = useExamineeSteps()
const { server } = examinee

describe('invalid calls are refused with a clear message and recorded', () => {
  test("reports another user's examination as missing", async () => {
    const other = await server().enter('user')
    const exam = await createExam(server(), {
      targets: { everyone: false, members: false, groupIds: [], accountIds: [other.id] },
    })
    const me = await server().enter('user')
    const replies = [
      await examinee.openPaper(exam, me.token),
      await examinee.readTime(exam.testId, me.token),
      await examinee.saveAnswers(exam.testId, [{ num: '1', answer: 'A' }], me.token),
      await examinee.handIn(exam, [], me.token),
      await examinee.readHistory(exam, me.token),
      await server().requestAs(me, 'POST /testUser/event', { testId: exam.testId, kind: 'pageLeft' }),
    ]
    for (const reply of replies) expect(reply).toMatchObject({ code: 404, msg: '没有这场考试，或未安排您参加' })
    const events = await server().kit.sql`
      select detail->>'call' as call from security_event where kind = 'examRefused' and account_id = ${me.id} order by id`
    expect(events.map((event) => event.call)).toEqual([
      'showPaper',
      'judgeTime',
      'answer',
      'commit',
      'showHistory',
      'event',
    ])
    expect(await examinee.openPaper(exam, other.token)).toMatchObject({ code: 200 })
    // the paper belongs to another examination
    expect(await examinee.handIn({ ...exam, paperId: exam.paperId + 1 }, [], other.token)).toMatchObject({ code: 404 })
  })

  test.each([
    ['a question that is not on the paper', { num: '9', answer: 'A' }, '试卷中没有第9题，请刷新页面后重试'],
    ['a letter that does not exist', { num: '1', answer: 'E' }, '第1题没有选项E'],
    ['two letters in a single choice', { num: '2', answer: 'A,B' }, '第2题是单选题，只能选一项'],
    ['a letter in a judgement', { num: '8', answer: 'A' }, '第8题只能选“正确”或“错误”'],
    ['a whole word', { num: '5', answer: 'A,ABC' }, '第5题没有选项ABC'],
  ])('%s', async (_name, answer, sentence) => {
    const exam = await createExam(server())
    const user = await server().enter('user')
    await examinee.openPaper(exam, user.token)
    const both = [{ num: '3', answer: 'A' }, answer]
    expect(await examinee.saveAnswers(exam.testId, both, user.token)).toMatchObject({
      code: 400,
      reason: 'wrongAnswer',
      msg: sentence,
    })
    expect(await examinee.handIn(exam, both, user.token)).toMatchObject({ code: 400, msg: sentence })
    expect((await examinee.openPaper(exam, user.token)).data.content.every((shown) => shown.stuAnswer === '')).toBe(
      true,
    )
    expect((await examinee.listEvents(exam.testId)).filter((event) => event === `refused ${sentence}`)).toHaveLength(2)
  })

  test('refuses answers before the start', async () => {
    const exam = await createExam(server())
    const user = await server().enter('user')
    expect(await examinee.saveAnswers(exam.testId, [{ num: '1', answer: 'A' }], user.token)).toMatchObject({
      code: 409,
      reason: 'examNotBegun',
    })
    expect(await examinee.handIn(exam, [], user.token)).toMatchObject({ code: 409, reason: 'examNotBegun' })
  })

  test("refuses to start a user's clock from a page of another site", async () => {
    const exam = await createExam(server())
    const user = await server().enter('user')
    const reply = await server().requestAs(
      user,
      'GET /testPaper/showPaper',
      { paperId: exam.paperId },
      { headers: { 'sec-fetch-site': 'cross-site' } },
    )
    expect(reply).toMatchObject({ code: 403, reason: 'foreignOrigin' })
    expect(await examinee.findUndone(exam.testId, user.token)).toMatchObject({ used: 0 })
  })

  test('stores browser events for the examiners, up to a limit', async () => {
    const exam = await createExam(server())
    const user = await server().enter('user')
    await examinee.openPaper(exam, user.token)
    for (const kind of ['pageLeft', 'pageBack', 'pasted']) {
      await server().requestAs(user, 'POST /testUser/event', { testId: exam.testId, kind, seconds: 7 })
    }
    expect((await examinee.listEvents(exam.testId)).slice(1)).toEqual(['pageLeft 7秒', 'pageBack 7秒', 'pasted 7秒'])
    const attempts = await server().requestAs(exam, 'GET /admin/exam/attempts', { id: exam.testId })
    expect(attempts.data.content[0]).toMatchObject({
      left: 1,
      pasted: 1,
      elsewhere: 0,
      state: 'inProgress',
      questions: 8,
    })
  })
})
