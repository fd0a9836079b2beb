// Tests of the question bank and of papers.
import { describe, expect, test } from 'vitest'
import { createExam } from '../../../../test/steps/exam-steps.ts'
import { useExaminers, draft } from '../../../../test/steps/examiner-steps.ts'

const { server } = useExaminers()

describe('the bank', () => {
  test('creates a new version of an edited question, and papers keep the old one', async () => {
    const examiner = await server().enter('examiner')
    const made = await server().requestAs(examiner, 'POST /admin/exam/question', draft)
    expect(made.data).toMatchObject({ version: 1, subject: '伦理', answer: 'B' })
    const paper = await server().requestAs(examiner, 'POST /admin/exam/paper', {
      name: '卷',
      kind: 'fixed',
      partial: 'none',
      items: [{ versionId: made.data.versionId, score: 100 }],
      rules: [],
    })
    const change = { ...draft, id: made.data.id, version: 1, content: '保密例外的情形是' }
    const changed = await server().requestAs(examiner, 'PUT /admin/exam/question', change)
    expect(changed.data).toMatchObject({ version: 2, content: '保密例外的情形是' })
    expect(await server().requestAs(examiner, 'PUT /admin/exam/question', change)).toMatchObject({
      code: 409,
      reason: 'changedMeanwhile',
    })
    expect(
      await server().requestAs(examiner, 'PUT /admin/exam/question', {
        ...change,
        version: 2,
        examType: 2,
        options: [],
        answer: 'T',
      }),
    ).toMatchObject({
      code: 400,
      msg: '题型不能修改，请另建一题',
    })
    const paperBefore = await server().requestAs(examiner, 'GET /admin/exam/paper', { id: paper.data.id })
    expect(paperBefore.data.items[0]!.question.content).toBe('保密的例外是')
    expect(
      (await server().requestAs(examiner, 'GET /admin/exam/question', { id: made.data.id })).data.versions,
    ).toHaveLength(2)
    await server().requestAs(examiner, 'POST /admin/exam/question/retire', { id: made.data.id, retired: true })
    const listed = await server().requestAs(examiner, 'GET /admin/exam/questions', { key: '保密例外的情形是' })
    expect(listed.data.totalElements).toBe(0)
    const retired = await server().requestAs(examiner, 'GET /admin/exam/questions', {
      key: '保密例外的情形是',
      retired: '1',
    })
    expect(retired.data.content).toMatchObject([{ id: made.data.id, retired: true }])
  })

  test.each([
    ['没有选项', { options: [] }, '至少要有两个选项'],
    ['答案越界', { answer: 'C' }, '答案中有不存在的选项'],
    ['单选两个答案', { answer: 'AB' }, '单选题只能有一个正确答案'],
    ['多选一个答案', { examType: 1 }, '多选题至少要有两个正确答案'],
    ['选项重复', { options: ['甲', '甲'] }, '选项不能重复'],
    ['判断题答案', { examType: 2, options: [], answer: 'A' }, '判断题的答案应为“正确”或“错误”'],
  ])('refuses %s at its field', async (_name, part, sentence) => {
    const examiner = await server().enter('examiner')
    const reply = await server().requestAs(examiner, 'POST /admin/exam/question', { ...draft, ...part })
    expect(reply).toMatchObject({ code: 400, msg: sentence })
    expect(Object.values(reply.fields)).toContain(sentence)
  })
})

describe('papers', () => {
  test('requires 100 points of a paper that is ready, and never changes it afterwards', async () => {
    const examiner = await server().enter('examiner')
    const { data: question } = await server().requestAs(examiner, 'POST /admin/exam/question', draft)
    const paper = {
      name: '九十分',
      kind: 'fixed',
      partial: 'half',
      items: [{ versionId: question.versionId, score: 90 }],
      rules: [],
    }
    const made = await server().requestAs(examiner, 'POST /admin/exam/paper', paper)
    expect(
      await server().requestAs(examiner, 'POST /admin/exam/paper/ready', { id: made.data.id, version: 1 }),
    ).toMatchObject({
      code: 409,
      msg: '试卷总分应为100分，现在是90分，请调整分值',
    })
    const full = { ...paper, items: [{ versionId: question.versionId, score: 100 }] }
    const saved = await server().requestAs(examiner, 'PUT /admin/exam/paper', { ...full, id: made.data.id, version: 1 })
    expect(saved.data).toMatchObject({ version: 2, total: 100 })
    expect(
      (await server().requestAs(examiner, 'POST /admin/exam/paper/ready', { id: made.data.id, version: 2 })).data.state,
    ).toBe('ready')
    const late = await server().requestAs(examiner, 'PUT /admin/exam/paper', { ...full, id: made.data.id, version: 3 })
    expect(late).toMatchObject({ code: 409, msg: '试卷已定稿，不能再修改；请复制一份' })
    const copy = await server().requestAs(examiner, 'POST /admin/exam/paper/copy', { id: made.data.id })
    expect(copy.data).toMatchObject({ name: '九十分（副本）', state: 'draft', total: 100 })
    const gone = await server().requestAs(examiner, 'DELETE /admin/exam/paper', { id: copy.data.id, version: 1 })
    expect(gone.code).toBe(200)
  })

  test('draws questions per examinee by rules, and the same ones for the same attempt', async () => {
    const examiner = await server().enter('examiner')
    for (let i = 0; i < 30; i++)
      await server().requestAs(examiner, 'POST /admin/exam/question', {
        ...draft,
        subject: '抽题',
        content: `第${i}题`,
      })
    const rule = { examType: 0, subject: '抽题', difficulty: null, count: 10, score: 10 }
    const tooMany = await server().requestAs(examiner, 'POST /admin/exam/paper', {
      name: '抽',
      kind: 'drawn',
      partial: 'none',
      items: [],
      rules: [{ ...rule, count: 40, score: 2.5 }],
    })
    expect(
      await server().requestAs(examiner, 'POST /admin/exam/paper/ready', { id: tooMany.data.id, version: 1 }),
    ).toMatchObject({
      code: 409,
    })
    const paper = await server().requestAs(examiner, 'POST /admin/exam/paper', {
      name: '抽',
      kind: 'drawn',
      partial: 'none',
      items: [],
      rules: [rule],
    })
    expect(paper.data).toMatchObject({ questions: 10, total: 100, rules: [{ available: 30 }] })
    await server().requestAs(examiner, 'POST /admin/exam/paper/ready', { id: paper.data.id, version: 1 })
    const exam = await createExam(server(), { paperId: paper.data.id })
    const papers = []
    for (let i = 0; i < 3; i++) {
      const { token: me } = await server().enter('user')
      const showPaper = () =>
        server().requestAs({ token: me }, 'GET /testPaper/showPaper', { paperId: paper.data.id, testId: exam.testId })
      const first = (await showPaper()).data.content.map((item) => item.content)
      expect((await showPaper()).data.content.map((item) => item.content)).toEqual(first)
      expect(new Set(first).size).toBe(10)
      papers.push(first.join())
    }
    expect(new Set(papers).size).toBe(3)
  })
})
