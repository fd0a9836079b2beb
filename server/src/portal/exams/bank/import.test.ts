// Question files of every format, through the door: what can be used goes in, what cannot is named with its place.
import { Document, Packer, Paragraph } from 'docx'
import fc from 'fast-check'
import Zip from 'jszip'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { examLimits, letterOf } from '@xinqiao/contract/exams.ts'
import { fileForm, useHouse } from '../../../../test/house.ts'
import { writeSheet } from '../../../kit/sheets/sheets.ts'
import { valuesOf } from './bank.ts'
import { checkFound } from './import.ts'
import { readFile } from './read-file.ts'
import { writeItem, type Writable } from './qti-package.ts'
import { readQtiQuestions } from './qti.ts'

const house = useHouse()

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url))
const send = async (name: string, bytes: Uint8Array, query = '') => {
  const { token } = await house().enter('examiner')
  return house().call('POST', `/admin/exam/import${query}`, undefined, { ...fileForm(name, bytes), token })
}
const read = async (bytes: Buffer) => checkFound(await readFile(bytes), {})
const pick = ({ drafts }: Awaited<ReturnType<typeof read>>) =>
  drafts.map(({ examType, content, options, answer }) => ({ examType, content, options, answer }))

type Line = Record<string, string>
const sheetOf = (titles: string[], lines: Line[]) =>
  writeSheet(
    '试题',
    titles.map((title) => ({ title, value: (line: Line) => line[title] ?? '' })),
    lines,
  )
const titles = ['科目', '题型', '难度', '题干', '选项A', '选项B', '选项C', '选项D', '答案', '解析']

