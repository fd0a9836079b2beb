// Seven headlines of one column, with a link to the others.
import { type ArticleCard, tags } from '@xinqiao/contract/http/articles/articles.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { Day } from '../articles/Day.tsx'
import { Tag } from '../articles/Tag.tsx'

type NewsListProps = { id: string; title: string; more: string; items: readonly ArticleCard[] }

export const NewsList = ({ id, title, more, items }: NewsListProps) => (
  <Card as="section" labelledBy={id} className="p-4.5 sm:px-6 sm:py-5">
    <BlockHeading
      id={id}
      end={
        <a href={more} className="flex items-center gap-0.5 py-1.5 text-sm text-muted hover:text-brand">
          更多<span className="sr-only">{title}</span>
          <Icon name="arrowRight" className="size-4" />
        </a>
      }
    >
      {title}
    </BlockHeading>
    {items.length > 0 ? (
      <ul className="mt-1.5 text-compact">
        {items.map((item) => (
          <li key={item.id} className="border-b border-dashed border-line last:border-0">
            <a
              href={withQuery(routes.detail, { id: item.id })}
              className="flex items-center gap-2.5 py-2 hover:text-brand"
            >
              {item.pinned && <Tag tone="warm">置顶</Tag>}
              {item.tagId && <Tag>{tags[item.tagId].slice(0, 2)}</Tag>}
              <span className="min-w-0 flex-1 truncate">{item.title}</span>
              <Day time={item.time} short />
            </a>
          </li>
        ))}
      </ul>
    ) : (
      <p className="py-10 text-center text-muted">暂时没有内容，请稍后再来</p>
    )}
  </Card>
)
