// Association news and notices in two tabs, eight per page (portal.md 2, 9).
import { columns } from '@xinqiao/contract/http/articles/articles.ts'
import { pageSizes } from '@xinqiao/contract/limits.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { definePage } from '../page.ts'
import { readNumber, readTab } from '../query.ts'
import type { ArticleListPage } from './ArticleList.tsx'
import { ListView } from './ListView.tsx'

/** The tab's number is the column's id. */
type DynamicTab = 1 | 2
type DynamicProps = { tab: DynamicTab; list: ArticleListPage }

const tabs: readonly DynamicTab[] = [1, 2]
const leads: Record<DynamicTab, string> = {
  1: '协会的会议、活动与公益行动。',
  2: '会议、征文、竞赛、会费与考试的通知和公示。',
}
const tabHref = (tab: DynamicTab, page = 1) =>
  withQuery(routes.dynamic, { tab: tab > 1 ? tab : null, page: page > 1 ? page : null })

export const dynamicPage = definePage<DynamicProps>({
  params: ['tab', 'page'],
  cached: true,
  indexed: true,
  async load({ api, url }) {
    const tab = readTab(url, tabs.length) === 2 ? 2 : 1
    const page = readNumber(url, 'page') ?? 1
    const { content, totalElements } = await api('GET /psychologyArticle/list', {
      page,
      size: pageSizes.articles,
      psychologyColumnId: tab,
    })
    return { tab, list: { page, items: content, total: totalElements } }
  },
  head: ({ tab, list }) => ({
    title: `${columns[tab]}${list.page > 1 ? ` 第${list.page}页` : ''}`,
    description: leads[tab],
    canonical: tabHref(tab, list.page),
  }),
  View: ({ data: { tab, list } }) => (
    <ListView
      title={columns[tab]}
      lead={leads[tab]}
      tabs={tabs.map((item) => ({ label: columns[item], href: tabHref(item), current: item === tab }))}
      list={list}
      hrefOf={(page) => tabHref(tab, page)}
    />
  ),
})
