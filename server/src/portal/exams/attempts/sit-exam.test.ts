// Tests of taking an examination: the whole process, and answers that must not be lost.
import { describe, expect, test } from 'vitest'
import { createExam, listRightAnswers, type ShownQuestion } from '../../../../test/steps/exam-steps.ts'
import { closeOverdueAttempts } from './hand-in.ts'
import { useExamineeSteps, letTimePass } from '../../../../test/steps/examinee-steps.ts'

const examinee = useExamineeSteps()
const { server } = examinee

test('runs a whole examination: list, paper, clock, handing in, score, history', async () => {
  const exam = await createExam(server())
  const user = await server().enter('user')
  expect(await examinee.findUndone(exam.testId, user.token)).toMatchObject({
    paperId: exam.paperId,
    name: '心理健康知识测试',
    duration: 30,
    state: 'open',
  })
  expect((await examinee.readTime(exam.testId, user.token)).data).toBe(1800)
  const paper = await examinee.openPaper(exam, user.token)
  expect(paper.data).toMatchObject({
    single: 4,
    singleScore: 40,
    multiple: 2,
    multipleScore: 40,
    judge: 2,
    judgeScore: 20,
  })
  expect(paper.data.content.map((shown) => [shown.num, shown.examType])).toEqual([
    [1, 0],
    [2, 0],
    [3, 0],
    [4, 0],
    [5, 1],
    [6, 1],
    [7, 2],
    [8, 2],
  ])
  expect(paper.data.content[0]!.optionList.map((option: string) => option.split('.')[0])).toEqual(['A', 'B', 'C', 'D'])
  const left = (await examinee.readTime(exam.testId, user.token)).data
  expect(left).toBeGreaterThan(1790)
  expect(left).toBeLessThanOrEqual(1800)
  expect(await examinee.findUndone(exam.testId, user.token)).toMatchObject({ state: 'inProgress' })
  const answers = listRightAnswers(paper.data.content)
  const wrong = answers.map((item) => (item.num === '7' ? { num: '7', answer: 'F' } : item))
  expect(await examinee.handIn(exam, wrong, user.token)).toMatchObject({ code: 200, msg: '提交成功！', data: null })
  expect(await examinee.findUndone(exam.testId, user.token)).toBeUndefined()
  expect(await examinee.findDone(exam.testId, user.token)).toMatchObject({
    score: 90,
    result: 'shown',
    hasHistory: true,
  })
  const { data } = await examinee.readHistory(exam, user.token)
  expect(data).toMatchObject({ score: 90, duration: 1, single: 4, singleScore: 40 })
  expect(data.content[6]).toMatchObject({ num: 7, answer: 'T', stuAnswer: 'F', isRight: 1, explanation: '因为如此' })
  expect(data.content[4]).toMatchObject({ isRight: 0, score: 20, fullScore: 20 })
  expect(data.content[4]!.answer).toBe(data.content[4]!.stuAnswer)
  expect((await examinee.readTime(exam.testId, user.token)).data).toBe(0)
})

test('shows no right answer in any reply before the result', async () => {
  const exam = await createExam(server(), { shown: 'afterEnd' })
  const user = await server().enter('user')
  const replies = [
    await server().requestAs(user, 'GET /testUser/listByUndone'),
    await examinee.openPaper(exam, user.token),
    await examinee.saveAnswers(exam.testId, [{ num: '1', answer: 'A' }], user.token),
    await examinee.openPaper(exam, user.token),
    await examinee.readTime(exam.testId, user.token),
    await examinee.handIn(exam, [], user.token),
    await server().requestAs(user, 'GET /testUser/listByDone'),
    await examinee.readHistory(exam, user.token),
  ]
  expect(replies.map((reply) => reply.code)).toEqual([200, 200, 200, 200, 200, 200, 200, 409])
  for (const { raw } of replies) {
    expect(raw).not.toMatch(/"(answer|correct|isRight|right|key|explanation|version_?id)"/i)
    expect(raw).not.toContain('因为如此')
  }
  expect(await examinee.findDone(exam.testId, user.token)).toMatchObject({
    score: 0,
    result: 'hidden',
    hasHistory: false,
  })
})

