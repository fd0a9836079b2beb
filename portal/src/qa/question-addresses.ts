// Addresses of questions, answers and counsellors.
import { questionTabs, type QuestionTab } from '@xinqiao/contract/questions.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'

export type QuestionListAddress = {
  tab: QuestionTab
  page?: number
  tags?: readonly number[]
  /** The caller's questions instead of the recommended ones. */
  own?: boolean
}

export const questionListHref = ({ tab, page = 1, tags = [], own = false }: QuestionListAddress): string =>
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
