// The page of one article.
import type { Article } from '@xinqiao/contract/http/articles.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { articleJsonLd, breadcrumbJsonLd } from '../frame/json-ld.ts'
import { definePage } from '../page.ts'
import { requireId } from '../query.ts'
import { articleCrumbs, ArticleView } from './ArticleView.tsx'

export const detailPage = definePage<Article>({
  params: ['id'],
  cached: true,
  indexed: true,
  load: ({ api, url }) => api('GET /psychologyArticle/getById', { id: requireId(url) }),
  head(article, site) {
    const canonical = withQuery(routes.detail, { id: article.id })
    return {
      title: article.title,
      description: article.description || `${article.title}，${article.time.slice(0, 10)}发布。`,
      canonical,
      ...(article.picture && { image: article.picture.src }),
      type: 'article',
      jsonLd: [articleJsonLd(site, article, canonical), breadcrumbJsonLd(site, articleCrumbs(article))],
    }
  },
  View: ({ data }) => <ArticleView article={data} />,
})
