// Creates an examination through the API, as an examiner does.
import { expect } from 'vitest'
import { formatTime } from '../../src/kit/time.ts'
import type { RequestInput } from '../api-requests.ts'
import type { TestServer } from '../test-server.ts'

type PaperInput = RequestInput<'POST /admin/exam/paper'>
export type AnswerInput = { num: string; answer: string; at?: number }

const question = (examType: 0 | 1 | 2, number: number) => ({
  subject: '测试科目',
  examType,
  difficulty: 2,
  content: `${['单选', '多选', '判断'][examType]}第${number}题`,
  options: examType === 2 ? [] : ['甲', '乙', '丙', '丁'].map((name) => `${name}${number}`),
  answer: ['B', 'AC', 'T'][examType]!,
  explanation: '因为如此',
})

/** @param minutes counted from now */
export const inMinutes = (minutes: number) => formatTime(new Date(Date.now() + minutes * 60_000))

export async function createPaper(server: TestServer, token: string, partial: PaperInput['partial'] = 'none') {
  const create = async <
    K extends 'POST /admin/exam/question' | 'POST /admin/exam/paper' | 'POST /admin/exam/paper/ready',
  >(
    key: K,
    input: RequestInput<K>,
  ) => {
    const reply = await server.requestAs({ token }, key, input)
    expect(reply.msg + JSON.stringify(reply.data ?? '').slice(0, 200)).toContain('操作成功')
    return reply.data
  }
  const items = []
  for (const [examType, score, count] of [
    [0, 10, 4],
    [1, 20, 2],
    [2, 10, 2],
  ] as const) {
    for (let i = 1; i <= count; i++) {
      const { versionId } = await create('POST /admin/exam/question', question(examType, i))
      items.push({ versionId, score })
    }
  }
  const paper = await create('POST /admin/exam/paper', { name: '测试卷', kind: 'fixed', partial, items, rules: [] })
  return create('POST /admin/exam/paper/ready', { id: paper.id, version: paper.version })
}

type ExamSettings = Partial<RequestInput<'POST /admin/exam'>> & { partial?: PaperInput['partial'] }

/** An open examination for everyone, from a minute ago until an hour from now. */
export async function createExam(server: TestServer, settings: ExamSettings = {}) {
  const { token } = await server.enter('examiner')
  const { partial, ...rest } = settings
  const paper = await createPaper(server, token, partial)
  const reply = await server.requestAs({ token }, 'POST /admin/exam', {
    name: '心理健康知识测试',
    paperId: paper.id,
    startTime: inMinutes(-1),
    endTime: inMinutes(60),
    duration: 30,
    attempts: 1,
    counted: 'best',
    shuffleQuestions: true,
    shuffleOptions: true,
    shown: 'afterHandIn',
    givesCertificate: false,
    targets: { everyone: true, members: false, groupIds: [], accountIds: [] },
    ...rest,
  })
  expect(reply.msg, server.logs.filter((line) => line.includes('unforeseen')).join()).toBe('操作成功')
  const open = await server.requestAs({ token }, 'POST /admin/exam/state', {
    id: reply.data.id,
    version: reply.data.version,
    state: 'open',
  })
  expect(open.msg, server.logs.filter((line) => line.includes('unforeseen')).join()).toBe('操作成功')
  return { testId: reply.data.id, paperId: paper.id, token, version: open.data.version }
}

export type ShownQuestion = {
  num: number
  content: string
  examType: 0 | 1 | 2
  optionList: string[]
  stuAnswer: string
}

/** The right answers to a displayed paper, found by the texts of the options. */
export const listRightAnswers = (content: ShownQuestion[]): AnswerInput[] =>
  content.map(({ num, examType, optionList }) => {
    const lettersOfOptions = (names: string[]) =>
      optionList
        .flatMap((option) => (names.some((name) => option.includes(name)) ? [option.split('.')[0]!] : []))
        .join(',')
    return { num: `${num}`, answer: examType === 2 ? 'T' : lettersOfOptions(examType === 0 ? ['乙'] : ['甲', '丙']) }
  })
