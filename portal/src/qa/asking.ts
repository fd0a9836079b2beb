// Addresses of the Q&A page, and validation of a question.
import {
  countGraphemes,
  maxInContent,
  maxInTitle,
  questionTabs,
  type QuestionTab,
} from '@xinqiao/contract/questions.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'

export type QuestionListAddress = {
  tab: QuestionTab
  page?: number
  tags?: readonly number[]
  /** The caller's questions instead of the recommended ones. */
  own?: boolean
}

export const listHref = ({ tab, page = 1, tags = [], own = false }: QuestionListAddress): string =>
  withQuery(routes.psychology, {
    type: tab === 'hotAnswers' ? null : questionTabs[tab].number,
    own: own ? 1 : null,
    tags: tags.join(','),
    page: page > 1 ? page : null,
  })

export const questionHref = (id: number): string => withQuery(routes.psychology, { id })
/** An answer has its own address, which shows it under its question. */
export const answerHref = ({ id, problemId }: { id: number; problemId: number }): string =>
  withQuery(routes.psychology, { id: problemId, answer: id })
export const counsellorHref = ({ id, userId }: { id: number; userId: number }): string =>
  withQuery(routes.consultDetail, { id, userId })

function checkText(value: string, name: string, maxLength: number): string | null {
  if (value.trim() === '') return `请输入${name}`
  return countGraphemes(value) > maxLength ? `${name}不能超过${maxLength}个字` : null
}

export function checkWords({ title = '', content = '' }: { title?: string; content?: string }) {
  const found = {
    title: checkText(title, '标题', maxInTitle),
    content: checkText(content, '内容', maxInContent),
  }
  return { ...(found.title && { title: found.title }), ...(found.content && { content: found.content }) }
}
