// Collections of questions and answers, and likes.
import { z } from 'zod'
import { Answer, Question } from './questions.ts'
import { collectionTypes } from '../../questions.ts'
import { endpoint, EmptyReply, Id, optional, paging, toLimits, Time } from '../endpoint.ts'

const CollectionItem = z.object({
  type: z.union([z.literal(collectionTypes.answer), z.literal(collectionTypes.question)]),
  collectTime: Time,
  data: z.object({
    id: z.number(),
    userId: z.number(),
    nickname: z.string(),
    photo: z.string(),
    department: z.string(),
    professionalTitle: z.string(),
    title: z.string(),
    problemAnswer: Answer.nullable(),
    problem: Question.nullable(),
  }),
})
export type CollectionItem = z.output<typeof CollectionItem>

const OnAnswer = z.object({ problemAnswerId: Id, patientId: optional(Id) })
const OnAnswerLike = z.object({ problemAnswerId: Id, userId: optional(Id) })
const OnQuestion = z.object({ problemId: Id, patientId: optional(Id) })
const toggleEndpoint = <T extends z.ZodType>(summary: string, success: string, own: string, input: T) =>
  endpoint({
    who: 'user',
    own: [own],
    summary,
    success,
    input,
    output: EmptyReply,
    errors: ['notFound', 'tooManyRequests'],
  })

const maxCollected = 500

export const collections = {
  'GET /problemStemCollect/getAllList': endpoint({
    quick: true,
    who: 'user',
    summary: '我的收藏：回答与问题，最近收藏的在前',
    // portal.md 7 has no paging here, so all collected items are the default
    input: z.object(paging(maxCollected, maxCollected)).transform(toLimits),
    output: z.array(CollectionItem),
  }),
  'POST /problemStemCollect/add': toggleEndpoint('收藏问题', '收藏成功', 'patientId', OnQuestion),
  'POST /problemStemCollect/del': toggleEndpoint('取消收藏问题', '取消收藏成功', 'patientId', OnQuestion),
  'POST /problemCollect/add': toggleEndpoint('收藏回答', '收藏成功', 'patientId', OnAnswer),
  'POST /problemCollect/delete': toggleEndpoint('取消收藏回答', '取消收藏成功', 'patientId', OnAnswer),
  'POST /problemAnswerLike/add': toggleEndpoint('点赞回答', '点赞成功', 'userId', OnAnswerLike),
  'POST /problemAnswerLike/delete': toggleEndpoint('取消点赞回答', '取消点赞成功', 'userId', OnAnswerLike),
}
