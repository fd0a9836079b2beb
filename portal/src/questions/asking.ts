// The address of what the Q&A page shows.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'

export type Asked = {
  /** 1 hot answers, 2 latest, 3 questions, 4 followed counsellors, 5 favourites (portal.md 2) */
  type: 1 | 2 | 3 | 4 | 5
  page?: number
  tags?: readonly number[]
  /** One's own questions, in the place of the recommended ones. */
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
/** An answer has an address of its own, which shows it under its question. */
export const answerHref = ({ id, problemId }: { id: number; problemId: number }): string =>
  withQuery(routes.psychology, { id: problemId, answer: id })
export const counsellorHref = ({ id, userId }: { id: number; userId: number }): string =>
  withQuery(routes.consultDetail, { id, userId })
