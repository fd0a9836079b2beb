// The question bank and its papers, for examiners.
import { auditChangeOf, auditCreationOf } from '../../audit.ts'
import { z } from 'zod'
import { examLimits, isJudgement, isMultipleChoice, isSingleChoice } from '../../exams.ts'
import {
  BytesReply,
  endpoint,
  EmptyReply,
  requiredText,
  Id,
  EmptyInput,
  optional,
  pageSchemaOf,
  paging,
  toLimits,
  replyTypes,
  text,
  Time,
} from '../endpoint.ts'

export const examiners = ['administrator', 'examiner'] as const

export const ExamKind = z.union([z.literal(0), z.literal(1), z.literal(2)], '请选择题型')
export const Difficulty = z.union([z.literal(1), z.literal(2), z.literal(3)], '请选择难度')
const queryNumber = <T extends z.ZodType>(schema: T) =>
  optional(z.preprocess((value) => (value === undefined ? value : Number(value)), schema))
const subject = requiredText(30, '请填写科目', '科目不能超过30个字')
const answerLetters = z
  .string('请选择正确答案')
  .trim()
  .transform((value) => [...new Set(value.toUpperCase().replaceAll(/[\s,，、]/g, ''))].sort().join(''))

/** Options that keep their position when the others are shuffled. */
const stayingOptions = optional(
  z
    .string('固定选项不正确')
    .max(examLimits.options * 2, '固定选项不正确')
    .transform((value) => [...new Set(value.toUpperCase().replaceAll(/[\s,，、]/g, ''))].sort().join('')),
)

/** A question as the examiner writes it: options without letters, letters of all correct options together. */
export const QuestionDraft = z
  .object({
    subject,
    examType: ExamKind,
    difficulty: Difficulty,
    content: requiredText(examLimits.contentLength, '请填写题干', `题干不能超过${examLimits.contentLength}个字`),
    options: z
      .array(requiredText(examLimits.optionLength, '选项不能为空', `选项不能超过${examLimits.optionLength}个字`))
      .max(examLimits.options, `选项不能超过${examLimits.options}个`),
    fixedOptions: stayingOptions,
    answer: answerLetters,
    explanation: text(1000, '解析不能超过1000个字'),
  })
  .superRefine(({ examType, options, fixedOptions, answer }, check) => {
    const addIssue = (path: 'options' | 'fixedOptions' | 'answer', message: string) =>
      check.addIssue({ code: 'custom', path: [path], message })
    if (isJudgement(examType)) {
      if (options.length > 0) addIssue('options', '判断题没有选项')
      if (answer !== 'T' && answer !== 'F') addIssue('answer', '判断题的答案应为“正确”或“错误”')
      return
    }
    if (options.length < 2) addIssue('options', '至少要有两个选项')
    if (new Set(options).size < options.length) addIssue('options', '选项不能重复')
    const optionIndexesOf = (letters: string) => letters.split('').map((letter) => letter.codePointAt(0)! - 65)
    const isKnown = (index: number) => index >= 0 && index < options.length
    if (!optionIndexesOf(fixedOptions ?? '').every(isKnown)) addIssue('fixedOptions', '固定选项中有不存在的选项')
    const indexes = optionIndexesOf(answer)
    if (indexes.length === 0) addIssue('answer', '请选择正确答案')
    else if (!indexes.every(isKnown)) addIssue('answer', '答案中有不存在的选项')
    else if (isSingleChoice(examType) && indexes.length > 1) addIssue('answer', '单选题只能有一个正确答案')
    else if (isMultipleChoice(examType) && indexes.length < 2) addIssue('answer', '多选题至少要有两个正确答案')
  })
export type QuestionDraft = z.output<typeof QuestionDraft>

