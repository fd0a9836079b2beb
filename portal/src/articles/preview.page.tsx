// Preview for editors: an article in any state. Never cached or indexed.
import type { Article } from '@xinqiao/contract/http/articles/articles.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { definePage } from '../page.ts'
import { requireId } from '../query.ts'
import { ArticleView } from './ArticleView.tsx'

export const previewPage = definePage<Article>({
  params: ['id'],
  cached: false,
  indexed: false,
  load: ({ api, url }) => api('GET /admin/article/preview', { id: requireId(url) }),
  head: (article) => ({
    title: `预览：${article.title}`,
    description: article.description,
    canonical: withQuery(routes.preview, { id: article.id }),
    isInert: true,
  }),
  View: ({ data }) => (
    <>
      <p className="sticky top-26 z-30 md:top-15 bg-warm-deep py-2 text-center font-semibold text-white lg:top-18">
        预览：仅工作人员可见
      </p>
      <ArticleView article={data} />
    </>
  ),
})
