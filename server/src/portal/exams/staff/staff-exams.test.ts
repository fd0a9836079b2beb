// Making and running examinations through the door: bank, papers, assignments, invigilation, results, corrections.
import { describe, expect, test } from 'vitest'
import { inMinutes, makeExam, makePaper, rightAnswers } from '../../../../test/exam-house.ts'
import { useHouse } from '../../../../test/house.ts'
import { readLines } from '../../../kit/sheets/sheets.ts'
import { listCurrent } from '../taking/exam-store.ts'

const house = useHouse()
const draft = {
  subject: '伦理',
  examType: 0,
  difficulty: 1,
  content: '保密的例外是',
  options: ['欠费', '危及生命'],
  answer: 'B',
  explanation: '',
}
const post = (path: string, input: object, token: string) => house().call('POST', path, input, { token })
const get = (path: string, input: object, token: string) => house().call('GET', path, input, { token })

async function sit(exam: { testId: number; paperId: number }, token: string, right: number) {
  const paper = await get('/testPaper/showPaper', { paperId: exam.paperId, testId: exam.testId }, token)
  const answer = rightAnswers(paper.data.content).slice(0, right)
  await post('/testUser/commit', { ...exam, answer }, token)
}

describe('the bank', () => {
  test('a changed question is a new version; a paper keeps the one it was made with', async () => {
    const { token } = await house().enter('examiner')
    const made = await post('/admin/exam/question', draft, token)
    expect(made.data).toMatchObject({ version: 1, subject: '伦理', answer: 'B' })
    const paper = await post(
      '/admin/exam/paper',
      {
        name: '卷',
        kind: 'fixed',
        partial: 'none',
        items: [{ versionId: made.data.versionId, score: 100 }],
        rules: [],
      },
      token,
    )
    const change = { ...draft, id: made.data.id, version: 1, content: '保密例外的情形是' }
    const changed = await house().call('PUT', '/admin/exam/question', change, { token })
    expect(changed.data).toMatchObject({ version: 2, content: '保密例外的情形是' })
    expect(await house().call('PUT', '/admin/exam/question', change, { token })).toMatchObject({
      code: 409,
      reason: 'changedMeanwhile',
    })
    expect(
      await house().call(
        'PUT',
        '/admin/exam/question',
        { ...change, version: 2, examType: 2, options: [], answer: 'T' },
        { token },
      ),
    ).toMatchObject({
      code: 400,
      msg: '题型不能修改，请另建一题',
    })
    const kept = await get('/admin/exam/paper', { id: paper.data.id }, token)
    expect(kept.data.items[0].question.content).toBe('保密的例外是')
    expect((await get('/admin/exam/question', { id: made.data.id }, token)).data.versions).toHaveLength(2)
    await post('/admin/exam/question/retire', { id: made.data.id, retired: true }, token)
    const listed = await get('/admin/exam/questions', { key: '保密例外的情形是' }, token)
    expect(listed.data.totalElements).toBe(0)
    const retired = await get('/admin/exam/questions', { key: '保密例外的情形是', retired: '1' }, token)
    expect(retired.data.content).toMatchObject([{ id: made.data.id, retired: true }])
  })

  test.each([
    ['没有选项', { options: [] }, '至少要有两个选项'],
    ['答案越界', { answer: 'C' }, '答案中有不存在的选项'],
    ['单选两个答案', { answer: 'AB' }, '单选题只能有一个正确答案'],
    ['多选一个答案', { examType: 1 }, '多选题至少要有两个正确答案'],
    ['选项重复', { options: ['甲', '甲'] }, '选项不能重复'],
    ['判断题答案', { examType: 2, options: [], answer: 'A' }, '判断题的答案应为“正确”或“错误”'],
  ])('%s is refused at its field', async (_name, part, sentence) => {
    const { token } = await house().enter('examiner')
    const reply = await post('/admin/exam/question', { ...draft, ...part }, token)
    expect(reply).toMatchObject({ code: 400, msg: sentence })
    expect(Object.values(reply.data.fields)).toContain(sentence)
  })
})

