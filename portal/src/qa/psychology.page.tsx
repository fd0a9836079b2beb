// The Q&A page. Each question has an address, and search engines index it with its answers.
import type { PortalApi } from '@xinqiao/contract/http/index.ts'
import type { Answer } from '@xinqiao/contract/http/qa/questions.ts'
import { pageSizes } from '@xinqiao/contract/limits.ts'
import {
  answerLists,
  findQuestionTab,
  questionTabs,
  type AnswerListName,
  type QuestionTab,
} from '@xinqiao/contract/questions.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import type { PageRequest } from '@xinqiao/contract/pages.ts'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { createBreadcrumbJsonLd, createQuestionJsonLd } from '../frame/json-ld.ts'
import { Screen } from '../frame/Screen.tsx'
import { definePage, Redirect } from '../page.ts'
import { readNumber } from '../query.ts'
import { answerHref, questionListHref, questionHref, type QuestionListAddress } from './question-addresses.ts'
import { type PsychologyProps, Screen as PsychologyScreen } from './psychology.screen.tsx'

const maxAnswers = 100

function readAddress(url: URL): Required<QuestionListAddress> {
  const tags = (url.searchParams.get('tags') ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0 && id <= 32_767)
    .slice(0, 12)
  const own = url.searchParams.get('own') === '1'
  const tab = findQuestionTab(readNumber(url, 'type')) ?? 'hotAnswers'
  return { tab: tags.length > 0 || own ? 'recommendedQuestions' : tab, page: readNumber(url, 'page') ?? 1, tags, own }
}

/** Finds the page of answers that contains this answer. */
async function findAnswer(api: PortalApi, problemId: number, wanted: number, page = 1): Promise<Answer | undefined> {
  const list = await api('GET /problemAnswer/list', { problemId, page, size: maxAnswers })
  const answer = list.content.find(({ id }) => id === wanted)
  if (answer || page * maxAnswers >= list.totalElements) return answer
  return findAnswer(api, problemId, wanted, page + 1)
}

type ListRequest = Required<QuestionListAddress> & { api: PortalApi }
type ListLoader = (request: ListRequest) => Promise<PsychologyProps['main']>
const size = pageSizes.questions

const createAnswerLoader =
  (name: AnswerListName): ListLoader =>
  async ({ api, page }) => {
    const list = await api('GET /problemAnswer/list', { page, size, type: answerLists[name].type })
    return { part: 'answers', answers: list.content, total: list.totalElements, page }
  }

const listLoaders: Record<QuestionTab, ListLoader> = {
  hotAnswers: createAnswerLoader('hot'),
  latestAnswers: createAnswerLoader('latest'),
  async recommendedQuestions({ api, page, own, tags }) {
    const list = own
      ? await api('GET /problem/listOwnPage', { page, size })
      : await api('GET /problem/getList', { page, size, tagIds: tags.join(',') })
    return { part: 'questions', questions: list.content, total: list.totalElements, page }
  },
  async followedCounsellors({ api, page }) {
    const { content } = await api('GET /consultDoctorCollect/list', { page, size })
    return { part: 'followedCounsellors', counsellors: content, page }
  },
  async collected({ api, page }) {
    return { part: 'collected', collections: await api('GET /problemStemCollect/getAllList', { page, size }), page }
  },
}

async function loadMain({ api, url, viewer }: PageRequest): Promise<PsychologyProps['main']> {
  const id = readNumber(url, 'id')
  if (id !== null) {
    const question = await api('GET /problem/getById', { id })
    // a merged question redirects to its replacement
    if (question.id !== id) throw new Redirect(questionHref(question.id))
    const answerId = readNumber(url, 'answer')
    if (answerId === null) {
      const answers = await api('GET /problemAnswer/list', { problemId: id, size: maxAnswers })
      return { part: 'question', question, answers: answers.content, only: null }
    }
    const only = await findAnswer(api, id, answerId)
    // the answer was deleted meanwhile: shows the question
    if (!only) throw new Redirect(questionHref(id))
    return { part: 'question', question, answers: [only], only: only.id }
  }
  const address = readAddress(url)
  const { tab, own } = address
  if (!viewer && (own || questionTabs[tab].needsSignIn)) return { part: 'login', next: questionListHref({ tab, own }) }
  return listLoaders[tab]({ api, ...address })
}

export const psychologyPage = definePage<PsychologyProps>({
  params: ['id', 'answer', 'type', 'page', 'tags', 'own'],
  cached: false,
  indexed: true,
  screen: 'psychology',
  async load(request) {
    const { api, url, viewer } = request
    const [main, domains, hot, counts] = await Promise.all([
      loadMain(request),
      api('GET /consultDomain/list', {}),
      api('GET /problem/hotList', { page: 1, size: pageSizes.questions }),
      viewer ? api('GET /problem/ownCounts', {}) : null,
    ])
    const { tab, tags, own } = readAddress(url)
    return {
      main,
      tab: main.part === 'question' ? null : tab,
      own,
      tags: [...tags],
      domains: domains.content,
      hot: hot.content,
      counts,
      canAnswer: viewer?.roles.some(({ id }) => id === roles.administrator || id === roles.counsellor) ?? false,
    }
  },
  head({ main, tab, own, tags }, site) {
    if (main.part === 'question') {
      const { question, answers } = main
      const [only] = main.only === null ? [] : answers
      const canonical = only ? answerHref(only) : questionHref(question.id)
      return {
        title: only ? `${only.nickname}的回答：${question.title}` : question.title,
        description: (only ?? question).content.slice(0, 120),
        canonical,
        type: 'article',
        jsonLd: [
          createQuestionJsonLd(site, question, answers, answerHref),
          createBreadcrumbJsonLd(site, [
            { label: '首页', href: routes.dashBoard },
            { label: '心理问答', href: routes.psychology },
            { label: question.title, ...(only && { href: questionHref(question.id) }) },
            ...(only ? [{ label: `${only.nickname}的回答` }] : []),
          ]),
        ],
      }
    }
    const page = 'page' in main ? main.page : 1
    const name = own ? '我的提问' : questionTabs[tab ?? 'hotAnswers'].title
    return {
      title: `${tab === 'hotAnswers' ? '心理问答' : `${name} · 心理问答`}${page > 1 ? ` 第${page}页` : ''}`,
      description: '向协会的咨询师提问，阅读关于情绪、睡眠、亲子、婚恋、职场与学业的专业回答；可以匿名。',
      canonical: questionListHref({ tab: tab ?? 'hotAnswers', own, tags, page }),
    }
  },
  View: ({ data }) => (
    <div className="frame">
      <Breadcrumb
        crumbs={[
          { label: '首页', href: routes.dashBoard },
          ...(data.main.part === 'question'
            ? [{ label: '心理问答', href: routes.psychology }, { label: data.main.question.title }]
            : [{ label: '心理问答' }]),
        ]}
      />
      {data.main.part !== 'question' && <h1 className="sr-only">心理问答</h1>}
      <Screen name="psychology" of={PsychologyScreen} props={data} />
    </div>
  ),
})
