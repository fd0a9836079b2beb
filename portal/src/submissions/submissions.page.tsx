// All submissions of the user.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { PageHead } from '../frame/PageHead.tsx'
import { Screen } from '../frame/Screen.tsx'
import { definePage, Redirect } from '../page.ts'
import { Screen as SubmissionsScreen, type SubmissionsProps } from './submissions.screen.tsx'

export const submissionsPage = definePage<SubmissionsProps>({
  params: [],
  cached: false,
  indexed: false,
  screen: 'submissions',
  async load({ api, viewer }) {
    if (!viewer) throw new Redirect(withQuery(routes.login, { next: routes.submissions }))
    return { submissions: await api('GET /submission/mine', {}) }
  },
  head: () => ({
    title: '我的投稿与申报',
    description: '论文、参赛作品与奖项申报的进度和结果。',
    canonical: routes.submissions,
  }),
  View: ({ data }) => (
    <div className="frame max-w-[60rem]">
      <PageHead under="academic" title="我的投稿与申报" lead="论文、参赛作品与奖项申报的进度和结果" />
      <Screen name="submissions" of={SubmissionsScreen} props={data} />
    </div>
  ),
})
