// Steps of an examinee: open the paper, save, hand in, look at the result.
import { useTestServer, type TestServer } from '../test-server.ts'
import { createExam, type AnswerInput } from './exam-steps.ts'
import { changedAttempts } from '../../src/kit/bus/topic.ts'

type Exam = Awaited<ReturnType<typeof createExam>>
/** Moves the deadline of the running attempt to so many seconds ago. */
export const letTimePass = async ({ kit }: TestServer, accountId: number, testId: number, seconds: number) => {
  await kit.sql`
    update exam_attempt set started_at = now() - interval '1 hour', deadline = now() - make_interval(secs => ${seconds})
    where account_id = ${accountId} and exam_id = ${testId} and state = 'inProgress'`
  changedAttempts.publish(kit.bus, `${accountId} ${testId}`)
}

/** Starts a server with two nodes, and returns the requests of examinees. */
export function useExamineeSteps() {
  const server = useTestServer({ RATE_LIMIT: '100000' }, { nodeCount: 2 })
  const openPaper = (exam: Pick<Exam, 'paperId' | 'testId'>, token: string) =>
    server().requestAs({ token }, 'GET /testPaper/showPaper', { paperId: exam.paperId, testId: exam.testId })
  const handIn = (exam: Pick<Exam, 'paperId' | 'testId'>, answer: AnswerInput[], token: string) =>
    server().requestAs({ token }, 'POST /testUser/commit', { paperId: exam.paperId, testId: exam.testId, answer })
  const saveAnswers = (testId: number, answer: AnswerInput[], token: string) =>
    server().requestAs({ token }, 'POST /testUser/answer', { testId, answer })
  const readHistory = (exam: Pick<Exam, 'paperId' | 'testId'>, token: string) =>
    server().requestAs({ token }, 'GET /testPaper/showHistory', { paperId: exam.paperId, testId: exam.testId })
  const readTime = (testId: number, token: string) =>
    server().requestAs({ token }, 'GET /testManage/judgeTime', { testId })
  const findDone = async (testId: number, token: string) =>
    (await server().requestAs({ token }, 'GET /testUser/listByDone')).data.list.find((item) => item.id === testId)
  const findUndone = async (testId: number, token: string) =>
    (await server().requestAs({ token }, 'GET /testUser/listByUndone')).data.list.find((item) => item.id === testId)
  const listEvents = async (testId: number) =>
    (
      await server().kit.sql<{ kind: string; detail: string }[]>`
        select kind, exam_event.detail from exam_event join exam_attempt on exam_attempt.id = attempt_id
        where exam_id = ${testId} order by exam_event.id`
    ).map(({ kind, detail }) => `${kind} ${detail}`.trim())

  return { server, openPaper, handIn, saveAnswers, readHistory, readTime, findDone, findUndone, listEvents }
}
