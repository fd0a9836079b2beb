// Tests import of questions from Excel, Word and text: invalid questions are reported with their position.
import { Document, Packer, Paragraph } from 'docx'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { examLimits, optionLetterOf } from '@xinqiao/contract/exams.ts'
import { useImport, readQuestions, pickDrafts, createSheet, titles } from '../../../../test/steps/import-steps.ts'

const { server, uploadSheet } = useImport()

describe('Excel', () => {
  test('imports good lines, and reports bad ones with line and reason', async () => {
    const file = await createSheet(titles, [
      { 题型: '单选题', 题干: '心理援助热线是', 选项A: '12345', 选项B: '12356', 答案: 'B', 科目: '常识', 难度: '易' },
      { 题型: '多选题', 题干: '有助于睡眠的有', 选项A: '规律作息', 选项B: '饮酒', 选项C: '运动', 答案: 'A、C' },
      { 题型: '判断', 题干: '压力总是有害的', 答案: '×' },
      { 题型: '填空题', 题干: '热线是____', 答案: '12356' },
      { 题型: '单选题', 题干: '只有一个选项', 选项A: '甲', 答案: 'A' },
      { 题型: '单选题', 题干: '答案不存在', 选项A: '甲', 选项B: '乙', 答案: 'D' },
      { 题型: '多选题', 题干: '只有一个答案', 选项A: '甲', 选项B: '乙', 答案: 'A' },
    ])
    const reply = await uploadSheet('题.xlsx', file)
    expect(reply.data).toMatchObject({ added: 3, known: 0 })
    expect(reply.data.problems).toEqual([
      { place: '第5行', title: '热线是____', sentence: '题型“填空题”不认识，应为单选题、多选题或判断题' },
      { place: '第6行', title: '只有一个选项', sentence: '至少要有两个选项' },
      { place: '第7行', title: '答案不存在', sentence: '答案中有不存在的选项' },
      { place: '第8行', title: '只有一个答案', sentence: '多选题至少要有两个正确答案' },
    ])
    // importing the same file again adds no questions
    expect((await uploadSheet('题.xlsx', file)).data).toMatchObject({ added: 0, known: 3 })
  })

  test('imports an exported file with the same meaning', async () => {
    const admin = await server().enter('administrator')
    const exported = await server().app.inject({
      url: '/prod-api/admin/exam/export/sheet',
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(exported.headers['content-disposition']).toContain('.xlsx')
    const again = await uploadSheet('题库.xlsx', exported.rawPayload)
    expect(again.data).toMatchObject({ added: 0, problems: [] })
    expect(again.data.known).toBeGreaterThanOrEqual(3)
  })

  test('imports fixed options, up to the maximum number', async () => {
    const all = Array.from({ length: examLimits.options }, (_, index) => optionLetterOf(index))
    const line = {
      题型: '多选题',
      题干: '固定的选项',
      ...Object.fromEntries(all.map((letter) => [`选项${letter}`, `第${letter}项`])),
      固定选项: 'k、L',
      答案: 'AL',
    }
    const file = await createSheet(Object.keys(line), [line, { ...line, 题干: '没有这一项', 固定选项: 'M' }])
    const { drafts, problems } = await readQuestions(file)
    expect(drafts).toMatchObject([{ fixedOptions: 'KL', answer: 'AL' }])
    expect(drafts[0]?.options).toHaveLength(examLimits.options)
    expect(problems.map(({ sentence }) => sentence)).toEqual(['固定选项中有不存在的选项'])
    const examiner = await server().enter('examiner')
    const [stored] = (await uploadSheet('题.xlsx', file)).data.ids
    const shown = await server().requestAs(examiner, 'GET /admin/exam/question', { id: stored })
    expect(shown.data).toMatchObject({ fixedOptions: 'KL' })
    const exported = await server().app.inject({
      url: '/prod-api/admin/exam/export/sheet?key=固定的选项',
      headers: { authorization: `Bearer ${examiner.token}` },
    })
    expect((await readQuestions(exported.rawPayload)).drafts).toMatchObject([
      { options: drafts[0]!.options, fixedOptions: 'KL' },
    ])
  })

  test.each([
    [
      '题库.xlsx',
      'MZ这不是表格\n1. 题目\nA. 甲\nB. 乙\n答案：A',
      '这不是有效的 Excel 文件，请用 Excel 打开并另存为 .xlsx 后重试',
    ],
    ['题库.XLS', '\u00d0\u00cf', '这不是有效的 Excel 文件，请用 Excel 打开并另存为 .xlsx 后重试'],
    ['题库.docx', '1. 题目\nA. 甲\nB. 乙\n答案：A', '这不是有效的 Word 文件，请用 Word 打开并另存为 .docx 后重试'],
  ])('refuses %s that only has the name of one', async (name, text, sentence) => {
    expect(await uploadSheet(name, Buffer.from(text))).toMatchObject({ code: 400, msg: sentence })
  })

  test('imports a filled-in template', async () => {
    const examiner = await server().enter('examiner')
    const template = await server().app.inject({
      url: '/prod-api/admin/exam/template',
      headers: { authorization: `Bearer ${examiner.token}` },
    })
    const { drafts, problems } = await readQuestions(template.rawPayload)
    expect(problems).toEqual([])
    expect(drafts.map((draft) => draft.examType)).toEqual([0, 1, 2])
  })
})

describe('Word and plain text', () => {
  const lines = [
    '科目：心理咨询伦理',
    '一、单选题',
    '1. 咨询师发现来访者有自伤危险时，应首先（ ）',
    'A. 保密到底',
    'B. 评估风险并按保密例外处理',
    'C. 立即结束咨询  D. 等待下次会谈',
    '答案：B',
    '解析：保密有例外。',
    '二、多选题',
    '2、保密例外包括',
    '(A) 来访者可能伤害自己',
    '(B) 来访者欠费',
    '(C) 法律要求披露',
    '答案: A,C',
    '三、判断题',
    '3. 咨询师可以与来访者发展恋爱关系。',
    '答案：错',
    '4. 没有写答案的题',
    'A. 甲',
    'B. 乙',
  ]
  const expected = [
    {
      examType: 0,
      content: '咨询师发现来访者有自伤危险时，应首先（ ）',
      options: ['保密到底', '评估风险并按保密例外处理', '立即结束咨询', '等待下次会谈'],
      answer: 'B',
    },
    {
      examType: 1,
      content: '保密例外包括',
      options: ['来访者可能伤害自己', '来访者欠费', '法律要求披露'],
      answer: 'AC',
    },
    { examType: 2, content: '咨询师可以与来访者发展恋爱关系。', options: [], answer: 'F' },
  ]

  test('imports a Word document', async () => {
    const file = await Packer.toBuffer(
      new Document({ sections: [{ children: lines.map((line) => new Paragraph(line)) }] }),
    )
    const found = await readQuestions(file)
    expect(pickDrafts(found)).toEqual(expected)
    expect(found.drafts[0]).toMatchObject({ subject: '心理咨询伦理', explanation: '保密有例外。' })
    expect(found.problems).toEqual([{ place: '第18行', title: '没有写答案的题', sentence: '没有写“答案：”' }])
  })

  test('imports the same questions as text, also in GB 18030', async () => {
    expect(pickDrafts(await readQuestions(Buffer.from(lines.join('\r\n'))))).toEqual(expected)
    // 「答案」 encoded in GB 18030
    const old = Buffer.concat([
      Buffer.from([0xce, 0xca, 0xcc, 0xe2, 0x0a]),
      Buffer.from([0xb4, 0xf0, 0xb0, 0xb8, 0x3a, 0xb6, 0xd4]),
    ])
    expect(pickDrafts(await readQuestions(old))).toEqual([{ examType: 2, content: '问题', options: [], answer: 'T' }])
  })
})

describe('invalid question files', () => {
  test.each([
    ['nothing', Buffer.from('')],
    ['bytes', Buffer.from([0, 1, 2, 3, 0])],
    ['an archive that is none', Buffer.from('PK\u0003\u0004 and no more')],
    ['XML that declares entities', Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')],
    ['broken XML', Buffer.from('<assessmentItem><')],
    ['XML of something else', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('refuses %s', async (_name, bytes) => {
    const reply = await uploadSheet('题.xlsx', bytes)
    expect(reply.code).toBe(400)
    expect(['fileMissing', 'notAnExamFile', 'notASheet']).toContain(reply.reason)
  })

  test('reads any text, or refuses it as no file of questions', async () => {
    const line = fc.constantFrom(
      '1. 题',
      'A. 甲',
      'B. 乙',
      '答案：A',
      '解析：',
      '{',
      '}',
      '=a',
      '~b',
      '::t::',
      '//',
      '$CATEGORY: a/b',
      '',
      '一、单选题',
      '\\',
      '#',
      '->',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(line, fc.string({ maxLength: 20 })), { maxLength: 30 }), async (lines) => {
        const bytes = Buffer.from(lines.join('\n'))
        const result = await readQuestions(bytes).catch((error: { reason?: string }) => error.reason ?? 'unforeseen')
        if (typeof result === 'string') expect(result).toBe('notAnExamFile')
      }),
      { numRuns: 300 },
    )
  })
})
