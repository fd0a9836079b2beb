// Sitemap, feed and robots.txt. Articles are read through the public view; questions, answers and counsellors are
// cached for a minute.
import type { FastifyInstance } from 'fastify'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { createTtlCache } from '../../kit/db/ttl-cache.ts'
import type { Kit } from '../../kit/ctx.ts'
import { escapeHtml } from '../../kit/text/escape-html.ts'
import { getSiteSettings } from '../../portal/articles/site.ts'
import { selectNewestArticles } from '../../portal/articles/store.ts'
import * as counsellors from '../../portal/counsellors/store.ts'
import { selectPublishedMeetings } from '../../portal/conference/conference.ts'
import { selectSitemapQuestions } from '../../portal/qa/qa.ts'
import type { Portal } from './portal-build.ts'

// XML does not allow control characters, even escaped
const escapeXml = (text: string) => escapeHtml(text.replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' '))

const maxInSitemap = 20_000
/** The sitemap lists this many questions and answers; it may hold 50,000 addresses in all. */
const maxQuestions = 10_000
const maxCounsellors = 1_000
const maxMeetings = 200
const maxInFeed = 30

/** Canonical addresses of the pages of questions and answers. */
const loadQuestionPages = createTtlCache(60_000, async (sql) =>
  (await selectSitemapQuestions(sql, maxQuestions)).map((row) =>
    withQuery(routes.psychology, { id: row.question_id, answer: row.answer_id }),
  ),
)
const loadCounsellorPages = createTtlCache(60_000, async (sql) =>
  (await counsellors.selectSitemapCounsellors(sql, maxCounsellors)).map(({ id, account_id }) =>
    withQuery(routes.consultDetail, { id, userId: account_id }),
  ),
)

/** Each published meeting has its page and a page for registration. */
const listMeetingPages = async ({ sql }: Kit) =>
  (await selectPublishedMeetings(sql, maxMeetings)).flatMap(({ id }) => [
    withQuery(routes.academic, { id }),
    withQuery(routes.payment, { id }),
  ])

export function registerFeeds(app: FastifyInstance, kit: Kit, portal: Portal): void {
  const { publicUrl } = kit.config
  const articleUrl = (id: number) => `${publicUrl}${withQuery(routes.detail, { id })}`

  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        `User-agent: *\nDisallow: /admin\nDisallow: /prod-api/\nDisallow: /setting/\nDisallow: /preview/\nDisallow: /care\n\nSitemap: ${publicUrl}/sitemap.xml\n`,
      ),
  )

  app.get('/sitemap.xml', async (_request, reply) => {
    const { servedPages } = await portal.load()
    const pages = servedPages.filter((page) => page.indexed && page.path !== routes.detail)
    const [articles, ...found] = await Promise.all([
      selectNewestArticles(kit.sql, maxInSitemap),
      loadQuestionPages(kit),
      loadCounsellorPages(kit),
      listMeetingPages(kit),
    ])
    const paths = [...pages.map((page) => page.path), ...found.flat()]
    const entries = [
      ...paths.map((path) => `<url><loc>${escapeXml(publicUrl + path)}</loc></url>`),
      ...articles.map(
        (row) =>
          `<url><loc>${escapeXml(articleUrl(row.id))}</loc><lastmod>${row.updated_at.toISOString()}</lastmod></url>`,
      ),
    ]
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`,
      )
  })

  app.get('/rss.xml', async (_request, reply) => {
    const [settings, articles] = await Promise.all([getSiteSettings(kit.sql), selectNewestArticles(kit.sql, maxInFeed)])
    const items = articles.map(
      (row) =>
        `<item><title>${escapeXml(row.title)}</title><link>${escapeXml(articleUrl(row.id))}</link>` +
        `<guid isPermaLink="true">${escapeXml(articleUrl(row.id))}</guid>` +
        `<pubDate>${row.publish_at.toUTCString()}</pubDate><description>${escapeXml(row.summary)}</description></item>`,
    )
    return reply
      .type('application/rss+xml; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>` +
          `<title>${escapeXml(settings.name)}</title><link>${escapeXml(publicUrl)}/</link><description>${escapeXml(settings.description)}</description>` +
          `<language>zh-CN</language><atom:link href="${escapeXml(publicUrl)}/rss.xml" rel="self" type="application/rss+xml"/>\n` +
          `${items.join('\n')}\n</channel></rss>\n`,
      )
  })
}
