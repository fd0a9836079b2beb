// Q&A for visitors and askers: questions, answers, likes and collections.
import { keysOf } from '../../keys.ts'
import { z } from 'zod'
import {
  countGraphemes,
  maxInContent,
  maxInTitle,
  answerLists,
  questionStates,
  reportReasons,
  type QuestionState,
  type ReportReason,
} from '../../questions.ts'
import { CrisisLevelReply } from '../crisis/alerts.ts'
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
} from '../endpoint.ts'
import { pageSizes } from '../../limits.ts'

export const Domain = z.object({ id: z.number(), domain: z.string() })
export type Domain = z.output<typeof Domain>
const DomainCount = Domain.extend({ count: z.number() })

export const Question = z.object({
  id: z.number(),
  title: z.string(),
  content: z.string(),
  /** 1 for an anonymous question (portal.md 3), otherwise 2. `state` is the state of its review. */
  auditStatus: z.number(),
  /** Name of the asker; 匿名用户 for an anonymous question, except to its asker. */
  nickname: z.string(),
  avatarName: z.string(),
  collect: z.number(),
  answer: z.number(),
  createTime: Time,
  editTime: Time.nullable(),
  collectOwn: z.boolean(),
  /** True when the caller asked it. */
  own: z.boolean(),
  /** State of the review; always `shown`, except to the asker. */
  state: z.enum(keysOf<QuestionState>(questionStates)),
  /** Reason why the question is not shown; set only for its asker. */
  stateReason: z.string(),
  closed: z.boolean(),
  /** The question that replaces it after a merge. */
  mergedInto: z.number().nullable(),
  tagList: z.array(Domain),
})
export type Question = z.output<typeof Question>

export const Answer = z.object({
  id: z.number(),
  problemId: z.number(),
  content: z.string(),
  /** The counsellor's id and account for the link to their page; 0 for an answer of the association. */
  doctorId: z.number(),
  userId: z.number(),
  like: z.boolean(),
  collect: z.boolean(),
  likeCount: z.number(),
  collectCount: z.number(),
  createTime: Time,
  editTime: Time.nullable(),
  photo: z.string(),
  nickname: z.string(),
  department: z.string(),
  professionalTitle: z.string(),
  /** Title of the question. */
  title: z.string(),
  /** True when the caller wrote it. */
  own: z.boolean(),
  state: z.enum(keysOf<QuestionState>(questionStates)),
  stateReason: z.string(),
  /** The question of the answer; set in lists that cover several questions. */
  problem: Question.nullable(),
})
export type Answer = z.output<typeof Answer>

/** State of a posted text, and the level of the help card to show to its writer. */
const PostingResult = CrisisLevelReply.extend({ id: z.number(), state: z.enum(keysOf<QuestionState>(questionStates)) })
export type PostingResult = z.output<typeof PostingResult>

const limitedGraphemes = (maxLength: number, empty: string, long: string) =>
  requiredText(maxLength * 11, empty, long).refine((value) => countGraphemes(value) <= maxLength, long)
const Title = limitedGraphemes(maxInTitle, '请输入标题', `标题不能超过${maxInTitle}个字`)
const Content = limitedGraphemes(maxInContent, '请输入内容', `内容不能超过${maxInContent}个字`)
const AnswerContent = requiredText(2000, '请填写您的回答', '回答不能超过2000个字')
const domainId = z.coerce
  .number('请选择问题标签')
  .int('请选择问题标签')
  .min(1, '请选择问题标签')
  .max(32_767, '标签不存在')
/** Array or comma-separated list (portal.md 7). */
const splitCommaList = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? `${value}`.split(',').filter((part) => part.trim()) : value
const TagIds = z.preprocess(
  splitCommaList,
  z.array(domainId, '请选择问题标签').min(1, '请选择问题标签').max(5, '最多选择5个标签'),
)