test('shows the score but not the right answers while another attempt is possible', async () => {
  const exam = await createExam(server(), { attempts: 2 })
  const user = await server().enter('user')
  const first = await examinee.openPaper(exam, user.token)
  await examinee.handIn(exam, listRightAnswers(first.data.content).slice(0, 4), user.token)
  expect(await examinee.findDone(exam.testId, user.token)).toMatchObject({
    score: 40,
    result: 'shown',
    hasHistory: false,
    used: 1,
  })
  expect(await examinee.readHistory(exam, user.token)).toMatchObject({ code: 409, reason: 'resultNotShown' })
  const second = await examinee.openPaper(exam, user.token)
  expect(second.data.content.every((shown) => shown.stuAnswer === '')).toBe(true)
  await examinee.handIn(exam, listRightAnswers(second.data.content).slice(0, 1), user.token)
  expect(await examinee.findDone(exam.testId, user.token)).toMatchObject({ score: 40, used: 2, hasHistory: true })
  expect(await examinee.openPaper(exam, user.token)).toMatchObject({ code: 409, reason: 'noAttemptsLeft' })
})

describe('saved answers', () => {
  test('keeps their order when the paper is opened again, also on another device', async () => {
    const exam = await createExam(server())
    const me = await server().enter('user')
    const first = await examinee.openPaper(exam, me.token)
    const [firstAnswer, , , , fifthAnswer] = listRightAnswers(first.data.content)
    expect(await examinee.saveAnswers(exam.testId, [firstAnswer!, fifthAnswer!], me.token)).toMatchObject({
      code: 200,
      data: null,
    })
    const elsewhere = await server().request('POST /auth/mh/login', { username: me.username, password: 'Xinqiao#2026' })
    const again = await examinee.openPaper(exam, elsewhere.data.access_token)
    const withoutAnswers = (content: ShownQuestion[]) => content.map(({ stuAnswer: _given, ...rest }) => rest)
    expect(withoutAnswers(again.data.content)).toEqual(withoutAnswers(first.data.content))
    expect(again.data.content[0]!.stuAnswer).toBe(firstAnswer!.answer)
    expect(again.data.content[4]!.stuAnswer).toBe(fifthAnswer!.answer)
    expect((await examinee.listEvents(exam.testId)).map((event) => event.split(' ')[0])).toEqual([
      'opened',
      'openedElsewhere',
    ])
    // removing an answer is saved, too
    await examinee.saveAnswers(exam.testId, [{ num: '5', answer: '' }], me.token)
    expect((await examinee.openPaper(exam, me.token)).data.content[4]!.stuAnswer).toBe('')
  })

  test('keeps newer answers when older ones arrive, or ones with a future time', async () => {
    const exam = await createExam(server())
    const user = await server().enter('user')
    const { serverTime } = (await examinee.openPaper(exam, user.token)).data
    const readSavedAnswer = async () => (await examinee.openPaper(exam, user.token)).data.content[0]!.stuAnswer
    await examinee.saveAnswers(exam.testId, [{ num: '1', answer: 'C', at: serverTime - 2000 }], user.token)
    await examinee.saveAnswers(exam.testId, [{ num: '1', answer: 'A', at: serverTime - 5000 }], user.token)
    expect(await readSavedAnswer()).toBe('C')
    await examinee.saveAnswers(exam.testId, [{ num: '1', answer: 'D', at: 8_000_000_000_000_000 }], user.token)
    await examinee.saveAnswers(exam.testId, [{ num: '1', answer: 'B' }], user.token)
    expect(await readSavedAnswer()).toBe('B')
  })

  test('hands in on the server when the browser is gone', async () => {
    const exam = await createExam(server())
    const me = await server().enter('user')
    const paper = await examinee.openPaper(exam, me.token)
    await examinee.saveAnswers(exam.testId, listRightAnswers(paper.data.content).slice(0, 5), me.token)
    await letTimePass(server(), me.id, exam.testId, 11)
    await closeOverdueAttempts(server().kit)
    expect(await examinee.findDone(exam.testId, me.token)).toMatchObject({ score: 60, result: 'shown' })
    const rows = await server().kit.sql`
      select handed_in_by, handed_in_at = deadline as on_time from exam_attempt where exam_id = ${exam.testId}`
    expect(rows).toMatchObject([{ handed_in_by: 'clock', on_time: true }])
  })

  test('hands in with the next list request even without the job', async () => {
    const exam = await createExam(server())
    const me = await server().enter('user')
    const paper = await examinee.openPaper(exam, me.token)
    await examinee.saveAnswers(exam.testId, listRightAnswers(paper.data.content).slice(0, 4), me.token)
    await letTimePass(server(), me.id, exam.testId, 11)
    expect(await examinee.findDone(exam.testId, me.token)).toMatchObject({ score: 40 })
  })

  test('counts once when handed in twice or in two tabs', async () => {
    const exam = await createExam(server())
    const user = await server().enter('user')
    const answers = listRightAnswers((await examinee.openPaper(exam, user.token)).data.content)
    const replies = await Promise.all([1, 2, 3].map(() => examinee.handIn(exam, answers, user.token)))
    expect(replies.map((reply) => reply.code)).toEqual([200, 200, 200])
    expect((await examinee.listEvents(exam.testId)).filter((event) => event.startsWith('handedIn'))).toHaveLength(1)
    expect(await examinee.handIn(exam, answers, user.token)).toMatchObject({ code: 200 })
    expect(await examinee.findDone(exam.testId, user.token)).toMatchObject({ score: 100 })
  })

  test('reports examHandedIn, not examOver, to a later tab', async () => {
    const exam = await createExam(server())
    const user = await server().enter('user')
    const answers = listRightAnswers((await examinee.openPaper(exam, user.token)).data.content)
    expect(await examinee.handIn(exam, answers, user.token)).toMatchObject({ code: 200 })
    const refusal = { code: 409, reason: 'examHandedIn', msg: '您已交卷，之后的作答不计入成绩' }
    // differs from the counted answers, which have one to the first question
    const other = [{ num: '1', answer: '' }]
    expect(await examinee.handIn(exam, other, user.token)).toMatchObject(refusal)
    expect(await examinee.saveAnswers(exam.testId, answers.slice(0, 1), user.token)).toMatchObject(refusal)
    expect((await examinee.listEvents(exam.testId)).filter((event) => event.startsWith('late')).length).toBeGreaterThan(
      1,
    )
  })

  test.each([-1, 0.5, 100_000, 'x'])('refuses a browser event of %j seconds in Chinese', async (seconds) => {
    const exam = await createExam(server())
    const user = await server().enter('user')
    const event = { testId: exam.testId, kind: 'pageLeft', seconds }
    expect(await server().requestAs(user, 'POST /testUser/event', event)).toMatchObject({
      code: 400,
      msg: '秒数不正确',
    })
  })

  test('starts one attempt when two tabs open it at once', async () => {
    const exam = await createExam(server(), { attempts: 3 })
    const user = await server().enter('user')
    const papers = await Promise.all([1, 2, 3, 4].map(() => examinee.openPaper(exam, user.token)))
    expect(new Set(papers.map((paper) => JSON.stringify(paper.data.content))).size).toBe(1)
    expect(await examinee.findUndone(exam.testId, user.token)).toMatchObject({ used: 1 })
  })
})

test('limits calls per examinee, not per address', async () => {
  const exam = await createExam(server())
  const user = await server().enter('user')
  await examinee.openPaper(exam, user.token)
  await examinee.readTime(exam.testId, user.token)
  const limited = await server().requestAs(user, 'GET /testManage/judgeTime', { testId: exam.testId })
  const other = await server().request('GET /site/settings')
  // sessions and addresses have separate limits
  expect(Number(limited.headers['x-ratelimit-remaining'])).toBeGreaterThan(
    Number(other.headers['x-ratelimit-remaining']),
  )
})
