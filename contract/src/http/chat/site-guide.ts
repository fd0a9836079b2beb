// The guide of the site as staff set it: its welcome, their common questions, and a trial.
import { auditChangeOf, auditChangeOfOnly, auditCreationOf } from '../../audit.ts'
import { guideLimits } from '../../guide.ts'
import { AnswerSource } from '../../im/robots/robot-answers.ts'
import { isSitePage, toLocalPath } from '../../routes.ts'
import { z } from 'zod'
import {
  endpoint,
  EmptyInput,
  EmptyReply,
  requiredText,
  Id,
  optional,
  pageSchemaOf,
  paging,
  toLimits,
  text,
} from '../endpoint.ts'

const guideEditors = ['administrator', 'service'] as const

/** An address of the site, a web page, or empty. */
const SourceLink = text(guideLimits.link)
  .refine(
    (value) => value === '' || toLocalPath(value) !== null || /^https:\/\/[^\s]+$/i.test(value),
    '请填写本站的地址（以 / 开头），或以 https:// 开头的网址',
  )
  .refine((value) => {
    const path = toLocalPath(value)
    return path === null || isSitePage(path)
  }, '本站没有这个页面，请打开要链接的页面，复制它的地址')
const GuideQuestionDraft = z.object({
  question: requiredText(guideLimits.question, '请填写问题'),
  /** Other wordings of the question. */
  wordings: z
    .array(requiredText(guideLimits.question, '请填写问法'), '请填写问法')
    .max(guideLimits.wordings, `其他问法不能超过${guideLimits.wordings}个`),
  answer: requiredText(guideLimits.answer, '请填写答案'),
  url: SourceLink,
  isOn: z.boolean('请选择是否启用'),
})
export type GuideQuestionDraft = z.output<typeof GuideQuestionDraft>
const GuideQuestion = z.object({
  id: z.number(),
  ...GuideQuestionDraft.shape,
  url: z.string(),
  /** Rises with each change. */
  version: z.number(),
})
export type GuideQuestion = z.output<typeof GuideQuestion>

const BuiltInQuestion = z.object({
  title: z.string(),
  answer: z.string(),
  url: z.string(),
  isHidden: z.boolean(),
  /** True for an answer that protects people, which cannot be hidden. */
  isAlways: z.boolean(),
})
export type BuiltInQuestion = z.output<typeof BuiltInQuestion>

const GuideAnswer = z.object({
  text: z.string(),
  sources: z.array(AnswerSource),
  links: z.array(z.object({ label: z.string(), url: z.string().optional(), question: z.string().optional() })),
})
export type GuideAnswer = z.output<typeof GuideAnswer>

export const siteGuide = {
  'GET /admin/guide': endpoint({
    who: guideEditors,
    summary: '站内向导的欢迎语与自带的常见问题',
    input: EmptyInput,
    output: z.object({
      /** Words of the association; empty for the built-in ones. */
      welcome: z.string(),
      builtInWelcome: z.string(),
      /** Fixed sentences before and after the words of the association. */
      opening: z.string(),
      closing: z.string(),
      builtIn: z.array(BuiltInQuestion),
    }),
  }),
  'PUT /admin/guide/welcome': endpoint({
    who: guideEditors,
    summary: '修改站内向导的欢迎语；空白时用自带的；十秒内在各节点生效',
    audit: auditChangeOfOnly('guide'),
    input: z.object({ welcome: text(guideLimits.welcome) }),
    output: EmptyReply,
    success: '已保存',
  }),
  'PUT /admin/guide/builtIn': endpoint({
    who: guideEditors,
    summary: '不再回答或恢复回答站内向导自带的常见问题；十秒内在各节点生效',
    audit: auditChangeOf('guideBuiltIn', 'title'),
    input: z.object({ title: requiredText(guideLimits.question, '请选择问题'), isHidden: z.boolean('请选择是否回答') }),
    output: EmptyReply,
    errors: ['notFound', 'guideAlwaysAnswers'],
    success: '已保存',
  }),
  'POST /admin/guide/try': endpoint({
    who: guideEditors,
    summary: '试一试：访客这样问时，站内向导怎样回答；不保存',
    // not audited: answers from published texts, and changes nothing
    audit: null,
    input: z.object({ question: requiredText(guideLimits.triedQuestion, '请写下一个问题') }),
    output: GuideAnswer,
  }),
  'GET /admin/guide/questions': endpoint({
    who: guideEditors,
    summary: '站内向导自己的常见问题，新的在前',
    input: z.object({ ...paging(20), key: optional(text(guideLimits.question)) }).transform(toLimits),
    output: pageSchemaOf(GuideQuestion),
  }),
  'POST /admin/guide/questions': endpoint({
    who: guideEditors,
    summary: '添加站内向导的常见问题；十秒内在各节点生效',
    audit: auditCreationOf('guideQuestion'),
    input: GuideQuestionDraft,
    output: z.object({ id: z.number() }),
    errors: ['tooManyGuideQuestions'],
    success: '已添加',
  }),
  'PUT /admin/guide/questions': endpoint({
    who: guideEditors,
    summary: '修改、启用或停用站内向导的常见问题',
    audit: auditChangeOf('guideQuestion'),
    input: GuideQuestionDraft.extend({ id: Id, version: Id }),
    output: EmptyReply,
    errors: ['notFound', 'changedMeanwhile'],
    success: '已保存',
  }),
  'DELETE /admin/guide/questions': endpoint({
    who: guideEditors,
    summary: '删除站内向导的常见问题',
    audit: auditChangeOf('guideQuestion'),
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound'],
    success: '已删除',
  }),
}