describe('papers', () => {
  test('one is ready only with 100 points, and then never changes', async () => {
    const { token } = await house().enter('examiner')
    const { data: question } = await post('/admin/exam/question', draft, token)
    const paper = {
      name: '九十分',
      kind: 'fixed',
      partial: 'half',
      items: [{ versionId: question.versionId, score: 90 }],
      rules: [],
    }
    const made = await post('/admin/exam/paper', paper, token)
    expect(await post('/admin/exam/paper/ready', { id: made.data.id, version: 1 }, token)).toMatchObject({
      code: 409,
      msg: '试卷总分应为100分，现在是90分，请调整分值',
    })
    const full = { ...paper, items: [{ versionId: question.versionId, score: 100 }] }
    const saved = await house().call('PUT', '/admin/exam/paper', { ...full, id: made.data.id, version: 1 }, { token })
    expect(saved.data).toMatchObject({ version: 2, total: 100 })
    expect((await post('/admin/exam/paper/ready', { id: made.data.id, version: 2 }, token)).data.state).toBe('ready')
    const late = await house().call('PUT', '/admin/exam/paper', { ...full, id: made.data.id, version: 3 }, { token })
    expect(late).toMatchObject({ code: 409, msg: '试卷已定稿，不能再修改；请复制一份' })
    const copy = await post('/admin/exam/paper/copy', { id: made.data.id }, token)
    expect(copy.data).toMatchObject({ name: '九十分（副本）', state: 'draft', total: 100 })
    const gone = await house().call('DELETE', '/admin/exam/paper', { id: copy.data.id, version: 1 }, { token })
    expect(gone.code).toBe(200)
  })

  test('rules draw for each examinee, and the same attempt always has the same questions', async () => {
    const { token } = await house().enter('examiner')
    for (let i = 0; i < 30; i++)
      await post('/admin/exam/question', { ...draft, subject: '抽题', content: `第${i}题` }, token)
    const rule = { examType: 0, subject: '抽题', difficulty: null, count: 10, score: 10 }
    const tooMany = await post(
      '/admin/exam/paper',
      { name: '抽', kind: 'drawn', partial: 'none', items: [], rules: [{ ...rule, count: 40, score: 2.5 }] },
      token,
    )
    expect(await post('/admin/exam/paper/ready', { id: tooMany.data.id, version: 1 }, token)).toMatchObject({
      code: 409,
    })
    const paper = await post(
      '/admin/exam/paper',
      { name: '抽', kind: 'drawn', partial: 'none', items: [], rules: [rule] },
      token,
    )
    expect(paper.data).toMatchObject({ questions: 10, total: 100, rules: [{ available: 30 }] })
    await post('/admin/exam/paper/ready', { id: paper.data.id, version: 1 }, token)
    const exam = await makeExam(house(), { paperId: paper.data.id })
    const papers = []
    for (let i = 0; i < 3; i++) {
      const { token: me } = await house().enter('user')
      const show = () => get('/testPaper/showPaper', { paperId: paper.data.id, testId: exam.testId }, me)
      const first = (await show()).data.content.map((one: { content: string }) => one.content)
      expect((await show()).data.content.map((one: { content: string }) => one.content)).toEqual(first)
      expect(new Set(first).size).toBe(10)
      papers.push(first.join())
    }
    expect(new Set(papers).size).toBe(3)
  })
})

