// Shared steps of the examination stories: an examiner through the API, and the examinee's screen.
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { withStoryDatabase } from '../support/story-database.ts'
import { enterAs, createMember, password } from '../support/visitor.ts'

type ApiReply = { code: number; msg: string; data: unknown }

const chinaTimeIn = (minutes: number) =>
  new Date(Date.now() + minutes * 60_000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

export type PreparedExam = { testId: number; paperId: number; name: string }

/** Four single choices (B), two multiple choices (A and C), two judgements (correct); 100 points in total. */
export async function createExaminer(request: APIRequestContext) {
  const login = await request.post('/prod-api/auth/mh/login', { data: { username: 'examiner', password } })
  const { data } = (await login.json()) as { data: { access_token: string } }
  const headers = { authorization: `Bearer ${data.access_token}` }
  const postAsExaminer = async <T>(path: string, body: object): Promise<T> => {
    const reply = (await (
      await request.post(`/prod-api/admin/exam${path}`, { data: body, headers })
    ).json()) as ApiReply
    expect(reply, reply.msg).toMatchObject({ code: 200 })
    return reply.data as T
  }
  const question = (examType: number, number: number) => ({
    subject: '故事',
    examType,
    difficulty: 2,
    content: `${['单选', '多选', '判断'][examType]}题之${number}：下列哪一项是对的？`,
    options: examType === 2 ? [] : ['甲', '乙', '丙', '丁'].map((name) => `${name}项${number}`),
    answer: ['B', 'AC', 'T'][examType],
    explanation: '解析写在这里。',
  })
  return {
    postAsExaminer,
    open: async (accountIds: number[], settings: { minutes?: number } = {}): Promise<PreparedExam> => {
      const items: { versionId: number; score: number }[] = []
      for (const [examType, score, count] of [
        [0, 10, 4],
        [1, 20, 2],
        [2, 10, 2],
      ] as const) {
        for (let i = 1; i <= count; i++) {
          // oxlint-disable-next-line no-await-in-loop -- to keep their order
          const { versionId } = await postAsExaminer<{ versionId: number }>('/question', question(examType, i))
          items.push({ versionId, score })
        }
      }
      const draft = { name: '故事用卷', kind: 'fixed', partial: 'half', items, rules: [] }
      const paper = await postAsExaminer<{ id: number; version: number }>('/paper', draft)
      await postAsExaminer('/paper/ready', { id: paper.id, version: paper.version })
      const name = `故事考试${Date.now() % 1_000_000}`
      const exam = await postAsExaminer<{ id: number; version: number }>('', {
        name,
        paperId: paper.id,
        startTime: chinaTimeIn(-1),
        endTime: chinaTimeIn(60),
        duration: settings.minutes ?? 30,
        attempts: 1,
        counted: 'best',
        shuffleQuestions: true,
        shuffleOptions: true,
        shown: 'afterHandIn',
        givesCertificate: true,
        targets: { everyone: false, members: false, groupIds: [], accountIds },
      })
      await postAsExaminer('/state', { id: exam.id, version: exam.version, state: 'open' })
      return { testId: exam.id, paperId: paper.id, name }
    },
  }
}

const changeDatabase = (work: Parameters<typeof withStoryDatabase>[0]) =>
  withStoryDatabase(work, { DATA_DIR: process.env.E2E_DATA ?? 'tmp/e2e-data' })

/** Simulates that minutes have passed for one attempt. */
export const advanceMinutes = ({ testId }: PreparedExam, accountId: number, minutes: number): Promise<void> =>
  changeDatabase(async (sql) => {
    const attempts = await sql`
      update exam_attempt set started_at = started_at - make_interval(mins => ${minutes}),
        deadline = deadline - make_interval(mins => ${minutes})
      where exam_id = ${testId} and account_id = ${accountId} and state = 'inProgress' returning id`
    expect(attempts).toHaveLength(1)
  })

/** A link of the list for this examination. */
export const labelPatternOf = (label: string, exam: PreparedExam) => new RegExp(`^${label}\\s*：${exam.name}$`)

/**
 * A new account in this browser.
 * @returns the account's id
 */
export async function enterAsNewExaminee(page: Page): Promise<number> {
  const member = await createMember(page.request)
  await enterAs(page, member.username, member.password)
  return readAccountId(page)
}
export async function readAccountId(page: Page): Promise<number> {
  const reply = await page.request.get('/prod-api/auth/me')
  return ((await reply.json()) as { data: { id: number } }).data.id
}

async function openInstructions(page: Page, exam: PreparedExam): Promise<void> {
  await page.goto('/examination/examination')
  await page.getByRole('link', { name: labelPatternOf('开始考试', exam) }).click()
  await expect(page.getByRole('heading', { name: '考试须知' })).toBeVisible()
}

async function startAttempt(page: Page): Promise<void> {
  await page.getByRole('button', { name: '开始答题' }).click()
  await expect(page.getByRole('timer')).toBeVisible()
}

/** Opens the examination from the list, reads the instructions, and shows the first question. */
export async function beginExam(page: Page, exam: PreparedExam): Promise<void> {
  await openInstructions(page, exam)
  await startAttempt(page)
}

/** Starts an attempt at an examination that ends after some seconds. */
export async function beginExamBeforeEnd(page: Page, exam: PreparedExam, seconds: number): Promise<void> {
  await openInstructions(page, exam)
  await changeDatabase(async (sql) => {
    const exams = await sql`
      update exam set end_at = now() + make_interval(secs => ${seconds}) where id = ${exam.testId} returning id`
    expect(exams).toHaveLength(1)
  })
  await startAttempt(page)
}

export const locateCardButton = (page: Page, num: number) =>
  page.getByRole('button', { name: new RegExp(`^第${num}题，`) })

/** Answers the displayed question, correctly or not. */
export async function answerShownQuestion(page: Page, isRight = true): Promise<void> {
  const group = page.getByRole('main').getByRole('group')
  const radio = (name: RegExp) => group.getByRole('radio', { name })
  if ((await group.getByRole('checkbox').count()) > 0) {
    await group.getByRole('checkbox', { name: /甲项/ }).check()
    if (isRight) await group.getByRole('checkbox', { name: /丙项/ }).check()
  } else if ((await radio(/^正确$/).count()) > 0) await radio(isRight ? /^正确$/ : /^错误$/).check()
  else await radio(isRight ? /乙项/ : /甲项/).check()
}

export const expectSaved = (page: Page) => expect(page.getByText('作答已保存', { exact: true })).toBeVisible()
