// Sources of the guide as documents of its search: articles, questions of others, common questions, pages of the site.
import { columns, type ColumnId } from '@xinqiao/contract/articles.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import type { GuideQuestion } from '@xinqiao/contract/http/chat/site-guide.ts'
import { commonQuestions } from '../common-questions/common-questions.ts'
import { listPassages, quotePassage } from './passages.ts'
import { extractMarks } from '../words/synonyms.ts'
import { toLetters } from '../words/terms.ts'
import type { NamedCounsellor, PublishedText, SitePage } from './store.ts'

/** A published text with the part that fits the question. `name`: its column or kind. */
export type FoundText = { name: string; title: string; quote: string; passage: string; url: string; time: number }
export type SearchDocument = Omit<FoundText, 'quote' | 'passage'> & {
  titleWords: string
  passages: readonly string[]
  isUrgent?: true
  isOnly?: true
  isByMark?: true
  /** Title of the common question before whose answer the text is shown. */
  leadsTo?: string
  /** Title of the common question behind whose answer the text is shown. */
  follows?: string
  /**
   * Marks of synonyms. If the question has one, the text comes before the page of a counsellor whom the question names.
   */
  firstMarks?: readonly string[]
  /** True for an answer to another person. The guide names it as a source, and never quotes it. */
  isOfOthers?: true
  /** The wordings of a question of the association, without marks and spaces. Its answer is quoted as a whole. */
  ownWordings?: readonly string[]
}

export const commonName = '常见问题'
const contactTitle = '怎样联系秘书处'
const lecturesTitle = '直播讲座在哪里看'
const conferenceTitle = '学术年会的时间和地点'

export const fromArticle = ({ id, title, text, time, columnId }: PublishedText): SearchDocument => ({
  name: columns[columnId as ColumnId],
  title,
  titleWords: title,
  passages: listPassages(text),
  url: withQuery(routes.detail, { id }),
  time: time.getTime(),
})
export const fromQuestion = ({ id, title, text, time }: PublishedText): SearchDocument => ({
  name: '心理问答·别人的问题',
  isOfOthers: true,
  title,
  titleWords: title,
  passages: text.split(/\n+/).filter((line) => line.trim() !== ''),
  url: withQuery(routes.psychology, { id }),
  time: time.getTime(),
})
export const commonDocuments: readonly SearchDocument[] = commonQuestions.map(
  ({ title, words, text, url, isUrgent, isOnly, isByMark, firstWords }) => ({
    name: commonName,
    title,
    titleWords: `${title} ${words}`,
    passages: [text],
    url,
    time: 0,
    ...(isUrgent && { isUrgent }),
    ...(isOnly && { isOnly }),
    ...(isByMark && { isByMark }),
    ...(firstWords && { firstMarks: extractMarks(firstWords).marks }),
  }),
)

type OwnQuestion = Pick<GuideQuestion, 'question' | 'wordings' | 'answer' | 'url'>
export const fromOwnQuestion = ({ question, wordings, answer, url }: OwnQuestion): SearchDocument => ({
  name: commonName,
  title: question,
  titleWords: [question, ...wordings].join(' '),
  passages: [answer],
  url,
  time: 0,
  ownWordings: [question, ...wordings].map(toLetters),
})

/** Creates a document for each lecture and group, one for all fees, and one for the days of the annual conference. */
export function fromSitePages(pages: readonly SitePage[]): SearchDocument[] {
  const fees = pages.filter(({ kind }) => kind === 'level').map(({ text }) => text)
  const feePage: SearchDocument = {
    name: commonName,
    title: '会费标准',
    url: routes.member,
    time: 0,
    passages: [`现行会费：${fees.join('；')}。`],
    titleWords: '会费标准 会费费用 会员费用 入会 费用 个人会员会费 单位会员会费 加入协会费用',
  }
  const ownPages = pages.flatMap(({ kind, id, title, text, time }): SearchDocument[] => {
    if (kind === 'level') return []
    if (kind === 'conference')
      return [
        {
          name: commonName,
          title: conferenceTitle,
          url: routes.academic,
          time: 0,
          passages: [`${text}。`],
          titleWords: `${conferenceTitle} 年会时间 年会日期 年会地点 年会几号`,
        },
      ]
    if (kind === 'office')
      return [
        {
          name: commonName,
          title: '协会的地址和电话',
          url: routes.association,
          time: 0,
          passages: [text],
          titleWords: '协会的地址和电话',
          follows: contactTitle,
        },
      ]
    const [name, route] = kind !== 'group' ? ['直播讲座', routes.lecture] : ['同伴小组', routes.peerGroup]
    const url = withQuery(route, { id })
    const page = {
      url,
      title,
      titleWords: `${title} ${name}`,
      time: time?.getTime() ?? 0,
      passages: listPassages(text),
    }
    return [kind === 'live' ? { ...page, name: '正在直播的讲座', leadsTo: lecturesTitle } : { ...page, name }]
  })
  return fees.length > 0 ? [feePage, ...ownPages] : ownPages
}

export const fromCounsellor = ({ id, accountId, name, title, description }: NamedCounsellor): FoundText => {
  const passage = description.split('\n')[0] ?? ''
  const url = withQuery(routes.consultDetail, { id, userId: accountId })
  return {
    name: title === '' ? '咨询师' : `咨询师 · ${title}`,
    title: name,
    passage,
    quote: quotePassage(passage, () => 0),
    url,
    time: 0,
  }
}
