// Page of an attempt: /examination/paper?id=paper&testId1=examination (portal.md 2). The screen loads the paper,
// because loading starts the clock.
import type { CurrentExam } from '@xinqiao/contract/http/exams/exams.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { Screen } from '../frame/Screen.tsx'
import { definePage, Redirect } from '../page.ts'
import { readNumber } from '../query.ts'
import { Screen as PaperScreen } from './paper.screen.tsx'

type PaperPageData = { exam: CurrentExam | null; userId: number }

export const paperPage = definePage<PaperPageData>({
  params: ['id', 'testId1'],
  cached: false,
  indexed: false,
  screen: 'paper',
  async load({ api, url, viewer }) {
    if (!viewer) throw new Redirect(withQuery(routes.login, { next: url.pathname + url.search }))
    const paperId = readNumber(url, 'id')
    const testId = readNumber(url, 'testId1')
    const { list } = await api('GET /testUser/listByUndone', {})
    const exam = list.find((item) => (testId === null || item.id === testId) && item.paperId === paperId)
    return { exam: exam ?? null, userId: viewer.id }
  },
  head: ({ exam }) => ({
    title: exam ? exam.name : '考试',
    description: '在线考试。',
    canonical: routes.paper,
  }),
  View: ({ data: { exam, userId } }) => (
    <div className="frame py-6 pb-12">
      {exam ? (
        <Screen name="paper" of={PaperScreen} props={{ exam, userId }} />
      ) : (
        <div className="rounded-card bg-surface shadow-card">
          <h1 className="sr-only">考试</h1>
          <EmptyState
            picture="/art/empty.svg"
            title="这场考试现在不能作答"
            text="可能已经交卷、已经结束，或没有安排您参加。"
          >
            <ButtonLink href={routes.examination}>返回考试列表</ButtonLink>
            <ButtonLink href={withQuery(routes.examination, { type: 2 })} look="ghost">
              查看已结束的考试
            </ButtonLink>
          </EmptyState>
        </div>
      )}
    </div>
  ),
})
