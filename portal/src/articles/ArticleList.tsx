// One page of an article list: cards with cover, summary and day, and the empty states.
import { type ArticleCard, columns, tags } from '@xinqiao/contract/http/articles/articles.ts'
import { pageSizes } from '@xinqiao/contract/limits.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { Pagination } from '@xinqiao/ui/Pagination.tsx'
import { Picture } from '../pictures/Picture.tsx'
import { Day } from './Day.tsx'
import { Tag } from './Tag.tsx'

export type ArticleListPage = { page: number; items: ArticleCard[]; total: number }

type ArticleListProps = { list: ArticleListPage; hrefOf: (page: number) => string }

export function ArticleList({ list, hrefOf }: ArticleListProps) {
  const lastPage = Math.max(1, Math.ceil(list.total / pageSizes.articles))
  if (list.items.length === 0) {
    return (
      <EmptyState
        picture="/art/empty.svg"
        title={list.page > 1 ? '这一页没有内容' : '暂时没有内容'}
        text={list.page > 1 ? '内容可能已经移到前面的页。' : '新的内容发布后会出现在这里。'}
      >
        {list.page > 1 ? (
          <ButtonLink href={hrefOf(1)}>回到第一页</ButtonLink>
        ) : (
          <ButtonLink href={routes.dashBoard} look="ghost">
            返回首页
          </ButtonLink>
        )}
      </EmptyState>
    )
  }
  return (
    <>
      <ul>
        {list.items.map((item) => (
          <li key={item.id} className="border-b border-line last:border-0">
            <ArticleEntry item={item} />
          </li>
        ))}
      </ul>
      <Pagination page={list.page} last={lastPage} total={list.total} hrefOf={hrefOf} />
    </>
  )
}

const ArticleEntry = ({ item }: { item: ArticleCard }) => (
  <article className="group relative flex gap-4 py-4.5 sm:gap-6 sm:py-5.5">
    {item.picture && (
      <div className="aspect-4/3 w-26 shrink-0 self-start overflow-hidden rounded-lg bg-tint sm:aspect-video sm:w-52">
        <Picture
          picture={item.picture}
          alt=""
          sizes="(max-width: 40rem) 7rem, 13rem"
          className="size-full object-cover transition-transform duration-200 group-hover:scale-104"
        />
      </div>
    )}
    <div className="flex min-w-0 flex-1 flex-col">
      <h2 className="text-base leading-6.5 font-semibold text-ink sm:text-lg sm:leading-7">
        <a
          href={withQuery(routes.detail, { id: item.id })}
          className="group-hover:text-brand after:absolute after:inset-0"
        >
          {item.title}
        </a>
      </h2>
      {item.description && (
        <p className="mt-1 line-clamp-2 text-sm leading-6 text-muted sm:text-compact">{item.description}</p>
      )}
      <p className="mt-auto flex flex-wrap items-center gap-2 pt-2">
        {item.pinned && <Tag tone="warm">置顶</Tag>}
        <Tag>{item.tagId ? tags[item.tagId] : columns[item.psychologyColumnId]}</Tag>
        <Day time={item.time} />
      </p>
    </div>
  </article>
)
