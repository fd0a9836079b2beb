// Steps of examiners, and of an examinee who takes an examination.
import { rightAnswers } from './exam-steps.ts'
import { useTestServer } from './test-server.ts'

export const draft = {
  subject: '伦理',
  examType: 0,
  difficulty: 1,
  content: '保密的例外是',
  options: ['欠费', '危及生命'],
  answer: 'B',
  explanation: '',
}

/** Starts a server, and returns the calls of examiners. */
export function useExaminers() {
  const server = useTestServer()
  const post = (path: string, input: object, token: string) => server().call('POST', path, input, { token })
  const get = (path: string, input: object, token: string) => server().call('GET', path, input, { token })
  async function sit(exam: { testId: number; paperId: number }, token: string, right: number) {
    const paper = await get('/testPaper/showPaper', { paperId: exam.paperId, testId: exam.testId }, token)
    const answer = rightAnswers(paper.data.content).slice(0, right)
    await post('/testUser/commit', { ...exam, answer }, token)
  }

  return { server, post, get, sit }
}
