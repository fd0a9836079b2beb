// Sitting an examination through the door: nothing is lost, nothing is given away, the server's clock decides.
import { describe, expect, test } from 'vitest'
import { useHouse, type House } from '../../../../test/house.ts'
import { inMinutes, makeExam, rightAnswers, type Shown } from '../../../../test/exam-house.ts'
import { changedSittings } from '../../../kit/bus/topic.ts'
import { closeOverdue } from './handing-in.ts'

const house = useHouse({ RATE_LIMIT: '100000' }, { nodeCount: 2 })
type Exam = Awaited<ReturnType<typeof makeExam>>

const open = (exam: Pick<Exam, 'paperId' | 'testId'>, token: string) =>
  house().call('GET', '/testPaper/showPaper', { paperId: exam.paperId, testId: exam.testId }, { token })
const commit = (exam: Pick<Exam, 'paperId' | 'testId'>, answer: object[], token: string) =>
  house().call('POST', '/testUser/commit', { paperId: exam.paperId, testId: exam.testId, answer }, { token })
const save = (testId: number, answer: object[], token: string) =>
  house().call('POST', '/testUser/answer', { testId, answer }, { token })
const history = (exam: Pick<Exam, 'paperId' | 'testId'>, token: string) =>
  house().call('GET', '/testPaper/showHistory', { paperId: exam.paperId, testId: exam.testId }, { token })
const time = (testId: number, token: string) => house().call('GET', '/testManage/judgeTime', { testId }, { token })
const done = async (testId: number, token: string) =>
  (await house().call('GET', '/testUser/listByDone', {}, { token })).data.list.find(
    (one: { id: number }) => one.id === testId,
  )
const undone = async (testId: number, token: string) =>
  (await house().call('GET', '/testUser/listByUndone', {}, { token })).data.list.find(
    (one: { id: number }) => one.id === testId,
  )
/** The running attempt's time is over, by so many seconds. */
const letTimePass = async ({ kit }: House, accountId: number, testId: number, seconds: number) => {
  await kit.sql`
    update exam_attempt set started_at = now() - interval '1 hour', deadline = now() - make_interval(secs => ${seconds})
    where account_id = ${accountId} and exam_id = ${testId} and state = 'inProgress'`
  changedSittings.publish(kit.bus, `${accountId} ${testId}`)
}
const eventsOf = async (testId: number) =>
  (
    await house().kit.sql<{ kind: string; detail: string }[]>`
      select kind, exam_event.detail from exam_event join exam_attempt on exam_attempt.id = attempt_id
      where exam_id = ${testId} order by exam_event.id`
  ).map(({ kind, detail }) => `${kind} ${detail}`.trim())

test('a whole examination: list, paper, clock, handing in, score, history', async () => {
  const exam = await makeExam(house())
  const { token } = await house().enter('user')
  expect(await undone(exam.testId, token)).toMatchObject({
    paperId: exam.paperId,
    name: '心理健康知识测试',
    duration: 30,
    state: 'open',
  })
  expect((await time(exam.testId, token)).data).toBe(1800)
  const paper = await open(exam, token)
  expect(paper.data).toMatchObject({
    single: 4,
    singleScore: 40,
    multiple: 2,
    multipleScore: 40,
    judge: 2,
    judgeScore: 20,
  })
  expect(paper.data.content.map((one: Shown) => [one.num, one.examType])).toEqual([
    [1, 0],
    [2, 0],
    [3, 0],
    [4, 0],
    [5, 1],
    [6, 1],
    [7, 2],
    [8, 2],
  ])
  expect(paper.data.content[0].optionList.map((option: string) => option.split('.')[0])).toEqual(['A', 'B', 'C', 'D'])
  const left = (await time(exam.testId, token)).data
  expect(left).toBeGreaterThan(1790)
  expect(left).toBeLessThanOrEqual(1800)
  expect(await undone(exam.testId, token)).toMatchObject({ state: 'inProgress' })
  const answers = rightAnswers(paper.data.content)
  const wrong = answers.map((one) => (one.num === '7' ? { num: '7', answer: 'F' } : one))
  expect(await commit(exam, wrong, token)).toMatchObject({ code: 200, msg: '提交成功！', data: null })
  expect(await undone(exam.testId, token)).toBeUndefined()
  expect(await done(exam.testId, token)).toMatchObject({ score: 90, result: 'shown', hasHistory: true })
  const { data } = await history(exam, token)
  expect(data).toMatchObject({ score: 90, duration: 1, single: 4, singleScore: 40 })
  expect(data.content[6]).toMatchObject({ num: 7, answer: 'T', stuAnswer: 'F', isRight: 1, explanation: '因为如此' })
  expect(data.content[4]).toMatchObject({ isRight: 0, score: 20, fullScore: 20 })
  expect(data.content[4].answer).toBe(data.content[4].stuAnswer)
  expect((await time(exam.testId, token)).data).toBe(0)
})

