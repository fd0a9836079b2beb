// Pagination as plain links, so that back, forward and sharing work.
import { Icon } from './Icon.tsx'
import { listVisiblePages } from './visible-pages.ts'

type PaginationProps = { page: number; last: number; total: number; hrefOf: (page: number) => string }

const cell = 'grid min-h-11 min-w-11 place-items-center rounded-lg px-2 tabular-nums transition-colors duration-150'

export function Pagination({ page, last, total, hrefOf }: PaginationProps) {
  if (last <= 1) return null
  return (
    <nav aria-label="分页" className="mt-8 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 text-compact">
      <ul className="flex flex-wrap items-center justify-center gap-1">
        <li>
          <PageLink label="上一页" icon="arrowLeft" href={page > 1 ? hrefOf(page - 1) : null} rel="prev" />
        </li>
        {listVisiblePages(page, last).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === null ? (
              <span className={cell} aria-hidden="true">
                …
              </span>
            ) : (
              <a
                href={hrefOf(number)}
                aria-label={`第${number}页`}
                aria-current={number === page ? 'page' : undefined}
                className={`${cell} ${number === page ? 'bg-brand font-semibold text-white' : 'hover:bg-tint hover:text-brand-deep'}`}
              >
                {number}
              </a>
            )}
          </li>
        ))}
        <li>
          <PageLink label="下一页" icon="arrowRight" href={page < last ? hrefOf(page + 1) : null} rel="next" />
        </li>
      </ul>
      <p className="text-sm text-muted">共 {total} 条</p>
    </nav>
  )
}

type PageLinkProps = { label: string; icon: 'arrowLeft' | 'arrowRight'; href: string | null; rel: string }

function PageLink({ label, icon, href, rel }: PageLinkProps) {
  if (!href) {
    return (
      <span className={`${cell} text-control`} aria-hidden="true">
        <Icon name={icon} />
      </span>
    )
  }
  return (
    <a href={href} rel={rel} aria-label={label} className={`${cell} hover:bg-tint hover:text-brand-deep`}>
      <Icon name={icon} />
    </a>
  )
}
