// Online examinations for examinees: lists, paper, clock, saving, handing in, history.
import { z } from 'zod'
import { reportedEvents } from '../../exams.ts'
import { endpoint, EmptyReply, requiredText, Id, EmptyInput, optional, text, Time } from '../endpoint.ts'

const Assignment = z.object({
  /** Id of the examination, which is the `testId` of the other endpoints. */
  id: z.number(),
  paperId: z.number(),
  name: z.string(),
  startTime: Time,
  endTime: Time,
  duration: z.number(),
  /** Number of allowed attempts, including those granted to this person, and of used ones. */
  attempts: z.number(),
  used: z.number(),
})
const CurrentExam = Assignment.extend({
  /** `notStarted`: announced, and opens later. `inProgress`: the examinee has begun. */
  state: z.enum(['notStarted', 'open', 'inProgress']),
})
const FinishedExam = Assignment.extend({
  score: z.number(),
  /** State of the result. For `absent` and `hidden`, the score is 0 and means nothing. */
  result: z.enum(['shown', 'hidden', 'absent']),
  /** True when the examinee may see the correct answers. */
  hasHistory: z.boolean(),
})
export type CurrentExam = z.output<typeof CurrentExam>
export type FinishedExam = z.output<typeof FinishedExam>

/** A question without its `answer`, for as long as answers are secret. */
const QuestionWithoutAnswer = z.object({
  num: z.number(),
  content: z.string(),
  /** 0 single, 1 multiple, 2 judgement (portal.md 3) */
  examType: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** Options with a prefix `A.` and so on (portal.md 3). */
  optionList: z.array(z.string()),
  /** The examinee's current choice; empty if unanswered. */
  stuAnswer: z.string(),
})
/** `isRight`: 0 means right, 1 wrong (portal.md 3). */
const GradedQuestion = QuestionWithoutAnswer.extend({
  answer: z.string(),
  isRight: z.union([z.literal(0), z.literal(1)]),
  score: z.number(),
  fullScore: z.number(),
  explanation: z.string(),
})
export type QuestionWithoutAnswer = z.output<typeof QuestionWithoutAnswer>
export type GradedQuestion = z.output<typeof GradedQuestion>

const counts = {
  single: z.number(),
  singleScore: z.number(),
  multiple: z.number(),
  multipleScore: z.number(),
  judge: z.number(),
  judgeScore: z.number(),
}

const num = z
  .preprocess((value) => (typeof value === 'number' ? `${value}` : value), requiredText(4, '题号不正确', '题号不正确'))
  .refine((value) => /^[1-9]\d{0,3}$/.test(value), '题号不正确')
const answer = text(40, '作答内容过长')
/** Time of the answer, in milliseconds of the server's clock (see `serverTime`). */
const at = optional(z.coerce.number('时间不正确').int('时间不正确').min(0, '时间不正确').max(9e15, '时间不正确'))

export const exams = {
  'GET /testUser/listByUndone': endpoint({
    who: 'user',
    summary: '当前考试',
    input: EmptyInput,
    output: z.object({ list: z.array(CurrentExam) }),
  }),
  'GET /testUser/listByDone': endpoint({
    who: 'user',
    summary: '已结束的考试',
    input: EmptyInput,
    output: z.object({ list: z.array(FinishedExam) }),
  }),
  'GET /testPaper/showPaper': endpoint({
    who: 'user',
    summary: '试卷；首次取卷即开始计时，再次取卷接着作答',
    // a GET that starts the clock, so cross-site requests are refused
    effect: true,
    input: z.object({ paperId: Id, testId: optional(Id) }),
    output: z.object({
      ...counts,
      content: z.array(QuestionWithoutAnswer),
      testId: z.number(),
      name: z.string(),
      /** Number of the attempt, from 1. */
      attempt: z.number(),
      /** Remaining time in seconds. */
      seconds: z.number(),
      /** The server's clock in milliseconds. */
      serverTime: z.number(),
    }),
    errors: ['notFound', 'examNotOpen', 'noAttemptsLeft'],
  }),
  'GET /testPaper/showHistory': endpoint({
    who: 'user',
    summary: '考试回顾',
    input: z.object({ testId: Id, paperId: Id }),
    output: z.object({
      ...counts,
      content: z.array(GradedQuestion),
      score: z.number(),
      /** Minutes that the examinee used. */
      duration: z.number(),
      name: z.string(),
      /** Id of the certificate for `GET /certificate/pdf`; null without one. */
      certificateId: z.number().nullable(),
    }),
    errors: ['notFound', 'resultNotShown'],
  }),
  'GET /testManage/judgeTime': endpoint({
    who: 'user',
    summary: '剩余秒数',
    quick: true,
    input: z.object({ testId: Id }),
    output: z.number(),
    errors: ['notFound'],
  }),
  'POST /testUser/commit': endpoint({
    who: 'user',
    summary: '交卷；重复提交结果不变',
    quick: true,
    input: z.object({
      paperId: Id,
      testId: Id,
      answer: z.array(z.object({ num, answer, at })).max(300, '作答数量过多'),
    }),
    output: EmptyReply,
    errors: ['notFound', 'examNotBegun', 'examOver', 'examHandedIn', 'wrongAnswer'],
    success: '提交成功！',
  }),
  // added to the specification, so that no answer is lost
  'POST /testUser/answer': endpoint({
    who: 'user',
    summary: '保存作答；较早的作答后到时不覆盖较新的',
    quick: true,
    input: z.object({
      testId: Id,
      answer: z.array(z.object({ num, answer, at })).min(1, '没有要保存的作答').max(300, '作答数量过多'),
    }),
    output: EmptyReply,
    errors: ['notFound', 'examNotBegun', 'examOver', 'examHandedIn', 'wrongAnswer'],
  }),
  'POST /testUser/event': endpoint({
    who: 'user',
    summary: '考试过程记录：离开页面、粘贴、断网',
    quick: true,
    input: z.object({
      testId: Id,
      kind: z.enum(reportedEvents, '记录类型不正确'),
      /** Duration of an integrity event, such as the time outside of the page. */
      seconds: optional(z.coerce.number('秒数不正确').int('秒数不正确').min(0, '秒数不正确').max(86_400, '秒数不正确')),
    }),
    output: EmptyReply,
    errors: ['notFound', 'examNotBegun'],
  }),
}