test('no reply before the result carries a right answer (research T7)', async () => {
  const exam = await makeExam(house(), { shown: 'afterEnd' })
  const { token } = await house().enter('user')
  const replies = [
    await house().call('GET', '/testUser/listByUndone', {}, { token }),
    await open(exam, token),
    await save(exam.testId, [{ num: '1', answer: 'A' }], token),
    await open(exam, token),
    await time(exam.testId, token),
    await commit(exam, [], token),
    await house().call('GET', '/testUser/listByDone', {}, { token }),
    await history(exam, token),
  ]
  expect(replies.map((reply) => reply.code)).toEqual([200, 200, 200, 200, 200, 200, 200, 409])
  for (const { raw } of replies) {
    expect(raw).not.toMatch(/"(answer|correct|isRight|right|key|explanation|version_?id)"/i)
    expect(raw).not.toContain('因为如此')
  }
  expect(await done(exam.testId, token)).toMatchObject({ score: 0, result: 'hidden', hasHistory: false })
})

test('whoever may sit it again sees the score, and not yet the right answers', async () => {
  const exam = await makeExam(house(), { attempts: 2 })
  const { token } = await house().enter('user')
  const first = await open(exam, token)
  await commit(exam, rightAnswers(first.data.content).slice(0, 4), token)
  expect(await done(exam.testId, token)).toMatchObject({ score: 40, result: 'shown', hasHistory: false, used: 1 })
  expect(await history(exam, token)).toMatchObject({ code: 409, reason: 'resultNotShown' })
  const second = await open(exam, token)
  expect(second.data.content.every((one: Shown) => one.stuAnswer === '')).toBe(true)
  await commit(exam, rightAnswers(second.data.content).slice(0, 1), token)
  expect(await done(exam.testId, token)).toMatchObject({ score: 40, used: 2, hasHistory: true })
  expect(await open(exam, token)).toMatchObject({ code: 409, reason: 'noAttemptsLeft' })
})

