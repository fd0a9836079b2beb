// Tests of assigning examinations to people.
import { describe, expect, test } from 'vitest'
import { inMinutes, createExam, createPaper } from '../../../../test/steps/exam-steps.ts'
import { selectCurrentExams } from '../records/exam-store.ts'
import { useExaminers } from '../../../../test/steps/examiner-steps.ts'
import type { Caller } from '../../../../test/test-server.ts'

const { server, sitExam } = useExaminers()

describe('assignments', () => {
  test('shows the examination of a group to its members only, and reports unknown names', async () => {
    const examiner = await server().enter('examiner')
    const [inside, outside] = [await server().enter('user'), await server().enter('user')]
    const group = await server().requestAs(examiner, 'POST /admin/exam/group', {
      name: '第一考场',
      usernames: [inside.username, 'nobody-here', ''],
    })
    expect(group.data.unknown).toEqual(['nobody-here'])
    const exam = await createExam(server(), {
      targets: { everyone: false, members: false, groupIds: [group.data.id], accountIds: [] },
    })
    const isListed = async (me: string) =>
      (await server().requestAs({ token: me }, 'GET /testUser/listByUndone')).data.list.some(
        (item) => item.id === exam.testId,
      )
    expect(await isListed(inside.token)).toBe(true)
    expect(await isListed(outside.token)).toBe(false)
    expect(await server().requestAs(examiner, 'DELETE /admin/exam/group', { id: group.data.id })).toMatchObject({
      code: 409,
    })
    const groups = await server().requestAs(examiner, 'GET /admin/exam/groups')
    expect(groups.data.find((item) => item.id === group.data.id)!.people).toMatchObject([{ id: inside.id }])
    expect(
      await server().requestAs(examiner, 'POST /admin/exam/group', { name: '第一考场', usernames: [] }),
    ).toMatchObject({
      code: 400,
      msg: '已有同名的分组',
    })
  })

  test('notifies people who are named when the examination opens and when it is cancelled', async () => {
    const [named, other] = [await server().enter('user'), await server().enter('user')]
    const targets = { everyone: false, members: true, groupIds: [], accountIds: [named.id] }
    const exam = await createExam(server(), { targets })
    const readUnread = async ({ id, token }: Caller) =>
      (await server().requestAs({ token }, 'GET /message/getUnReadByUserId', { userId: `${id}` })).data
    expect(await readUnread(named)).toMatchObject([
      { problemTitle: expect.stringMatching(/^您被安排参加考试“心理健康知识测试”，时间：/) },
    ])
    const cancelled = { id: exam.testId, version: exam.version, state: 'cancelled' }
    expect((await server().requestAs(exam, 'POST /admin/exam/state', cancelled)).code).toBe(200)
    expect((await readUnread(named)).map((message) => message.problemTitle)).toContain('考试“心理健康知识测试”已取消')
    expect(await readUnread(other)).toEqual([])
  })

  test('limits an examination to members', async () => {
    const { kit } = server()
    const exam = await createExam(server(), {
      targets: { everyone: false, members: true, groupIds: [], accountIds: [] },
    })
    const examinee = { id: (await server().enter('user')).id, isMember: false }
    const ids = async (isMember: boolean) =>
      (await selectCurrentExams(kit.sql, { ...examinee, isMember })).map((row) => row.id)
    expect(await ids(true)).toContain(exam.testId)
    expect(await ids(false)).not.toContain(exam.testId)
  })

  test('requires assignments to open an examination; keeps the paper of an attempted one, hides a cancelled one', async () => {
    const examiner = await server().enter('examiner')
    const exam = await createExam(server())
    const { data } = await server().requestAs(exam, 'GET /admin/exam', { id: exam.testId })
    const again = {
      name: data.name,
      paperId: data.paperId,
      startTime: data.startTime,
      endTime: data.endTime,
      duration: 45,
      attempts: 2,
      counted: 'last',
      shuffleQuestions: true,
      shuffleOptions: true,
      shown: 'afterHandIn',
      givesCertificate: true,
      targets: { everyone: false, members: false, groupIds: [], accountIds: [] },
    }
    const empty = await server().requestAs(examiner, 'POST /admin/exam', again)
    expect(
      await server().requestAs(examiner, 'POST /admin/exam/state', { id: empty.data.id, version: 1, state: 'open' }),
    ).toMatchObject({
      code: 409,
      msg: '还没有安排考生，请先选择考试对象',
    })
    const me = await server().enter('user')
    await sitExam(exam, me.token, 3)
    const other = await createPaper(server(), examiner.token)
    const change = { ...again, id: exam.testId, version: data.version, targets: { ...again.targets, everyone: true } }
    expect(await server().requestAs(examiner, 'PUT /admin/exam', { ...change, paperId: other.id })).toMatchObject({
      code: 409,
    })
    const changed = await server().requestAs(examiner, 'PUT /admin/exam', change)
    expect(changed.data).toMatchObject({ duration: 45, attempts: 2, everyone: true, handedIn: 1 })
    const cancelled = await server().requestAs(examiner, 'POST /admin/exam/state', {
      id: exam.testId,
      version: changed.data.version,
      state: 'cancelled',
    })
    expect(cancelled.data.state).toBe('cancelled')
    expect((await server().requestAs(me, 'GET /testUser/listByDone')).data.list).toEqual([])
  })

  test('refuses a non-existing day and unknown people by name', async () => {
    const exam = await createExam(server())
    const { data } = await server().requestAs(exam, 'GET /admin/exam', { id: exam.testId })
    const { id: accountId } = await server().enter('user')
    const targets = { everyone: false, members: false, groupIds: [] as number[], accountIds: [accountId] }
    const { allowances: _a, groups: _g, accounts: _p, everyone: _e, members: _m, ...rest } = data
    const saveExam = (change: object) => server().requestAs(exam, 'POST /admin/exam', { ...rest, targets, ...change })
    expect(await saveExam({ startTime: '2026-02-30 00:00:00', endTime: '2026-03-05 00:00:00' })).toMatchObject({
      code: 400,
      data: { fields: { startTime: '没有这个时间' } },
    })
    const sentence = '没有编号为8880001的分组；没有编号为9990001、9990002的考生'
    const unknown = { ...targets, groupIds: [8_880_001], accountIds: [9_990_002, accountId, 9_990_001] }
    const refused = { code: 400, msg: sentence, data: { fields: { targets: sentence } } }
    expect(await saveExam({ targets: unknown })).toMatchObject(refused)
    const change = { ...rest, targets: unknown, id: exam.testId, version: data.version }
    expect(await server().requestAs(exam, 'PUT /admin/exam', change)).toMatchObject(refused)
    // nothing was stored
    expect((await server().requestAs(exam, 'GET /admin/exam', { id: exam.testId })).data).toMatchObject({
      everyone: true,
      version: data.version,
    })
    expect((await saveExam({})).data).toMatchObject({ accounts: [{ id: accountId }] })
  })

  test('refuses impossible times', async () => {
    const exam = await createExam(server())
    const { data } = await server().requestAs(exam, 'GET /admin/exam', { id: exam.testId })
    const reply = await server().requestAs(exam, 'PUT /admin/exam', {
      ...data,
      startTime: inMinutes(5),
      endTime: inMinutes(1),
      targets: { everyone: true, members: false, groupIds: [], accountIds: [] },
    })
    expect(reply).toMatchObject({ code: 400, data: { fields: { endTime: '结束时间应晚于开始时间' } } })
  })
})
