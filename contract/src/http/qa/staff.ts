// Q&A for moderators: questions and answers in every state, the review queue, watched words, tags.
import { keysOf } from '../../keys.ts'
import { auditChangeOf, auditCreationOf, auditActionOn } from '../../audit.ts'
import { z } from 'zod'
import {
  moderationDecisions,
  questionStates,
  reviewCauses,
  wordActions,
  type ModerationDecision,
  type QuestionState,
  type ReviewCause,
  type WordAction,
} from '../../questions.ts'
import {
  endpoint,
  EmptyReply,
  requiredText,
  Id,
  EmptyInput,
  optional,
  pageSchemaOf,
  paging,
  toLimits,
  text,
  Time,
  SmallId,
  staffReason,
} from '../endpoint.ts'

const moderators = ['administrator', 'service'] as const
const State = z.enum(keysOf<QuestionState>(questionStates), '状态不正确')

const StaffQuestion = z.object({
  id: z.number(),
  title: z.string(),
  content: z.string(),
  anonymous: z.boolean(),
  /** Name of the asker; 匿名用户 for an anonymous question. Revealing it needs a reason and is audited. */
  askerName: z.string(),
  state: State,
  stateReason: z.string(),
  closed: z.boolean(),
  mergedInto: z.number().nullable(),
  answers: z.number(),
  tags: z.array(z.string()),
  createTime: Time,
  openReviews: z.number(),
})
export type StaffQuestion = z.output<typeof StaffQuestion>

const StaffAnswer = z.object({
  id: z.number(),
  author: z.string(),
  content: z.string(),
  state: State,
  stateReason: z.string(),
  likes: z.number(),
  createTime: Time,
})
export type StaffAnswer = z.output<typeof StaffAnswer>

const ModerationReview = z.object({
  id: z.number(),
  questionId: z.number(),
  answerId: z.number().nullable(),
  cause: z.enum(keysOf<ReviewCause>(reviewCauses)),
  detail: z.string(),
  title: z.string(),
  text: z.string(),
  /** The current state of the reported text. */
  subjectState: State,
  state: z.enum(['open', 'settled']),
  decision: z.enum(keysOf<ModerationDecision>(moderationDecisions)).nullable(),
  note: z.string(),
  createTime: Time,
})
export type ModerationReview = z.output<typeof ModerationReview>

const Revision = z.object({
  id: z.number(),
  answerId: z.number().nullable(),
  title: z.string(),
  content: z.string(),
  time: Time,
})
const Word = z.object({ id: z.number(), word: z.string(), action: z.enum(keysOf<WordAction>(wordActions)) })
const StaffDomain = z.object({
  id: z.number(),
  name: z.string(),
  position: z.number(),
  enabled: z.boolean(),
  questions: z.number(),
  clicks: z.number(),
  /** Everyday words by which a search finds counsellors of the domain. */
  synonyms: z.array(z.string()),
})
export type StaffDomain = z.output<typeof StaffDomain>
const DomainDraft = {
  name: requiredText(20, '请输入标签名称', '标签名称不能超过20个字'),
  position: z.coerce.number('排序不正确').int('排序不正确').min(0, '排序不正确').max(10_000, '排序不正确'),
  enabled: z.boolean('请选择是否启用'),
  /**
   * Synonyms of the domain. Absent: a new domain gets the default list for its name, and an existing one keeps its
   * list.
   */
  synonyms: optional(
    z
      .array(requiredText(20, '请输入同义词', '每个同义词不能超过20个字').min(2, '每个同义词至少2个字'), '同义词不正确')
      .max(60, '同义词不能超过60个'),
  ),
}
const DomainId = SmallId