describe('nothing that was answered is lost', () => {
  test('a paper opened again, here or on another device, has its order and its answers', async () => {
    const exam = await makeExam(house())
    const me = await house().enter('user')
    const first = await open(exam, me.token)
    const [one, , , , five] = rightAnswers(first.data.content)
    expect(await save(exam.testId, [one!, five!], me.token)).toMatchObject({ code: 200, data: null })
    const elsewhere = await house().call('POST', '/auth/mh/login', { username: me.username, password: 'Xinqiao#2026' })
    const again = await open(exam, elsewhere.data.access_token)
    const shown = (content: Shown[]) => content.map(({ stuAnswer: _given, ...rest }) => rest)
    expect(shown(again.data.content)).toEqual(shown(first.data.content))
    expect(again.data.content[0].stuAnswer).toBe(one!.answer)
    expect(again.data.content[4].stuAnswer).toBe(five!.answer)
    expect((await eventsOf(exam.testId)).map((event) => event.split(' ')[0])).toEqual(['opened', 'openedElsewhere'])
    // taken back is remembered as well
    await save(exam.testId, [{ num: '5', answer: '' }], me.token)
    expect((await open(exam, me.token)).data.content[4].stuAnswer).toBe('')
  })

  test('an older answer that arrives late changes nothing, and nobody answers in the time to come', async () => {
    const exam = await makeExam(house())
    const { token } = await house().enter('user')
    const { serverTime } = (await open(exam, token)).data
    const given = async () => (await open(exam, token)).data.content[0].stuAnswer
    await save(exam.testId, [{ num: '1', answer: 'C', at: serverTime - 2000 }], token)
    await save(exam.testId, [{ num: '1', answer: 'A', at: serverTime - 5000 }], token)
    expect(await given()).toBe('C')
    await save(exam.testId, [{ num: '1', answer: 'D', at: 8_000_000_000_000_000 }], token)
    await save(exam.testId, [{ num: '1', answer: 'B' }], token)
    expect(await given()).toBe('B')
  })

  test('when the browser is gone the server hands in what was saved', async () => {
    const exam = await makeExam(house())
    const me = await house().enter('user')
    const paper = await open(exam, me.token)
    await save(exam.testId, rightAnswers(paper.data.content).slice(0, 5), me.token)
    await letTimePass(house(), me.id, exam.testId, 11)
    await closeOverdue(house().kit)
    expect(await done(exam.testId, me.token)).toMatchObject({ score: 60, result: 'shown' })
    const rows = await house().kit.sql`
      select handed_in_by, handed_in_at = deadline as on_time from exam_attempt where exam_id = ${exam.testId}`
    expect(rows).toMatchObject([{ handed_in_by: 'clock', on_time: true }])
  })

  test('without the job too: the next look at the list hands it in', async () => {
    const exam = await makeExam(house())
    const me = await house().enter('user')
    const paper = await open(exam, me.token)
    await save(exam.testId, rightAnswers(paper.data.content).slice(0, 4), me.token)
    await letTimePass(house(), me.id, exam.testId, 11)
    expect(await done(exam.testId, me.token)).toMatchObject({ score: 40 })
  })

  test('handing in twice, or in two tabs at once, is the same as once', async () => {
    const exam = await makeExam(house())
    const { token } = await house().enter('user')
    const answers = rightAnswers((await open(exam, token)).data.content)
    const replies = await Promise.all([1, 2, 3].map(() => commit(exam, answers, token)))
    expect(replies.map((reply) => reply.code)).toEqual([200, 200, 200])
    expect((await eventsOf(exam.testId)).filter((event) => event.startsWith('handedIn'))).toHaveLength(1)
    expect(await commit(exam, answers, token)).toMatchObject({ code: 200 })
    expect(await done(exam.testId, token)).toMatchObject({ score: 100 })
  })

  test('a tab that comes after the handing-in hears of that, and not that the examination is over', async () => {
    const exam = await makeExam(house())
    const { token } = await house().enter('user')
    const answers = rightAnswers((await open(exam, token)).data.content)
    expect(await commit(exam, answers, token)).toMatchObject({ code: 200 })
    const said = { code: 409, reason: 'examHandedIn', msg: '您已交卷，之后的作答不计入成绩' }
    // what was sent differs from what counts: no answer at all to the first question
    const other = [{ num: '1', answer: '' }]
    expect(await commit(exam, other, token)).toMatchObject(said)
    expect(await save(exam.testId, answers.slice(0, 1), token)).toMatchObject(said)
    expect((await eventsOf(exam.testId)).filter((event) => event.startsWith('late')).length).toBeGreaterThan(1)
  })

  test.each([-1, 0.5, 100_000, 'x'])('what a browser reports as %j seconds is refused in Chinese', async (seconds) => {
    const exam = await makeExam(house())
    const { token } = await house().enter('user')
    const event = { testId: exam.testId, kind: 'pageLeft', seconds }
    expect(await house().call('POST', '/testUser/event', event, { token })).toMatchObject({
      code: 400,
      msg: '秒数不正确',
    })
  })

  test('two tabs that open it at once get the same attempt', async () => {
    const exam = await makeExam(house(), { attempts: 3 })
    const { token } = await house().enter('user')
    const papers = await Promise.all([1, 2, 3, 4].map(() => open(exam, token)))
    expect(new Set(papers.map((paper) => JSON.stringify(paper.data.content))).size).toBe(1)
    expect(await undone(exam.testId, token)).toMatchObject({ used: 1 })
  })
})

