// Staff edit the guide: its welcome, their common questions, and which built-in ones it answers.
import { fail, failField, failFields } from '@xinqiao/contract/errors.ts'
import type { BuiltInQuestion, GuideQuestionDraft } from '@xinqiao/contract/http/chat/site-guide.ts'
import { guideLimits } from '@xinqiao/contract/guide.ts'
import { routes, toLocalPath } from '@xinqiao/contract/routes.ts'
import { detectCrisis } from '../../../crisis/detect.ts'
import { isConflict, type Sql, type Tx } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { commonQuestions } from '../common-questions/common-questions.ts'
import * as store from './content-store.ts'
import { findFalseClaim } from './false-claims.ts'
import { builtInWelcome, greetingClosing, greetingOpening } from './greeting.ts'

/** Masks words of the chat's word list in a text; null for a text that a robot may not write. */
export type CheckText = (text: string) => string | null

const dangerousWordingMessage =
  '这句话像是有人身处危险：有人这样问时，站内向导总是先给求助信息，轮不到这条答案。请换个说法'
const dangerousTextMessage = '这段话像是有人身处危险，站内向导不会写出来。请换个说法'
const listedWordMessage = '含有聊天词库里的词语，访客看不到它。请换个说法'

function findTextProblem(text: string, checkText: CheckText): string | null {
  if (detectCrisis(text) !== null) return dangerousTextMessage
  return findFalseClaim(text) ?? (checkText(text) === text ? null : listedWordMessage)
}

function checkQuestion({ question, wordings, answer }: GuideQuestionDraft, checkText: CheckText): void {
  const wordingProblems = [['question', question], ...wordings.map((wording, i) => [`wordings.${i}`, wording])]
    .filter(([, wording]) => detectCrisis(wording!) !== null)
    .map(([field]) => [field!, dangerousWordingMessage])
  const listedWord = findTextProblem(question, checkText)
  const answerProblem = findTextProblem(answer, checkText) ?? findTextProblem(`《${question}》：“${answer}”`, checkText)
  const problems: Record<string, string> = {
    ...(listedWord !== null && { question: listedWord }),
    ...(answerProblem !== null && { answer: answerProblem }),
    ...(Object.fromEntries(wordingProblems) as Record<string, string>),
  }
  if (Object.keys(problems).length > 0) throw failFields(problems)
}

/** @throws Failure invalid for the address of an article that visitors cannot read */
async function checkSource(tx: Tx, url: string): Promise<void> {
  const path = toLocalPath(url)
  const { pathname, searchParams } = new URL(path ?? '/', 'http://site')
  if (pathname.toLowerCase() !== routes.detail.toLowerCase()) return
  const id = Number(searchParams.get('id'))
  if (!Number.isSafeInteger(id) || !(await store.hasVisibleArticle(tx, id)))
    throw failField('url', '这篇文章不存在或没有公开，请打开要链接的文章，复制它的地址')
}

async function failOnDuplicate<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isConflict(error, 'guide_question_unique')) throw failField('question', '已有这个问题，请修改原来的')
    throw error
  }
}

export async function getGuideSettings(sql: Sql) {
  const [welcome, hiddenTitles] = await Promise.all([store.selectWelcome(sql), store.selectHiddenTitles(sql)])
  const builtIn = commonQuestions.map(({ title, text, url, isUrgent }): BuiltInQuestion => ({
    title,
    answer: text,
    url,
    isHidden: !isUrgent && hiddenTitles.includes(title),
    isAlways: isUrgent === true,
  }))
  return { welcome, builtInWelcome, opening: greetingOpening, closing: greetingClosing, builtIn }
}

export async function changeWelcome(tx: Tx, { welcome }: { welcome: string }, checkText: CheckText): Promise<null> {
  const problem = findTextProblem(welcome, checkText)
  if (problem !== null) throw failField('welcome', problem)
  await store.updateWelcome(tx, welcome)
  return null
}

export async function hideBuiltInQuestion(tx: Tx, title: string, isHidden: boolean): Promise<null> {
  const question = commonQuestions.find((one) => one.title === title)
  if (!question) throw fail('notFound')
  if (question.isUrgent && isHidden) throw fail('guideAlwaysAnswers')
  await (isHidden ? store.insertHiddenTitle(tx, title) : store.deleteHiddenTitle(tx, title))
  return null
}

export async function listGuideQuestions(sql: Sql, key: string | undefined, page: PageLimits) {
  const { rows, total } = await store.selectQuestions(sql, key, page)
  return { content: rows, totalElements: total }
}

export async function addGuideQuestion(
  tx: Tx,
  draft: GuideQuestionDraft,
  checkText: CheckText,
): Promise<{ id: number }> {
  checkQuestion(draft, checkText)
  await checkSource(tx, draft.url)
  if ((await store.countQuestions(tx)) >= guideLimits.questions) throw fail('tooManyGuideQuestions')
  return { id: await failOnDuplicate(store.insertQuestion(tx, draft)) }
}

export async function changeGuideQuestion(
  tx: Tx,
  { id, version, ...draft }: GuideQuestionDraft & { id: number; version: number },
  checkText: CheckText,
): Promise<null> {
  checkQuestion(draft, checkText)
  await checkSource(tx, draft.url)
  if (await failOnDuplicate(store.updateQuestion(tx, { id, version }, draft))) return null
  throw fail((await store.hasQuestion(tx, id)) ? 'changedMeanwhile' : 'notFound')
}

export async function removeGuideQuestion(tx: Tx, id: number): Promise<null> {
  if (!(await store.deleteQuestion(tx, id))) throw fail('notFound')
  return null
}
