// One article: title, time, body, attachments, neighbours. The staff preview uses the same view.
import { type Article, columns, tags } from '@xinqiao/contract/http/articles/articles.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { columnIds } from '@xinqiao/contract/articles.ts'
import { Breadcrumb, type BreadcrumbEntry } from '@xinqiao/ui/Breadcrumb.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { Phrases } from '@xinqiao/ui/Phrases.tsx'
import { formatMinute } from '../frame/format-time.ts'
import { wrapTables } from './body.ts'
import { formatFileSize } from '@xinqiao/ui/file-size.ts'

export function createArticleCrumbs(article: Article): BreadcrumbEntry[] {
  const column = article.psychologyColumnId
  const list =
    column === columnIds.learning
      ? { label: columns[column], href: routes.learning }
      : {
          label: columns[column],
          href: withQuery(routes.dynamic, { tab: column === columnIds.announcements ? 2 : null }),
        }
  return [{ label: '首页', href: routes.dashBoard }, list, { label: '正文' }]
}

export const ArticleView = ({ article }: { article: Article }) => (
  <div className="frame max-w-[60rem]">
    <Breadcrumb crumbs={createArticleCrumbs(article)} />
    <Card as="article" className="px-4.5 py-7 sm:px-10 sm:py-12 md:px-16">
      <div className="mx-auto max-w-[44.625rem]">
        <header className="border-b border-line pb-5">
          <h1 className="text-2xl leading-9.5 font-bold text-balance text-ink sm:text-display sm:leading-12">
            <Phrases text={article.title} />
          </h1>
          <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
            <span className="flex items-center gap-1.5">
              <Icon name="clock" className="size-4" />
              <time dateTime={article.time.replace(' ', 'T')}>{formatMinute(article.time)}</time>
            </span>
            <span>{columns[article.psychologyColumnId]}</span>
            {article.tagId && <span>{tags[article.tagId]}</span>}
          </p>
        </header>
        <div className="article mt-7" dangerouslySetInnerHTML={{ __html: wrapTables(article.content) }} />
        <AttachmentList article={article} />
      </div>
    </Card>
    <NeighbourLinks article={article} />
  </div>
)

function AttachmentList({ article }: { article: Article }) {
  if (article.attachments.length === 0) return null
  return (
    <section aria-labelledby="attachments" className="mt-9 rounded-card bg-page p-5">
      <h2 id="attachments" className="font-semibold text-ink">
        附件下载
      </h2>
      <ul className="mt-1.5">
        {article.attachments.map((file) => (
          <li key={file.id}>
            <a
              href={file.url}
              download={file.name}
              className="flex min-h-11 items-center gap-2.5 rounded-lg py-1.5 text-compact text-brand-deep hover:underline"
            >
              <Icon name="file" />
              <span className="min-w-0 break-words">{file.name}</span>
              <span className="shrink-0 text-sm text-muted">{formatFileSize(file.bytes)}</span>
              <Icon name="download" className="ml-auto size-5" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

const NeighbourLinks = ({ article }: { article: Article }) => (
  <nav aria-label="上一篇与下一篇" className="mt-4 grid gap-3 sm:grid-cols-2 sm:gap-4">
    <NeighbourLink label="上一篇" none="没有上一篇了" to={article.prevArticle} />
    <NeighbourLink label="下一篇" none="没有下一篇了" to={article.nextArticle} />
  </nav>
)

type NeighbourLinkProps = { label: string; none: string; to: Article['prevArticle'] }

function NeighbourLink({ label, none, to }: NeighbourLinkProps) {
  const box = 'block min-w-0 rounded-card bg-surface px-5 py-4 shadow-card'
  if (!to) return <p className={`${box} flex items-center text-muted`}>{none}</p>
  return (
    <a
      href={withQuery(routes.detail, { id: to.id })}
      rel={label === '上一篇' ? 'prev' : 'next'}
      className={`${box} transition-shadow duration-150 hover:text-brand hover:shadow-raised`}
    >
      <span className="block text-sm text-muted">{label}</span>
      <span className="line-clamp-2 font-semibold">{to.title}</span>
    </a>
  )
}