describe("the server's clock", () => {
  test('handing in within the grace counts; afterwards what was saved in time counts', async () => {
    const exam = await makeExam(house(), { attempts: 2 })
    const me = await house().enter('user')
    const first = rightAnswers((await open(exam, me.token)).data.content)
    await letTimePass(house(), me.id, exam.testId, 3)
    expect((await time(exam.testId, me.token)).data).toBe(0)
    expect(await commit(exam, first, me.token)).toMatchObject({ code: 200 })
    expect(await done(exam.testId, me.token)).toMatchObject({ score: 100 })
    const second = rightAnswers((await open(exam, me.token)).data.content)
    await save(exam.testId, second.slice(0, 1), me.token)
    await letTimePass(house(), me.id, exam.testId, 12)
    expect(await save(exam.testId, second.slice(0, 2), me.token)).toMatchObject({ code: 409, reason: 'examOver' })
    expect(await commit(exam, second, me.token)).toMatchObject({
      code: 409,
      msg: '本次考试已结束，系统已保留时间结束前的作答，之后的作答不计入成绩',
    })
    // and what is no more than what was saved is no fault
    expect(await commit(exam, second.slice(0, 1), me.token)).toMatchObject({ code: 200 })
    expect((await eventsOf(exam.testId)).filter((event) => event.startsWith('late')).length).toBeGreaterThan(1)
    expect(
      await house().kit.sql`select score from exam_attempt where exam_id = ${exam.testId} order by number`,
    ).toEqual([{ score: 100 }, { score: 10 }])
  })

  test('the deadline is the end of the window when that comes first, and extra time is added', async () => {
    const exam = await makeExam(house(), { endTime: inMinutes(10) })
    const late = await house().enter('user')
    await open(exam, late.token)
    expect((await time(exam.testId, late.token)).data).toBeLessThanOrEqual(600)
    const longer = await makeExam(house())
    const me = await house().enter('user')
    const allowed = { id: longer.testId, accountId: me.id, extraMinutes: 15, extraAttempts: 0 }
    expect(await house().call('POST', '/admin/exam/allowance', allowed, { token: longer.token })).toMatchObject({
      code: 200,
    })
    expect(await undone(longer.testId, me.token)).toMatchObject({ duration: 45 })
    await open(longer, me.token)
    expect((await time(longer.testId, me.token)).data).toBeGreaterThan(44 * 60)
  })

  test('before its time and after it nothing opens', async () => {
    const exam = await makeExam(house(), { startTime: inMinutes(10) })
    const { token } = await house().enter('user')
    expect(await undone(exam.testId, token)).toMatchObject({ state: 'notStarted' })
    expect(await open(exam, token)).toMatchObject({ code: 409, msg: '考试尚未开始' })
    const past = await makeExam(house(), { startTime: inMinutes(-60), endTime: inMinutes(-1) })
    expect(await open(past, token)).toMatchObject({ code: 409, msg: '考试已结束' })
    expect(await done(past.testId, token)).toMatchObject({ result: 'absent', score: 0, hasHistory: false })
  })

  test('asking for the time of a running attempt reaches no database', async () => {
    const exam = await makeExam(house())
    const { token } = await house().enter('user')
    await open(exam, token)
    await time(exam.testId, token)
    const { kit } = house()
    const { sql } = kit
    kit.sql = (() => {
      throw new Error('the database was asked')
    }) as never
    try {
      for (let i = 0; i < 50; i++) expect((await time(exam.testId, token)).data).toBeGreaterThan(1700)
    } finally {
      kit.sql = sql
    }
  })

  test('a longer time reaches every node at once', async () => {
    const exam = await makeExam(house())
    const { token } = await house().enter('user')
    await open(exam, token)
    const ask = async () => {
      const reply = await house().nodes[1]!.inject({
        url: `/prod-api/testManage/judgeTime?testId=${exam.testId}`,
        headers: { authorization: `Bearer ${token}` },
      })
      return reply.json<{ data: number }>().data
    }
    expect(await ask()).toBeLessThanOrEqual(1800)
    const extended = await house().call(
      'POST',
      '/admin/exam/extend',
      { id: exam.testId, minutes: 20, reason: '机房停电' },
      { token: exam.token },
    )
    expect(extended.data).toEqual({ extended: 1 })
    await expect.poll(ask).toBeGreaterThan(1800)
  })
})

