// Q&A: questions, answers, likes and collects.
import { z } from 'zod'
import { call, Done, filled, Id, Nothing, optional, pageOf, paging, text, Time } from './row.ts'
import { pageSizes } from '../limits.ts'

const Domain = z.object({ id: z.number(), domain: z.string() })
const Question = z.object({
  id: z.number(),
  title: z.string(),
  content: z.string(),
  /** 1 = shown as anonymous (portal.md 3) */
  auditStatus: z.number(),
  nickname: z.string(),
  avatarName: z.string(),
  collect: z.number(),
  answer: z.number(),
  createTime: Time,
  collectOwn: z.boolean(),
  tagList: z.array(Domain),
})
const Answer = z.object({
  id: z.number(),
  problemId: z.number(),
  content: z.string(),
  doctorId: z.number(),
  like: z.boolean(),
  collect: z.boolean(),
  createTime: Time,
  photo: z.string(),
  nickname: z.string(),
  department: z.string(),
  professionalTitle: z.string(),
  title: z.string(),
})
const OnAnswer = z.object({ problemAnswerId: Id, patientId: optional(Id) })
const OnAnswerLike = z.object({ problemAnswerId: Id, userId: optional(Id) })
const OnQuestion = z.object({ problemId: Id, patientId: optional(Id) })
const toggle = <T extends z.ZodType>(summary: string, own: string, input: T) =>
  call({ who: 'user', own: [own], summary, input, output: Done })

export const questions = {
  'GET /problemAnswer/list': call({
    who: 'anyone',
    own: ['userId'],
    summary: '回答列表',
    input: z.object({
      ...paging(pageSizes.questions),
      type: optional(Id),
      userId: optional(Id),
      problemId: optional(Id),
    }),
    output: pageOf(Answer),
  }),
  'GET /problemAnswer/listById': call({
    who: 'anyone',
    summary: '一位咨询师的回答',
    input: z.object({ doctorId: Id }),
    output: z.array(Answer),
  }),
  'POST /problemAnswer/add': call({
    who: ['administrator', 'counsellor'],
    summary: '回答问题',
    input: z.object({ problemId: Id, content: filled(2000, '请填写您的回答'), doctorId: optional(Id) }),
    output: Done,
  }),
  'GET /consultDomain/list': call({
    who: 'anyone',
    summary: '问题标签',
    input: Nothing,
    output: z.object({ content: z.array(Domain) }),
  }),
  'GET /problem/getList': call({
    who: 'anyone',
    own: ['patientId'],
    summary: '问题列表',
    input: z.object({ ...paging(pageSizes.questions), patientId: optional(Id), tagIds: optional(text(200)) }),
    output: pageOf(Question),
  }),
  'GET /problem/hotList': call({
    who: 'anyone',
    summary: '热门问题',
    input: z.object(paging(pageSizes.questions)),
    output: pageOf(Question),
  }),
  'GET /problem/getById': call({
    who: 'anyone',
    own: ['patientId'],
    summary: '一个问题',
    input: z.object({ id: Id, patientId: optional(Id) }),
    output: Question,
  }),
  'GET /problem/listOwnPage': call({
    who: 'user',
    summary: '我的提问',
    input: z.object(paging(pageSizes.questions)),
    output: pageOf(Question),
  }),
  'POST /problem/add': call({
    who: 'user',
    own: ['patientId'],
    summary: '提问',
    input: z.object({
      patientId: optional(Id),
      tagIds: z.union([z.array(Id), text(200)]),
      title: filled(60, '请输入标题'),
      content: filled(200, '请输入内容'),
      anonymous: z.coerce.number().pipe(z.union([z.literal(1), z.literal(2)])),
    }),
    output: Done,
  }),
  'POST /problemTag/click': call({
    who: 'user',
    summary: '记录一次标签点击',
    input: z.object({ id: Id }),
    output: Done,
  }),
  'GET /problemStemCollect/getAllList': call({
    who: 'user',
    summary: '我的收藏',
    input: Nothing,
    output: z.array(z.object({ type: z.number() })),
  }),
  'POST /problemStemCollect/add': toggle('收藏问题', 'patientId', OnQuestion),
  'POST /problemStemCollect/del': toggle('取消收藏问题', 'patientId', OnQuestion),
  'POST /problemCollect/add': toggle('收藏回答', 'patientId', OnAnswer),
  'POST /problemCollect/delete': toggle('取消收藏回答', 'patientId', OnAnswer),
  'POST /problemAnswerLike/add': toggle('点赞回答', 'userId', OnAnswerLike),
  'POST /problemAnswerLike/delete': toggle('取消点赞回答', 'userId', OnAnswerLike),
}