describe('assignments', () => {
  test('to a group: its people see it, others do not; names that nobody has are reported', async () => {
    const { token } = await house().enter('examiner')
    const [inside, outside] = [await house().enter('user'), await house().enter('user')]
    const group = await post(
      '/admin/exam/group',
      { name: '第一考场', usernames: [inside.username, 'nobody-here', ''] },
      token,
    )
    expect(group.data.unknown).toEqual(['nobody-here'])
    const exam = await makeExam(house(), {
      targets: { everyone: false, members: false, groupIds: [group.data.id], accountIds: [] },
    })
    const see = async (me: string) =>
      (await get('/testUser/listByUndone', {}, me)).data.list.some((one: { id: number }) => one.id === exam.testId)
    expect(await see(inside.token)).toBe(true)
    expect(await see(outside.token)).toBe(false)
    expect(await house().call('DELETE', '/admin/exam/group', { id: group.data.id }, { token })).toMatchObject({
      code: 409,
    })
    const groups = await get('/admin/exam/groups', {}, token)
    expect(groups.data.find((one: { id: number }) => one.id === group.data.id).people).toMatchObject([
      { id: inside.id },
    ])
    expect(await post('/admin/exam/group', { name: '第一考场', usernames: [] }, token)).toMatchObject({
      code: 400,
      msg: '已有同名的分组',
    })
  })

  test('to members alone', async () => {
    const { kit } = house()
    const exam = await makeExam(house(), { targets: { everyone: false, members: true, groupIds: [], accountIds: [] } })
    const examinee = { id: (await house().enter('user')).id, isMember: false }
    const ids = async (isMember: boolean) =>
      (await listCurrent(kit.sql, { ...examinee, isMember })).map((row) => row.id)
    expect(await ids(true)).toContain(exam.testId)
    expect(await ids(false)).not.toContain(exam.testId)
  })

  test('an examination without examinees is not opened, one that is sat keeps its paper, a cancelled one is gone', async () => {
    const { token } = await house().enter('examiner')
    const exam = await makeExam(house())
    const { data } = await get('/admin/exam', { id: exam.testId }, exam.token)
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
    const empty = await post('/admin/exam', again, token)
    expect(await post('/admin/exam/state', { id: empty.data.id, version: 1, state: 'open' }, token)).toMatchObject({
      code: 409,
      msg: '还没有安排考生，请先选择考试对象',
    })
    const me = await house().enter('user')
    await sit(exam, me.token, 3)
    const other = await makePaper(house(), token)
    const change = { ...again, id: exam.testId, version: data.version, targets: { ...again.targets, everyone: true } }
    expect(await house().call('PUT', '/admin/exam', { ...change, paperId: other.id }, { token })).toMatchObject({
      code: 409,
    })
    const changed = await house().call('PUT', '/admin/exam', change, { token })
    expect(changed.data).toMatchObject({ duration: 45, attempts: 2, everyone: true, handedIn: 1 })
    const cancelled = await post(
      '/admin/exam/state',
      { id: exam.testId, version: changed.data.version, state: 'cancelled' },
      token,
    )
    expect(cancelled.data.state).toBe('cancelled')
    expect((await get('/testUser/listByDone', {}, me.token)).data.list).toEqual([])
  })

  test('a day that does not exist and people who are not there are refused by name', async () => {
    const exam = await makeExam(house())
    const { data } = await get('/admin/exam', { id: exam.testId }, exam.token)
    const { id: accountId } = await house().enter('user')
    const targets = { everyone: false, members: false, groupIds: [] as number[], accountIds: [accountId] }
    const { allowances: _a, groups: _g, accounts: _p, everyone: _e, members: _m, ...rest } = data
    const send = (change: object) => post('/admin/exam', { ...rest, targets, ...change }, exam.token)
    expect(await send({ startTime: '2026-02-30 00:00:00', endTime: '2026-03-05 00:00:00' })).toMatchObject({
      code: 400,
      data: { fields: { startTime: '没有这个时间' } },
    })
    const sentence = '没有编号为8880001的分组；没有编号为9990001、9990002的考生'
    const unknown = { ...targets, groupIds: [8_880_001], accountIds: [9_990_002, accountId, 9_990_001] }
    const refused = { code: 400, msg: sentence, data: { fields: { targets: sentence } } }
    expect(await send({ targets: unknown })).toMatchObject(refused)
    const change = { ...rest, targets: unknown, id: exam.testId, version: data.version }
    expect(await house().call('PUT', '/admin/exam', change, { token: exam.token })).toMatchObject(refused)
    // nothing of it was kept
    expect((await get('/admin/exam', { id: exam.testId }, exam.token)).data).toMatchObject({
      everyone: true,
      version: data.version,
    })
    expect((await send({})).data).toMatchObject({ accounts: [{ id: accountId }] })
  })

  test('times that make no sense are refused', async () => {
    const exam = await makeExam(house())
    const { data } = await get('/admin/exam', { id: exam.testId }, exam.token)
    const reply = await house().call(
      'PUT',
      '/admin/exam',
      {
        ...data,
        startTime: inMinutes(5),
        endTime: inMinutes(1),
        targets: { everyone: true, members: false, groupIds: [], accountIds: [] },
      },
      { token: exam.token },
    )
    expect(reply).toMatchObject({ code: 400, data: { fields: { endTime: '结束时间应晚于开始时间' } } })
  })
})