describe('Excel', () => {
  test('good lines go in, bad ones are named by their line and reason', async () => {
    const file = await sheetOf(titles, [
      { 题型: '单选题', 题干: '心理援助热线是', 选项A: '12345', 选项B: '12356', 答案: 'B', 科目: '常识', 难度: '易' },
      { 题型: '多选题', 题干: '有助于睡眠的有', 选项A: '规律作息', 选项B: '饮酒', 选项C: '运动', 答案: 'A、C' },
      { 题型: '判断', 题干: '压力总是有害的', 答案: '×' },
      { 题型: '填空题', 题干: '热线是____', 答案: '12356' },
      { 题型: '单选题', 题干: '只有一个选项', 选项A: '甲', 答案: 'A' },
      { 题型: '单选题', 题干: '答案不存在', 选项A: '甲', 选项B: '乙', 答案: 'D' },
      { 题型: '多选题', 题干: '只有一个答案', 选项A: '甲', 选项B: '乙', 答案: 'A' },
    ])
    const reply = await send('题.xlsx', file)
    expect(reply.data).toMatchObject({ added: 3, known: 0 })
    expect(reply.data.problems).toEqual([
      { place: '第5行', title: '热线是____', sentence: '题型“填空题”不认识，应为单选题、多选题或判断题' },
      { place: '第6行', title: '只有一个选项', sentence: '至少要有两个选项' },
      { place: '第7行', title: '答案不存在', sentence: '答案中有不存在的选项' },
      { place: '第8行', title: '只有一个答案', sentence: '多选题至少要有两个正确答案' },
    ])
    // the same file again adds nothing
    expect((await send('题.xlsx', file)).data).toMatchObject({ added: 0, known: 3 })
  })

  test('what is exported is imported again with the same meaning', async () => {
    const { token } = await house().enter('administrator')
    const exported = await house().app.inject({
      url: '/prod-api/admin/exam/export/sheet',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(exported.headers['content-disposition']).toContain('.xlsx')
    const again = await send('题库.xlsx', exported.rawPayload)
    expect(again.data).toMatchObject({ added: 0, problems: [] })
    expect(again.data.known).toBeGreaterThanOrEqual(3)
  })

  test('options that stay in their place, and as many of them as a question may have', async () => {
    const all = Array.from({ length: examLimits.options }, (_, place) => letterOf(place))
    const line = {
      题型: '多选题',
      题干: '固定的选项',
      ...Object.fromEntries(all.map((letter) => [`选项${letter}`, `第${letter}项`])),
      固定选项: 'k、L',
      答案: 'AL',
    }
    const file = await sheetOf(Object.keys(line), [line, { ...line, 题干: '没有这一项', 固定选项: 'M' }])
    const { drafts, problems } = await read(file)
    expect(drafts).toMatchObject([{ fixedOptions: 'KL', answer: 'AL' }])
    expect(drafts[0]?.options).toHaveLength(examLimits.options)
    expect(problems.map(({ sentence }) => sentence)).toEqual(['固定选项中有不存在的选项'])
    const { token } = await house().enter('examiner')
    const [stored] = (await send('题.xlsx', file)).data.ids as number[]
    const shown = await house().call('GET', '/admin/exam/question', { id: stored }, { token })
    expect(shown.data).toMatchObject({ fixedOptions: 'KL' })
    const exported = await house().app.inject({
      url: '/prod-api/admin/exam/export/sheet?key=固定的选项',
      headers: { authorization: `Bearer ${token}` },
    })
    expect((await read(exported.rawPayload)).drafts).toMatchObject([
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
  ])('%s that is none is called so', async (name, text, sentence) => {
    expect(await send(name, Buffer.from(text))).toMatchObject({ code: 400, msg: sentence })
  })

  test('the template can be filled in and sent back', async () => {
    const { token } = await house().enter('examiner')
    const template = await house().app.inject({
      url: '/prod-api/admin/exam/template',
      headers: { authorization: `Bearer ${token}` },
    })
    const { drafts, problems } = await read(template.rawPayload)
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

  test('a Word document', async () => {
    const file = await Packer.toBuffer(
      new Document({ sections: [{ children: lines.map((line) => new Paragraph(line)) }] }),
    )
    const found = await read(file)
    expect(pick(found)).toEqual(expected)
    expect(found.drafts[0]).toMatchObject({ subject: '心理咨询伦理', explanation: '保密有例外。' })
    expect(found.problems).toEqual([{ place: '第18行', title: '没有写答案的题', sentence: '没有写“答案：”' }])
  })

  test('the same as text, also in the encoding of old Windows', async () => {
    expect(pick(await read(Buffer.from(lines.join('\r\n'))))).toEqual(expected)
    // 「答案」 in GB 18030
    const old = Buffer.concat([
      Buffer.from([0xce, 0xca, 0xcc, 0xe2, 0x0a]),
      Buffer.from([0xb4, 0xf0, 0xb0, 0xb8, 0x3a, 0xb6, 0xd4]),
    ])
    expect(pick(await read(old))).toEqual([{ examType: 2, content: '问题', options: [], answer: 'T' }])
  })
})

describe('GIFT', () => {
  test('our kinds come in, the others are named', async () => {
    const found = await read(fixture('mixed.gift.txt'))
    expect(pick(found)).toEqual([
      {
        examType: 0,
        content: '抑郁的核心症状是\n哪一项\\哪一类：下列哪一个？',
        options: ['持续的心境低落', '偶尔的疲倦', '食欲=旺盛'],
        answer: 'A',
      },
      { examType: 1, content: '属于积极应对的有', options: ['求助', '回避', '运动'], answer: 'AC' },
      { examType: 2, content: '倾听就是给建议。', options: [], answer: 'F' },
      { examType: 2, content: '情绪本身没有对错。', options: [], answer: 'T' },
    ])
    expect(found.drafts.map((draft) => draft.subject)).toEqual(['心理健康', '心理健康', '心理健康', '情绪'])
    expect(found.drafts[0]?.explanation).toBe('心境低落与兴趣减退是核心。')
    expect(found.problems.map(({ title, sentence }) => [title, sentence])).toEqual([
      ['配对', '只支持单选、多选与判断题'],
      ['谁提出了“心流”？', '只支持单选、多选与判断题'],
      ['热线有几位数字？', '只支持单选、多选与判断题'],
      ['没有写完 {=甲 ~乙', '花括号没有成对'],
    ])
  })
})

describe('QTI', () => {
  /** Single, multiple and true/false in the manner of the conformance samples, 2.2 and 3.0. */
  const samples = [
    ['qti22-single.xml', 'B', ''],
    ['qti22-multiple.xml', 'AB', 'D'],
    ['qti22-true-false.xml', 'T', ''],
    ['qti30-single.xml', 'A', ''],
    ['qti30-multiple.xml', 'ACF', 'AF'],
    ['qti30-true-false.xml', 'F', ''],
  ] as const

  test.each(samples)('%s is imported and exported again with the same meaning', async (name, answer, fixed) => {
    const found = await read(fixture(name))
    expect(found.problems).toEqual([])
    const [draft] = found.drafts
    expect(draft?.answer).toBe(answer)
    expect(draft?.fixedOptions ?? '').toBe(fixed)
    for (const version of ['2.2', '3.0'] as const) {
      const written = writeItem({ id: 1, ...valuesOf(draft!) }, version)
      const again = checkFound(readQtiQuestions(written, name), {})
      expect(again).toEqual({ drafts: [draft], problems: [] })
    }
  })

  test('pictures are told by their text; what cannot be told is refused', async () => {
    const [draft] = (await read(fixture('qti22-single.xml'))).drafts
    expect(draft?.content).toContain('【图：')
    const mute = fixture('qti22-single.xml')
      .toString()
      .replace(/ alt="[^"]*"/, '')
    expect((await read(Buffer.from(mute))).problems[0]?.sentence).toContain('没有文字说明的图片')
  })

  test('a package with a manifest', async () => {
    const zip = new Zip()
    zip.file('imsmanifest.xml', '<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"/>')
    for (const [name] of samples) zip.file(`items/${name}`, fixture(name))
    const { drafts, problems } = await read(await zip.generateAsync({ type: 'nodebuffer' }))
    expect(problems).toEqual([])
    expect(drafts.map((draft) => draft.examType)).toEqual([0, 1, 2, 0, 1, 2])
  })

  test('the bank is exported as a package that can be imported again', async () => {
    const { token } = await house().enter('examiner')
    for (const version of ['2.2', '3.0']) {
      const reply = await house().app.inject({
        url: `/prod-api/admin/exam/export/qti?qti=${version}`,
        headers: { authorization: `Bearer ${token}` },
      })
      expect(reply.headers['content-type']).toBe('application/zip')
      expect((await send('题库.zip', reply.rawPayload)).data).toMatchObject({ added: 0, problems: [] })
    }
  })

  test('whatever stands in a question comes back as it was', () => {
    const text = fc
      .array(fc.constantFrom('甲', '<', '&', '"', 'a', ' b', '>', '\n丙', '1', ']]>', '&amp;', '{', '~'), {
        minLength: 1,
        maxLength: 12,
      })
      .map((parts) => `题${parts.join('').trimEnd()}`)
    fc.assert(
      fc.property(
        text,
        fc.uniqueArray(text, { minLength: 2, maxLength: 6 }),
        fc.boolean(),
        fc.subarray(['A', 'B']),
        fc.constantFrom('2.2' as const, '3.0' as const),
        (content, options, isMultiple, fixed, version) => {
          const clean = (given: string) =>
            given
              .split('\n')
              .map((line) => line.trim())
              .filter(Boolean)
          const oneLine = options.map((option) => clean(option).join(' ').replaceAll(/ {2,}/g, ' '))
          if (new Set(oneLine).size < options.length) return
          const question: Writable = {
            id: 7,
            kind: isMultiple ? 1 : 0,
            content,
            options: oneLine,
            fixed_options: fixed.join(''),
            answer: isMultiple ? 'AB' : 'B',
            explanation: content,
          }
          const { drafts } = checkFound(readQtiQuestions(writeItem(question, version), 'x'), {})
          expect(drafts).toHaveLength(1)
          expect(drafts[0]).toMatchObject({
            options: oneLine,
            fixedOptions: fixed.join('') || undefined,
            answer: question.answer,
          })
          expect(clean(drafts[0]!.content).join('\n')).toBe(clean(content).join('\n').replaceAll(/ {2,}/g, ' '))
        },
      ),
    )
  })
})

describe('what is no question file', () => {
  test.each([
    ['nothing', Buffer.from('')],
    ['bytes', Buffer.from([0, 1, 2, 3, 0])],
    ['an archive that is none', Buffer.from('PK\u0003\u0004 and no more')],
    ['XML that declares entities', Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')],
    ['broken XML', Buffer.from('<assessmentItem><')],
    ['XML of something else', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('%s is refused', async (_name, bytes) => {
    const reply = await send('题.xlsx', bytes)
    expect(reply.code).toBe(400)
    expect(['fileMissing', 'notAnExamFile', 'notASheet']).toContain(reply.reason)
  })

  test('no text breaks the readers', async () => {
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
        const result = await read(bytes).catch((error: { reason?: string }) => error.reason ?? 'unforeseen')
        if (typeof result === 'string') expect(result).toBe('notAnExamFile')
      }),
      { numRuns: 300 },
    )
  })
})