export const BankQuestion = z.object({
  id: z.number(),
  version: z.number(),
  versionId: z.number(),
  subject: z.string(),
  examType: ExamKind,
  difficulty: Difficulty,
  content: z.string(),
  options: z.array(z.string()),
  fixedOptions: z.string(),
  answer: z.string(),
  explanation: z.string(),
  retired: z.boolean(),
  updateTime: Time,
})
export type BankQuestion = z.output<typeof BankQuestion>
const bankFilter = {
  subject: optional(text(30)),
  examType: queryNumber(ExamKind),
  difficulty: queryNumber(Difficulty),
  key: optional(text(50, '搜索词不能超过50个字')),
}

/** Result for each question of an imported file, in its order. */
const QuestionImportReport = z.object({
  added: z.number(),
  /** Number of duplicates of stored questions. */
  known: z.number(),
  ids: z.array(z.number()),
  problems: z.array(z.object({ place: z.string(), title: z.string(), sentence: z.string() })),
})
export type QuestionImportReport = z.output<typeof QuestionImportReport>

const score = z
  .number('请填写分值')
  .min(0.5, '分值至少0.5分')
  .max(100, '分值不能超过100分')
  .multipleOf(0.5, '分值以0.5分为单位')
const Item = z.object({ versionId: Id, score })
const PaperRule = z.object({
  examType: ExamKind,
  subject: subject.nullable(),
  difficulty: Difficulty.nullable(),
  count: z.number('请填写题数').int('题数应为整数').min(1, '至少1题').max(200, '一条规则最多200题'),
  score,
})
export type PaperRule = z.output<typeof PaperRule>

export const PaperDraft = z.object({
  name: requiredText(60, '请填写试卷名称', '试卷名称不能超过60个字'),
  kind: z.enum(['fixed', 'drawn'], '请选择组卷方式'),
  partial: z.enum(['none', 'half', 'each'], '请选择多选题计分规则'),
  items: z.array(Item).max(examLimits.questionsOfPaper, `一份试卷最多${examLimits.questionsOfPaper}题`),
  rules: z.array(PaperRule).max(30, '规则不能超过30条'),
})
export type PaperDraft = z.output<typeof PaperDraft>

export const PaperSummary = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(['fixed', 'drawn']),
  partial: z.enum(['none', 'half', 'each']),
  state: z.enum(['draft', 'ready']),
  version: z.number(),
  questions: z.number(),
  total: z.number(),
  updateTime: Time,
})
export type PaperSummary = z.output<typeof PaperSummary>
const StaffPaper = PaperSummary.extend({
  items: z.array(Item.extend({ question: BankQuestion })),
  rules: z.array(PaperRule.extend({ available: z.number() })),
})
export type StaffPaper = z.output<typeof StaffPaper>
const Version = z.object({ id: Id, version: Id })

