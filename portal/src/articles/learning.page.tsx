// Academic exchange: all, academic activities, science popularisation; eight per page (portal.md 2, 9).
import { columnIds, type TagId, tags } from '@xinqiao/contract/articles.ts'
import { pageSizes } from '@xinqiao/contract/limits.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { definePage } from '../page.ts'
import { readNumber } from '../query.ts'
import type { ArticleListPage } from './ArticleList.tsx'
import { ListView } from './ListView.tsx'

type LearningData = { tagId: TagId | null; list: ArticleListPage }

const tagIds: readonly TagId[] = [1, 4]
const tagHref = (tagId: TagId | null, page = 1) => withQuery(routes.learning, { tagId, page: page > 1 ? page : null })

export const learningPage = definePage<LearningData>({
  params: ['tagId', 'page'],
  cached: true,
  indexed: true,
  async load({ api, url }) {
    const tagParam = readNumber(url, 'tagId')
    const tagId = tagIds.find((id) => id === tagParam) ?? null
    const page = readNumber(url, 'page') ?? 1
    const { content, totalElements } = await api('GET /psychologyArticle/list', {
      page,
      size: pageSizes.articles,
      psychologyColumnId: columnIds.learning,
      tagId: tagId ?? undefined,
    })
    return { tagId, list: { page, items: content, total: totalElements } }
  },
  head: ({ tagId, list }) => ({
    title: `${tagId ? tags[tagId] : '学术交流'}${list.page > 1 ? ` 第${list.page}页` : ''}`,
    description: '学术年会、专题论坛、研究进展与心理健康科普文章。',
    canonical: tagHref(tagId, list.page),
  }),
  View: ({ data: { tagId, list } }) => (
    <ListView
      title="学术交流"
      lead="学术活动与研究进展，以及读得懂、用得上的心理健康科普。"
      tabs={[null, ...tagIds].map((id) => ({
        label: id ? tags[id] : '全部',
        href: tagHref(id),
        current: id === tagId,
      }))}
      list={list}
      hrefOf={(page) => tagHref(tagId, page)}
    />
  ),
})
