// The page of one article.
import type { Article } from '@xinqiao/contract/http/articles/articles.ts'
import type { Bulletin } from '@xinqiao/contract/http/messages/messages.ts'
import { firstBulletin } from '@xinqiao/contract/notices.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { createArticleJsonLd, createBreadcrumbJsonLd } from '../frame/json-ld.ts'
import { BulletinView } from '../messages/BulletinView.tsx'
import { definePage, Redirect } from '../page.ts'
import { requireId } from '../query.ts'
import { createArticleCrumbs, ArticleView } from './ArticleView.tsx'

export const detailPage = definePage<Article | Bulletin>({
  params: ['id'],
  cached: true,
  indexed: true,
  load({ api, url, viewer }) {
    const id = requireId(url)
    if (id < firstBulletin) return api('GET /psychologyArticle/getById', { id })
    // for a bulletin, only the session tells whether the user is a receiver
    if (!viewer) throw new Redirect(withQuery(routes.login, { next: withQuery(routes.detail, { id }) }))
    return api('GET /message/bulletin', { id })
  },
  head(article, site) {
    if (!('time' in article)) {
      const canonical = withQuery(routes.detail, { id: article.id })
      return { title: article.title, description: '协会公告', canonical }
    }
    const canonical = withQuery(routes.detail, { id: article.id })
    return {
      title: article.title,
      description: article.description || `${article.title}，${article.time.slice(0, 10)}发布。`,
      canonical,
      ...(article.picture && { image: article.picture.src }),
      type: 'article',
      jsonLd: [
        createArticleJsonLd(site, article, canonical),
        createBreadcrumbJsonLd(site, createArticleCrumbs(article)),
      ],
    }
  },
  View: ({ data }) => ('time' in data ? <ArticleView article={data} /> : <BulletinView bulletin={data} />),
})