export const staffQuestions = {
  'GET /admin/questions': endpoint({
    who: moderators,
    summary: '问题列表，各种状态；key 在标题中查找，或是问题编号',
    input: z
      .object({ ...paging(20), state: optional(State), key: optional(text(50, '搜索词不能超过50个字')) })
      .transform(toLimits),
    output: pageSchemaOf(StaffQuestion),
  }),
  'GET /admin/question': endpoint({
    who: moderators,
    summary: '一个问题，连同回答、审核与修改记录',
    input: z.object({ id: Id }),
    output: StaffQuestion.extend({
      answerList: z.array(StaffAnswer),
      reviews: z.array(ModerationReview),
      revisions: z.array(Revision),
    }),
    errors: ['notFound'],
  }),
  'POST /admin/question/settle': endpoint({
    publicCache: 'invalidate',
    who: moderators,
    summary: '审核问题或回答：通过、不予发布、无需处理；待处理的审核随之结束，作者会收到通知',
    audit: ({ id, answerId, note, decision }) => ({
      action: 'questionModerated',
      subject: answerId === undefined ? `question ${id}` : `answer ${answerId}`,
      reason: note,
      detail: { decision },
    }),
    success: '处理成功',
    input: z
      .object({
        id: Id,
        answerId: optional(Id),
        decision: z.enum(keysOf<ModerationDecision>(moderationDecisions), '请选择处理结果'),
        note: text(200, '说明不能超过200个字').default(''),
      })
      .refine((input) => input.decision !== 'refuse' || input.note !== '', { path: ['note'], message: '请填写原因' }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
  'POST /admin/question/close': endpoint({
    publicCache: 'invalidate',
    who: moderators,
    summary: '关闭问题，不再接受回答；或重新开放',
    audit: ({ id, closed }) => ({ action: 'questionModerated', subject: `question ${id}`, detail: { closed } }),
    success: '处理成功',
    input: z.object({ id: Id, closed: z.boolean('请选择是否关闭') }),
    output: EmptyReply,
    errors: ['notFound'],
  }),
  'POST /admin/question/merge': endpoint({
    publicCache: 'invalidate',
    who: moderators,
    summary: '把重复的问题并入另一个，回答随之移过去',
    audit: ({ id, into }) => ({ action: 'questionMerged', subject: `question ${id}`, detail: { into } }),
    success: '合并成功',
    input: z.object({ id: Id, into: Id }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
  'POST /admin/question/reveal': endpoint({
    who: moderators,
    summary: '查看匿名提问者；理由与查看人记入审计日志',
    audit: auditActionOn('askerRevealed', 'question'),
    input: z.object({
      id: Id,
      reason: staffReason('请填写查看理由'),
    }),
    output: z.object({ username: z.string(), nickname: z.string(), phone: z.string() }),
    errors: ['notFound'],
  }),
  'GET /admin/reviews': endpoint({
    polled: true,
    who: moderators,
    summary: '审核队列，最新的在前',
    input: z.object({ ...paging(20), state: optional(z.enum(['open', 'settled'], '状态不正确')) }).transform(toLimits),
    output: pageSchemaOf(ModerationReview),
  }),
  'GET /admin/words': endpoint({ who: moderators, summary: '敏感词', input: EmptyInput, output: z.array(Word) }),
  'POST /admin/word': endpoint({
    who: moderators,
    summary: '添加敏感词，或改变它的处理方式',
    audit: auditCreationOf('watchedWord'),
    success: '保存成功',
    input: z.object({
      word: requiredText(30, '请输入词语', '词语不能超过30个字'),
      action: z.enum(keysOf<WordAction>(wordActions), '请选择处理方式'),
    }),
    output: Word,
    errors: ['invalid'],
  }),
  'DELETE /admin/word': endpoint({
    who: moderators,
    summary: '删除敏感词',
    audit: auditChangeOf('watchedWord'),
    success: '删除成功',
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound'],
  }),
  'GET /admin/domains': endpoint({
    who: moderators,
    summary: '问题标签（咨询领域）',
    input: EmptyInput,
    output: z.array(StaffDomain),
  }),
  'POST /admin/domain': endpoint({
    publicCache: 'invalidate',
    who: moderators,
    summary: '添加标签',
    audit: auditCreationOf('domain'),
    success: '保存成功',
    input: z.object(DomainDraft),
    output: StaffDomain,
    errors: ['domainTaken'],
  }),
  'PUT /admin/domain': endpoint({
    publicCache: 'invalidate',
    who: moderators,
    summary: '修改标签',
    audit: auditChangeOf('domain'),
    success: '保存成功',
    input: z.object({ id: DomainId, ...DomainDraft }),
    output: StaffDomain,
    errors: ['notFound', 'domainTaken'],
  }),
}
