// Breadcrumb; the last entry is the current page.
import { Fragment } from 'react'
import { Icon } from './Icon.tsx'

export type BreadcrumbEntry = { label: string; href?: string }

export const Breadcrumb = ({ crumbs }: { crumbs: readonly BreadcrumbEntry[] }) => (
  <nav aria-label="当前位置" className="py-4 text-sm text-muted">
    <ol className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
      {crumbs.map((crumb, index) => (
        <Fragment key={crumb.label}>
          {index > 0 && (
            <li aria-hidden="true">
              <Icon name="arrowRight" className="size-3.5" />
            </li>
          )}
          <li className="min-w-0">
            {crumb.href ? (
              <a href={crumb.href} className="inline-block py-0.5 hover:text-brand hover:underline">
                {crumb.label}
              </a>
            ) : (
              <span aria-current="page" className="line-clamp-1 text-text">
                {crumb.label}
              </span>
            )}
          </li>
        </Fragment>
      ))}
    </ol>
  </nav>
)