export const examBank = {
  'GET /admin/exam/questions': endpoint({
    who: examiners,
    summary: '题库',
    input: z
      .object({ ...paging(20), ...bankFilter, retired: optional(z.enum(['0', '1'], '状态不正确')) })
      .transform(toLimits),
    output: pageSchemaOf(BankQuestion),
  }),
  'GET /admin/exam/subjects': endpoint({
    who: examiners,
    summary: '科目与各科题数',
    input: EmptyInput,
    output: z.array(z.object({ subject: z.string(), questions: z.number() })),
  }),
  'GET /admin/exam/question': endpoint({
    who: examiners,
    summary: '一道题及其历次版本',
    input: z.object({ id: Id }),
    output: BankQuestion.extend({
      versions: z.array(
        z.object({ version: z.number(), content: z.string(), answer: z.string(), author: z.string(), time: Time }),
      ),
    }),
    errors: ['notFound'],
  }),
  'POST /admin/exam/question': endpoint({
    who: examiners,
    summary: '新建试题',
    audit: auditCreationOf('examQuestion'),
    input: QuestionDraft,
    output: BankQuestion,
    errors: ['invalid'],
  }),
  'PUT /admin/exam/question': endpoint({
    who: examiners,
    summary: '修改试题，存为新版本；已组成的试卷不受影响',
    audit: auditChangeOf('examQuestion'),
    input: QuestionDraft.safeExtend({ id: Id, version: Id }),
    output: BankQuestion,
    errors: ['invalid', 'notFound', 'changedMeanwhile'],
  }),
  'POST /admin/exam/question/retire': endpoint({
    who: examiners,
    summary: '停用或恢复试题',
    audit: auditChangeOf('examQuestion'),
    input: z.object({ id: Id, retired: z.boolean('请选择停用或恢复') }),
    output: EmptyReply,
    errors: ['notFound'],
  }),
  'POST /admin/exam/import': endpoint({
    who: examiners,
    summary: '从 Excel、Word、GIFT 或 QTI 2.2/3.0 导入试题，逐题报告',
    audit: (_input, { ids, added }) =>
      added === 0 ? [] : { action: 'staffCall', subject: `examQuestion ${ids.slice(0, 20).join('、')}` },
    input: z.object({ subject: optional(subject), difficulty: queryNumber(Difficulty) }),
    upload: { field: 'file', maxBytes: examLimits.importBytes },
    output: QuestionImportReport,
    errors: ['fileMissing', 'notAnExamFile', 'notASheet', 'tooLarge'],
  }),
  'GET /admin/exam/template': endpoint({
    who: examiners,
    summary: '试题导入模板（Excel）',
    input: EmptyInput,
    output: BytesReply,
    reply: replyTypes.sheet,
    download: '试题导入模板.xlsx',
  }),
  'GET /admin/exam/export/sheet': endpoint({
    who: examiners,
    summary: '导出试题（Excel），可再导入',
    input: z.object(bankFilter),
    output: BytesReply,
    reply: replyTypes.sheet,
    download: '题库.xlsx',
  }),
  'GET /admin/exam/export/qti': endpoint({
    who: examiners,
    summary: '导出试题（QTI 内容包）',
    input: z.object({ ...bankFilter, qti: optional(z.enum(['2.2', '3.0'], 'QTI 版本不正确')) }),
    output: BytesReply,
    reply: replyTypes.zip,
    download: '题库-QTI.zip',
  }),
  'GET /admin/exam/papers': endpoint({
    who: examiners,
    summary: '试卷',
    input: z.object({ ...paging(20), state: optional(z.enum(['draft', 'ready'], '状态不正确')) }).transform(toLimits),
    output: pageSchemaOf(PaperSummary),
  }),
  'GET /admin/exam/paper': endpoint({
    who: examiners,
    summary: '一份试卷',
    input: z.object({ id: Id }),
    output: StaffPaper,
    errors: ['notFound'],
  }),
  'POST /admin/exam/paper': endpoint({
    who: examiners,
    summary: '新建试卷',
    audit: auditCreationOf('examPaper'),
    input: PaperDraft,
    output: StaffPaper,
    errors: ['invalid', 'notFound'],
  }),
  'PUT /admin/exam/paper': endpoint({
    who: examiners,
    summary: '修改未定稿的试卷',
    audit: auditChangeOf('examPaper'),
    input: PaperDraft.extend(Version.shape),
    output: StaffPaper,
    errors: ['invalid', 'notFound', 'changedMeanwhile', 'wrongState'],
  }),
  'POST /admin/exam/paper/ready': endpoint({
    who: examiners,
    summary: '试卷定稿：总分须为100分，题目足够；定稿后不再改变',
    audit: auditChangeOf('examPaper'),
    input: Version,
    output: StaffPaper,
    errors: ['notFound', 'changedMeanwhile', 'wrongState'],
  }),
  'POST /admin/exam/paper/copy': endpoint({
    who: examiners,
    summary: '复制成一份新的未定稿试卷',
    audit: auditChangeOf('examPaper'),
    input: z.object({ id: Id }),
    output: StaffPaper,
    errors: ['notFound'],
  }),
  'DELETE /admin/exam/paper': endpoint({
    who: examiners,
    summary: '删除未定稿的试卷',
    audit: auditChangeOf('examPaper'),
    input: Version,
    output: EmptyReply,
    errors: ['notFound', 'changedMeanwhile', 'wrongState'],
  }),
}
