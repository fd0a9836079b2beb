// The page of one article, or of one bulletin, whose ids begin at `firstBulletin` (portal.md 2).
import type { Article } from '@xinqiao/contract/http/articles/articles.ts'
import type { Bulletin } from '@xinqiao/contract/http/messages/messages.ts'
import { firstBulletin } from '@xinqiao/contract/notices.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { createArticleJsonLd, createBreadcrumbJsonLd } from '../frame/json-ld.ts'
import { BulletinView } from '../messages/BulletinView.tsx'
import { definePage, Redirect } from '../page.ts'
import { requireId } from '../query.ts'
import { createArticleCrumbs, ArticleView } from './ArticleView.tsx'

type DetailData = { canonical: string } & (
  | { kind: 'article'; article: Article }
  | { kind: 'bulletin'; bulletin: Bulletin }
)

export const detailPage = definePage<DetailData>({
  params: ['id'],
  cached: true,
  indexed: true,
  async load({ api, url, viewer }) {
    const id = requireId(url)
    const canonical = withQuery(routes.detail, { id })
    if (id < firstBulletin)
      return { kind: 'article', canonical, article: await api('GET /psychologyArticle/getById', { id }) }
    // for a bulletin, only the session tells whether the user is a receiver
    if (!viewer) throw new Redirect(withQuery(routes.login, { next: canonical }))
    return { kind: 'bulletin', canonical, bulletin: await api('GET /message/bulletin', { id }) }
  },
  head({ canonical, ...detail }, site) {
    if (detail.kind === 'bulletin') return { title: detail.bulletin.title, description: '协会公告', canonical }
    const { article } = detail
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
  View: ({ data }) =>
    data.kind === 'article' ? <ArticleView article={data.article} /> : <BulletinView bulletin={data.bulletin} />,
})