describe('while it runs', () => {
  test('examiners see who answers, give more time and end an attempt; both stand in the audit log', async () => {
    const exam = await makeExam(house())
    const me = await house().enter('user')
    const paper = await get('/testPaper/showPaper', { paperId: exam.paperId, testId: exam.testId }, me.token)
    await post(
      '/testUser/answer',
      { testId: exam.testId, answer: rightAnswers(paper.data.content).slice(0, 3) },
      me.token,
    )
    const view = async () => (await get('/admin/exam/sittings', { id: exam.testId }, exam.token)).data
    const seen = await view()
    expect(seen).toMatchObject({ running: 1, handedIn: 0, totalElements: 1 })
    expect(seen.content[0]).toMatchObject({
      accountId: me.id,
      answered: 3,
      questions: 8,
      state: 'inProgress',
      score: null,
    })
    const attemptId = seen.content[0].id
    await post('/admin/exam/extend', { id: exam.testId, attemptId, minutes: 10, reason: '电脑重启' }, exam.token)
    expect((await view()).content[0].seconds).toBeGreaterThan(1800)
    expect((await get('/testManage/judgeTime', { testId: exam.testId }, me.token)).data).toBeGreaterThan(1800)
    expect(await post('/admin/exam/end', { attemptId, reason: '违反考场规定' }, exam.token)).toMatchObject({
      code: 200,
    })
    expect(await post('/admin/exam/end', { attemptId, reason: '违反考场规定' }, exam.token)).toMatchObject({
      code: 409,
    })
    expect((await view()).content[0]).toMatchObject({ state: 'marked', handedInBy: 'examiner', score: 30 })
    expect(
      await post('/testUser/answer', { testId: exam.testId, answer: [{ num: '8', answer: 'T' }] }, me.token),
    ).toMatchObject({ code: 409, reason: 'examOver' })
    const events = await get('/admin/exam/events', { attemptId }, exam.token)
    expect(events.data.map((event: { kind: string }) => event.kind)).toEqual(['opened', 'extended', 'handedIn', 'late'])
    const log = await house().kit
      .sql`select action, reason from audit_log where subject = ${`examAttempt ${attemptId}`} order by id`
    expect(log).toEqual([
      { action: 'examExtended', reason: '电脑重启' },
      { action: 'examEnded', reason: '违反考场规定' },
    ])
  })

  test('an attempt ends together with its audit entry, or not at all', async () => {
    const exam = await makeExam(house())
    const me = await house().enter('user')
    await get('/testPaper/showPaper', { paperId: exam.paperId, testId: exam.testId }, me.token)
    const view = async () => (await get('/admin/exam/sittings', { id: exam.testId }, exam.token)).data.content[0]
    const { id: attemptId } = await view()
    await house().owner.unsafe(`create function refuse_audit() returns trigger language plpgsql as
      $$ begin if new.reason = '审计不可写' then raise exception 'no audit'; end if; return new; end $$;
      create trigger refuse_audit before insert on audit_log for each row execute function refuse_audit()`)
    const failed = await post('/admin/exam/end', { attemptId, reason: '审计不可写' }, exam.token)
    expect(failed.code).toBe(500)
    expect(await view()).toMatchObject({ state: 'inProgress', handedInBy: null })
    await post('/admin/exam/end', { attemptId, reason: '考生要求' }, exam.token)
    expect(await view()).toMatchObject({ state: 'marked', handedInBy: 'examiner' })
  })
})

