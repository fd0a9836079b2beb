// Online examinations: the lists, the paper, the clock, handing in, the history.
import { z } from 'zod'
import { call, filled, Id, Nothing, text, Time } from './row.ts'

const Assignment = z.object({
  id: z.number(),
  paperId: z.number(),
  name: z.string(),
  startTime: Time,
  endTime: Time,
  duration: z.number(),
})
/** What an examinee sees while the answers are still secret (research T7): no `answer` here. */
const OpenQuestion = z.object({
  num: z.number(),
  content: z.string(),
  /** 0 single, 1 multiple, 2 judgement (portal.md 3) */
  examType: z.number(),
  optionList: z.array(z.string()),
})
const MarkedQuestion = OpenQuestion.extend({ answer: z.string(), stuAnswer: z.string(), isRight: z.number() })
const counts = {
  single: z.number(),
  singleScore: z.number(),
  multiple: z.number(),
  multipleScore: z.number(),
  judge: z.number(),
  judgeScore: z.number(),
}

export const exams = {
  'GET /testUser/listByUndone': call({
    who: 'user',
    summary: '当前考试',
    input: Nothing,
    output: z.object({ list: z.array(Assignment) }),
  }),
  'GET /testUser/listByDone': call({
    who: 'user',
    summary: '已结束的考试',
    input: Nothing,
    output: z.object({ list: z.array(Assignment.extend({ score: z.number() })) }),
  }),
  'GET /testPaper/showPaper': call({
    who: 'user',
    summary: '试卷',
    input: z.object({ paperId: Id }),
    output: z.object({ ...counts, content: z.array(OpenQuestion) }),
  }),
  'GET /testPaper/showHistory': call({
    who: 'user',
    summary: '考试回顾',
    input: z.object({ testId: Id, paperId: Id }),
    output: z.object({ ...counts, content: z.array(MarkedQuestion), score: z.number(), duration: z.number() }),
  }),
  'GET /testManage/judgeTime': call({
    who: 'user',
    summary: '剩余秒数',
    input: z.object({ testId: Id }),
    output: z.number(),
  }),
  'POST /testUser/commit': call({
    who: 'user',
    summary: '交卷',
    input: z.object({
      paperId: Id,
      testId: Id,
      answer: z.array(z.object({ num: filled(6, '题号不正确'), answer: text(40) })).max(1000),
    }),
    output: z.null(),
  }),
}