export const questions = {
  'GET /problemAnswer/list': endpoint({
    publicCache: 'read',
    quick: true,
    who: 'anyone',
    own: ['userId'],
    summary:
      '回答列表：type 1 热门，2 最新，3 推荐（同热门），4 我关注的咨询师的，5 我收藏的；给 problemId 时是该问题的回答',
    input: z
      .object({
        ...paging(pageSizes.questions),
        type: optional(Id.max(Object.keys(answerLists).length, '类型不正确')),
        userId: optional(Id),
        problemId: optional(Id),
      })
      .transform(toLimits),
    output: pageSchemaOf(Answer),
    errors: ['notSignedIn'],
  }),
  'GET /problemAnswer/listById': endpoint({
    publicCache: 'read',
    quick: true,
    who: 'anyone',
    summary: '一位咨询师的回答，最新的在前',
    input: z.object({ doctorId: Id, ...paging(100) }).transform(toLimits),
    output: z.array(Answer),
  }),
  'POST /problemAnswer/add': endpoint({
    publicCache: 'invalidate',
    who: ['administrator', 'counsellor'],
    summary: '回答问题',
    success: '回复成功',
    input: z.object({ problemId: Id, content: AnswerContent, doctorId: optional(Id) }),
    output: PostingResult,
    errors: ['notFound', 'notYours', 'questionClosed', 'wordRefused', 'tooManyRequests'],
  }),
  'PUT /problemAnswer': endpoint({
    publicCache: 'invalidate',
    who: ['administrator', 'counsellor'],
    summary: '修改自己的回答；原文留存',
    success: '修改成功',
    input: z.object({ id: Id, content: AnswerContent }),
    output: PostingResult,
    errors: ['notFound', 'wordRefused', 'tooManyRequests'],
  }),
  'DELETE /problemAnswer': endpoint({
    publicCache: 'invalidate',
    who: ['administrator', 'counsellor'],
    summary: '删除自己的回答',
    success: '删除成功',
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound'],
  }),
  'GET /consultDomain/list': endpoint({
    publicCache: 'read',
    quick: true,
    who: 'anyone',
    summary: '问题标签',
    input: EmptyInput,
    output: z.object({ content: z.array(DomainCount) }),
  }),
  'GET /problem/getList': endpoint({
    publicCache: 'read',
    quick: true,
    who: 'anyone',
    own: ['patientId'],
    summary: '推荐问题；tagIds 以逗号分隔，含其中任一标签',
    input: z
      .object({
        ...paging(pageSizes.questions),
        patientId: optional(Id),
        tagIds: optional(
          z.preprocess(splitCommaList, z.array(z.coerce.number('标签不正确').int('标签不正确')).max(12, '标签过多')),
        ),
      })
      .transform(toLimits),
    output: pageSchemaOf(Question),
  }),
  'GET /problem/hotList': endpoint({
    publicCache: 'read',
    quick: true,
    who: 'anyone',
    summary: '热门问题',
    input: z.object(paging(pageSizes.questions)).transform(toLimits),
    output: pageSchemaOf(Question),
  }),
  'GET /problem/getById': endpoint({
    publicCache: 'read',
    quick: true,
    who: 'anyone',
    own: ['patientId'],
    summary: '一个问题；未发布的只给提问者',
    input: z.object({ id: Id, patientId: optional(Id) }),
    output: Question,
    errors: ['notFound'],
  }),
  'GET /problem/listOwnPage': endpoint({
    quick: true,
    who: 'user',
    summary: '我的提问，含审核中与未通过的',
    input: z.object(paging(pageSizes.questions)).transform(toLimits),
    output: pageSchemaOf(Question),
  }),
  'GET /problem/ownCounts': endpoint({
    quick: true,
    who: 'user',
    summary: '我的关注、收藏与提问各有多少',
    input: EmptyInput,
    output: z.object({ follows: z.number(), collects: z.number(), questions: z.number() }),
  }),
  'POST /problem/add': endpoint({
    publicCache: 'invalidate',
    who: 'user',
    own: ['patientId'],
    summary: '提问；anonymous 1 匿名，2 不匿名',
    success: '发布成功',
    texts: ['title', 'content'],
    readsTexts: true,
    input: z.object({
      patientId: optional(Id),
      tagIds: TagIds,
      title: Title,
      content: Content,
      anonymous: z.coerce.number('请选择是否匿名').pipe(z.union([z.literal(1), z.literal(2)], '请选择是否匿名')),
    }),
    output: PostingResult,
    errors: ['invalid', 'wordRefused', 'tooManyRequests'],
  }),
  'PUT /problem': endpoint({
    publicCache: 'invalidate',
    who: 'user',
    summary: '修改自己的提问；原文留存',
    success: '修改成功',
    texts: ['title', 'content'],
    readsTexts: true,
    input: z.object({ id: Id, tagIds: TagIds, title: Title, content: Content }),
    output: PostingResult,
    errors: ['invalid', 'notFound', 'wordRefused', 'tooManyRequests'],
  }),
  'DELETE /problem': endpoint({
    publicCache: 'invalidate',
    who: 'user',
    summary: '删除自己的提问',
    success: '删除成功',
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound'],
  }),
  'POST /problem/report': endpoint({
    who: 'user',
    summary: '举报问题或回答',
    success: '举报成功，我们会尽快处理',
    texts: ['text'],
    readsTexts: true,
    input: z.object({
      problemId: Id,
      problemAnswerId: optional(Id),
      reason: z.enum(keysOf<ReportReason>(reportReasons), '请选择举报原因'),
      text: text(200, '说明不能超过200个字').default(''),
    }),
    output: CrisisLevelReply,
    errors: ['notFound', 'wrongState', 'alreadyReported', 'tooManyRequests'],
  }),
  'POST /problem/appeal': endpoint({
    who: 'user',
    summary: '对自己未通过的提问、回答申诉',
    success: '申诉已提交，我们会尽快复核',
    texts: ['text'],
    readsTexts: true,
    input: z.object({
      problemId: Id,
      problemAnswerId: optional(Id),
      text: requiredText(200, '请填写申诉理由', '申诉理由不能超过200个字'),
    }),
    output: CrisisLevelReply,
    errors: ['notFound', 'wrongState', 'alreadyAppealed'],
  }),
  'POST /problemTag/click': endpoint({
    who: 'user',
    summary: '记录一次标签点击',
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound'],
  }),
}