describe('results', () => {
  test('figures of the whole and of each question, the score sheet, and a corrected key', async () => {
    const exam = await makeExam(house(), { givesCertificate: true, shuffleQuestions: false })
    const people = []
    // 8 questions: 4 of 10, 2 of 20, 2 of 10
    for (const right of [8, 8, 8, 7, 6, 6, 5, 4, 2, 1, 0]) {
      const me = await house().enter('user')
      await sit(exam, me.token, right)
      people.push(me)
    }
    const { data } = await get('/admin/exam/statistics', { id: exam.testId }, exam.token)
    expect(data).toMatchObject({ examinees: 11, passed: 7, highest: 100, lowest: 0, average: 61.8 })
    expect(data.bands.reduce((sum: number, one: number) => sum + one, 0)).toBe(11)
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
    expect(first.chosen).toEqual([0, 10, 0, 0])
    // the best three all had it, of the weakest three two
    expect(first.discrimination).toBe(0.33)
    const last = data.items.at(-1)
    expect(last).toMatchObject({ right: 3, discrimination: 1, examType: 2 })
    const sheet = await house().app.inject({
      url: `/prod-api/admin/exam/scores?id=${exam.testId}`,
      headers: { authorization: `Bearer ${exam.token}` },
    })
    const lines = await readLines(sheet.rawPayload, ['账号', '成绩', '结果'])
    expect(lines).toHaveLength(11)
    expect(lines[0]?.values).toMatchObject({ 成绩: '100', 结果: '合格' })
    // 50 points do not pass, until the last question is given to everybody
    const fifth = people[7]!
    const mine = async () => (await get('/certificate/mine', {}, fifth.token)).data
    expect(await mine()).toEqual([])
    const correct = (answer: string | null, versionId: number) =>
      post('/admin/exam/correct', { id: exam.testId, versionId, answer, reason: '题干有歧义' }, exam.token)
    expect(await correct('Z', last.id)).toMatchObject({ code: 400, msg: '更正后的答案中有不存在的选项' })
    expect((await correct(null, last.id)).data).toEqual({ marked: 11, changed: 8 })
    expect((await correct(null, data.items[6].id)).data).toMatchObject({ marked: 11, changed: 7 })
    expect(await mine()).toMatchObject([{ kind: 'exam', title: '心理健康知识测试', state: 'valid' }])
    const history = await get('/testPaper/showHistory', { testId: exam.testId, paperId: exam.paperId }, fifth.token)
    expect(history.data).toMatchObject({ score: 60 })
    expect(history.data.certificateId).toBeGreaterThan(0)
    // and taken back
    await correct('T', last.id)
    expect(await mine()).toMatchObject([{ state: 'revoked' }])
  })

  test('below ten examinees nothing is said about discrimination', async () => {
    const exam = await makeExam(house())
    const me = await house().enter('user')
    await sit(exam, me.token, 8)
    const { data } = await get('/admin/exam/statistics', { id: exam.testId }, exam.token)
    expect(data.items.every((item: { discrimination: unknown }) => item.discrimination === null)).toBe(true)
    const none = await makeExam(house())
    expect((await get('/admin/exam/statistics', { id: none.testId }, none.token)).data).toMatchObject({
      examinees: 0,
      average: 0,
      items: [],
    })
  })
})
