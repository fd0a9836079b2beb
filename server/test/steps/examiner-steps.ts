// Steps of examiners, and of an examinee who takes an examination.
import { listRightAnswers } from './exam-steps.ts'
import type { RequestInput } from '../api-requests.ts'
import { useTestServer } from '../test-server.ts'

export const draft: RequestInput<'POST /admin/exam/question'> = {
  subject: '伦理',
  examType: 0,
  difficulty: 1,
  content: '保密的例外是',
  options: ['欠费', '危及生命'],
  answer: 'B',
  explanation: '',
}

/** Starts a server, and returns the requests of examiners. */
export function useExaminers() {
  const server = useTestServer()

  async function sitExam(exam: { testId: number; paperId: number }, token: string, right: number) {
    const paper = await server().requestAs({ token }, 'GET /testPaper/showPaper', {
      paperId: exam.paperId,
      testId: exam.testId,
    })
    const answer = listRightAnswers(paper.data.content).slice(0, right)
    await server().requestAs({ token }, 'POST /testUser/commit', { ...exam, answer })
  }

  return { server, sitExam }
}
