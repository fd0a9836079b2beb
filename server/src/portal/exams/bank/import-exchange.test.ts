// Tests import and export of questions in the exchange formats GIFT and QTI.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import Zip from 'jszip'
import { describe, expect, test } from 'vitest'
import { toQuestionValues } from './bank.ts'
import { validateImportedQuestions } from './import.ts'
import { writeQtiItem, type ExportedQuestion } from './formats/qti-package.ts'
import { readQtiQuestions } from './formats/qti.ts'
import { useImport, readQuestions, pickDrafts } from '../../../../test/steps/import-steps.ts'

const { server, uploadSheet } = useImport()

const readFixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url))

describe('GIFT', () => {
  test('imports the supported kinds and reports the others', async () => {
    const found = await readQuestions(readFixture('mixed.gift.txt'))
    expect(pickDrafts(found)).toEqual([
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
  /** Single choice, multiple choice and true/false, modelled on the conformance samples of QTI 2.2 and 3.0. */
  const samples = [
    ['qti22-single.xml', 'B', ''],
    ['qti22-multiple.xml', 'AB', 'D'],
    ['qti22-true-false.xml', 'T', ''],
    ['qti30-single.xml', 'A', ''],
    ['qti30-multiple.xml', 'ACF', 'AF'],
    ['qti30-true-false.xml', 'F', ''],
  ] as const

  const packSamples = () => {
    const zip = new Zip()
    zip.file('imsmanifest.xml', '<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"/>')
    for (const [name] of samples) zip.file(`items/${name}`, readFixture(name))
    return zip.generateAsync({ type: 'nodebuffer' })
  }

  test.each(samples)('imports and exports %s with the same meaning', async (name, answer, fixed) => {
    const found = await readQuestions(readFixture(name))
    expect(found.problems).toEqual([])
    const [draft] = found.drafts
    expect(draft?.answer).toBe(answer)
    expect(draft?.fixedOptions ?? '').toBe(fixed)
    for (const version of ['2.2', '3.0'] as const) {
      const written = writeQtiItem({ id: 1, ...toQuestionValues(draft!) }, version)
      const again = validateImportedQuestions(readQtiQuestions(written, name), {})
      expect(again).toEqual({ drafts: [draft], problems: [] })
    }
  })

  test('replaces pictures by their text, and refuses media without one', async () => {
    const [draft] = (await readQuestions(readFixture('qti22-single.xml'))).drafts
    expect(draft?.content).toContain('【图：')
    const mute = readFixture('qti22-single.xml')
      .toString()
      .replace(/ alt="[^"]*"/, '')
    expect((await readQuestions(Buffer.from(mute))).problems[0]?.sentence).toContain('没有文字说明的图片')
  })

  test('imports a package with a manifest', async () => {
    const { drafts, problems } = await readQuestions(await packSamples())
    expect(problems).toEqual([])
    expect(drafts.map((draft) => draft.examType)).toEqual([0, 1, 2, 0, 1, 2])
  })

  test('exports the bank as a package that can be imported again', async () => {
    await uploadSheet('样题.zip', await packSamples(), { subject: '样题' })
    const examiner = await server().enter('examiner')
    for (const version of ['2.2', '3.0']) {
      const reply = await server().app.inject({
        url: `/prod-api/admin/exam/export/qti?qti=${version}`,
        headers: { authorization: `Bearer ${examiner.token}` },
      })
      expect(reply.headers['content-type']).toBe('application/zip')
      expect((await uploadSheet('题库.zip', reply.rawPayload)).data).toMatchObject({
        added: 0,
        known: samples.length,
        problems: [],
      })
    }
  })

  test('preserves any text of a question', () => {
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
          const question: ExportedQuestion = {
            id: 7,
            kind: isMultiple ? 1 : 0,
            content,
            options: oneLine,
            fixed_options: fixed.join(''),
            answer: isMultiple ? 'AB' : 'B',
            explanation: content,
          }
          const { drafts } = validateImportedQuestions(readQtiQuestions(writeQtiItem(question, version), 'x'), {})
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
