// Tests of deadlines of an examination by the server's clock.
import { describe, expect, test } from 'vitest'
import { inMinutes, createExam, listRightAnswers } from '../../../../test/steps/exam-steps.ts'
import { useExamineeSteps, letTimePass } from '../../../../test/steps/examinee-steps.ts'

const examinee = useExamineeSteps()
const { server } = examinee

describe("the server's clock", () => {
  test('accepts answers within the grace period, and afterwards counts answers saved in time', async () => {
    const exam = await createExam(server(), { attempts: 2 })
    const me = await server().enter('user')
    const first = listRightAnswers((await examinee.openPaper(exam, me.token)).data.content)
    await letTimePass(server(), me.id, exam.testId, 3)
    expect((await examinee.readTime(exam.testId, me.token)).data).toBe(0)
    expect(await examinee.handIn(exam, first, me.token)).toMatchObject({ code: 200 })
    expect(await examinee.findDone(exam.testId, me.token)).toMatchObject({ score: 100 })
    const second = listRightAnswers((await examinee.openPaper(exam, me.token)).data.content)
    await examinee.saveAnswers(exam.testId, second.slice(0, 1), me.token)
    await letTimePass(server(), me.id, exam.testId, 12)
    expect(await examinee.saveAnswers(exam.testId, second.slice(0, 2), me.token)).toMatchObject({
      code: 409,
      reason: 'examOver',
    })
    expect(await examinee.handIn(exam, second, me.token)).toMatchObject({
      code: 409,
      msg: '本次考试已结束，系统已保留时间结束前的作答，之后的作答不计入成绩',
    })
    // late answers that equal the saved ones are no error
    expect(await examinee.handIn(exam, second.slice(0, 1), me.token)).toMatchObject({ code: 200 })
    expect((await examinee.listEvents(exam.testId)).filter((event) => event.startsWith('late')).length).toBeGreaterThan(
      1,
    )
    expect(
      await server().kit.sql`select score from exam_attempt where exam_id = ${exam.testId} order by number`,
    ).toEqual([{ score: 100 }, { score: 10 }])
  })

  test('limits the deadline to the end of the window, and adds extra time', async () => {
    const exam = await createExam(server(), { endTime: inMinutes(10) })
    const late = await server().enter('user')
    await examinee.openPaper(exam, late.token)
    expect((await examinee.readTime(exam.testId, late.token)).data).toBeLessThanOrEqual(600)
    const longer = await createExam(server())
    const me = await server().enter('user')
    const allowed = { id: longer.testId, accountId: me.id, extraMinutes: 15, extraAttempts: 0 }
    expect(await server().requestAs(longer, 'POST /admin/exam/allowance', allowed)).toMatchObject({
      code: 200,
    })
    expect(await examinee.findUndone(longer.testId, me.token)).toMatchObject({ duration: 45 })
    await examinee.openPaper(longer, me.token)
    expect((await examinee.readTime(longer.testId, me.token)).data).toBeGreaterThan(44 * 60)
  })

  test('refuses to open an examination outside its window', async () => {
    const exam = await createExam(server(), { startTime: inMinutes(10) })
    const user = await server().enter('user')
    expect(await examinee.findUndone(exam.testId, user.token)).toMatchObject({ state: 'notStarted' })
    expect(await examinee.openPaper(exam, user.token)).toMatchObject({ code: 409, msg: '考试尚未开始' })
    const past = await createExam(server(), { startTime: inMinutes(-60), endTime: inMinutes(-1) })
    expect(await examinee.openPaper(past, user.token)).toMatchObject({ code: 409, msg: '考试已结束' })
    expect(await examinee.findDone(past.testId, user.token)).toMatchObject({
      result: 'absent',
      score: 0,
      hasHistory: false,
    })
  })

  test('answers the remaining time without the database', async () => {
    const exam = await createExam(server())
    const user = await server().enter('user')
    await examinee.openPaper(exam, user.token)
    await examinee.readTime(exam.testId, user.token)
    const { kit } = server()
    const { sql } = kit
    kit.sql = (() => {
      throw new Error('the database was asked')
    }) as never
    try {
      for (let i = 0; i < 50; i++) expect((await examinee.readTime(exam.testId, user.token)).data).toBeGreaterThan(1700)
    } finally {
      kit.sql = sql
    }
  })

  test('sends an extension to every node at once', async () => {
    const exam = await createExam(server())
    const user = await server().enter('user')
    await examinee.openPaper(exam, user.token)
    const readSecondsLeft = async () =>
      (await server().on(1).requestAs(user, 'GET /testManage/judgeTime', { testId: exam.testId })).data
    expect(await readSecondsLeft()).toBeLessThanOrEqual(1800)
    const extended = await server().requestAs(exam, 'POST /admin/exam/extend', {
      id: exam.testId,
      minutes: 20,
      reason: '机房停电',
    })
    expect(extended.data).toEqual({ extended: 1 })
    await expect.poll(readSecondsLeft).toBeGreaterThan(1800)
  })
})
