// Addresses of the Q&A page, and validation of a question.
import { countCharacters, maxInContent, maxInTitle } from '@xinqiao/contract/questions.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'

export type Asked = {
  /** 1 hot answers, 2 latest, 3 questions, 4 followed counsellors, 5 favourites (portal.md 2) */
  type: 1 | 2 | 3 | 4 | 5
  page?: number
  tags?: readonly number[]
  /** The caller's questions instead of the recommended ones. */
  own?: boolean
}

export const listHref = ({ type, page = 1, tags = [], own = false }: Asked): string =>
  withQuery(routes.psychology, {
    type: type > 1 ? type : null,
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

function checkText(value: string, name: string, most: number): string | null {
  if (value.trim() === '') return `请输入${name}`
  return countCharacters(value) > most ? `${name}不能超过${most}个字` : null
}

export function checkWords({ title = '', content = '' }: { title?: string; content?: string }) {
  const found = {
    title: checkText(title, '标题', maxInTitle),
    content: checkText(content, '内容', maxInContent),
  }
  return { ...(found.title && { title: found.title }), ...(found.content && { content: found.content }) }
}