describe('what does not belong there is refused in clear words and noted', () => {
  test("somebody else's examination looks like none", async () => {
    const other = await house().enter('user')
    const exam = await makeExam(house(), {
      targets: { everyone: false, members: false, groupIds: [], accountIds: [other.id] },
    })
    const me = await house().enter('user')
    const replies = [
      await open(exam, me.token),
      await time(exam.testId, me.token),
      await save(exam.testId, [{ num: '1', answer: 'A' }], me.token),
      await commit(exam, [], me.token),
      await history(exam, me.token),
      await house().call('POST', '/testUser/event', { testId: exam.testId, kind: 'pageLeft' }, { token: me.token }),
    ]
    for (const reply of replies) expect(reply).toMatchObject({ code: 404, msg: '没有这场考试，或未安排您参加' })
    const events = await house().kit.sql`
      select detail->>'call' as call from security_event where kind = 'examRefused' and account_id = ${me.id} order by id`
    expect(events.map((event) => event.call)).toEqual([
      'showPaper',
      'judgeTime',
      'answer',
      'commit',
      'showHistory',
      'event',
    ])
    expect(await open(exam, other.token)).toMatchObject({ code: 200 })
    // the paper of one examination is not that of another
    expect(await commit({ ...exam, paperId: exam.paperId + 1 }, [], other.token)).toMatchObject({ code: 404 })
  })

  test.each([
    ['a question that is not on the paper', { num: '9', answer: 'A' }, '试卷中没有第9题，请刷新页面后重试'],
    ['a letter that does not exist', { num: '1', answer: 'E' }, '第1题没有选项E'],
    ['two letters in a single choice', { num: '2', answer: 'A,B' }, '第2题是单选题，只能选一项'],
    ['a letter in a judgement', { num: '8', answer: 'A' }, '第8题只能选“正确”或“错误”'],
    ['a whole word', { num: '5', answer: 'A,ABC' }, '第5题没有选项ABC'],
  ])('%s', async (_name, answer, sentence) => {
    const exam = await makeExam(house())
    const { token } = await house().enter('user')
    await open(exam, token)
    const both = [{ num: '3', answer: 'A' }, answer]
    expect(await save(exam.testId, both, token)).toMatchObject({ code: 400, reason: 'wrongAnswer', msg: sentence })
    expect(await commit(exam, both, token)).toMatchObject({ code: 400, msg: sentence })
    expect((await open(exam, token)).data.content.every((one: Shown) => one.stuAnswer === '')).toBe(true)
    expect((await eventsOf(exam.testId)).filter((event) => event === `refused ${sentence}`)).toHaveLength(2)
  })

  test('answers before it is begun', async () => {
    const exam = await makeExam(house())
    const { token } = await house().enter('user')
    expect(await save(exam.testId, [{ num: '1', answer: 'A' }], token)).toMatchObject({
      code: 409,
      reason: 'examNotBegun',
    })
    expect(await commit(exam, [], token)).toMatchObject({ code: 409, reason: 'examNotBegun' })
  })

  test("a page of another site cannot start somebody's clock", async () => {
    const exam = await makeExam(house())
    const { token } = await house().enter('user')
    const reply = await house().call(
      'GET',
      '/testPaper/showPaper',
      { paperId: exam.paperId },
      { token, headers: { 'sec-fetch-site': 'cross-site' } },
    )
    expect(reply).toMatchObject({ code: 403, reason: 'foreignOrigin' })
    expect(await undone(exam.testId, token)).toMatchObject({ used: 0 })
  })

  test('what the browser reports is kept for the examiners, up to a limit', async () => {
    const exam = await makeExam(house())
    const { token } = await house().enter('user')
    await open(exam, token)
    for (const kind of ['pageLeft', 'pageBack', 'pasted']) {
      await house().call('POST', '/testUser/event', { testId: exam.testId, kind, seconds: 7 }, { token })
    }
    expect((await eventsOf(exam.testId)).slice(1)).toEqual(['pageLeft 7秒', 'pageBack 7秒', 'pasted 7秒'])
    const sittings = await house().call('GET', '/admin/exam/sittings', { id: exam.testId }, { token: exam.token })
    expect(sittings.data.content[0]).toMatchObject({
      left: 1,
      pasted: 1,
      elsewhere: 0,
      state: 'inProgress',
      questions: 8,
    })
  })
})

test("examinees behind one address do not use up each other's calls", async () => {
  const exam = await makeExam(house())
  const { token } = await house().enter('user')
  await open(exam, token)
  await time(exam.testId, token)
  const limited = await house().call('GET', '/testManage/judgeTime', { testId: exam.testId }, { token })
  const other = await house().call('GET', '/site/settings')
  // the session's own count is another than the address's
  expect(Number(limited.headers['x-ratelimit-remaining'])).toBeGreaterThan(
    Number(other.headers['x-ratelimit-remaining']),
  )
})
