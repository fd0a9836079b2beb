// The main menu. On wide screens drop-downs open by hover, focus or a first touch (site/menus.ts); on small ones a
// native disclosure works without scripts.
import { Icon } from '@xinqiao/ui/Icon.tsx'
import type { PageContext } from '../page.ts'
import { findMenuPath, listServedItems } from './navigation.ts'

export function Menu({ site }: { site: PageContext }) {
  const here = findMenuPath(site.request.url.pathname)
  return (
    <nav
      aria-label="主导航"
      className="ml-auto hidden min-[76rem]:block large:order-last large:ml-0 large:w-full large:border-t large:border-line"
    >
      <ul className="flex gap-0.5 text-compact large:py-1">
        {listServedItems(site.isServed).map((item) => (
          <li key={item.path} className="group relative" data-menu={item.children?.length ? '' : undefined}>
            <a
              href={item.path}
              aria-current={item.path === here ? 'page' : undefined}
              className="block rounded-lg px-2 py-2 whitespace-nowrap transition-colors duration-150 hover:bg-tint hover:text-brand-deep aria-[current=page]:bg-tint aria-[current=page]:font-semibold aria-[current=page]:text-brand-deep"
            >
              {item.label}
            </a>
            {item.children && item.children.length > 0 && (
              <ul className="drop absolute top-full left-1/2 w-38 -translate-x-1/2 rounded-card border border-line bg-surface p-1.5 text-center shadow-raised">
                {item.children.map((child) => (
                  <li key={child.href}>
                    <a href={child.href} className="block rounded-lg px-3 py-2 hover:bg-tint hover:text-brand-deep">
                      {child.label}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function PhoneMenu({ site }: { site: PageContext }) {
  const here = findMenuPath(site.request.url.pathname)
  return (
    <details className="group min-[76rem]:hidden" data-popover="">
      <summary
        aria-label="菜单"
        className="grid size-11 place-items-center rounded-lg border border-line text-ink hover:bg-tint"
      >
        <Icon name="menu" className="size-6 group-open:hidden" />
        <Icon name="close" className="hidden size-6 group-open:block" />
      </summary>
      <nav
        aria-label="主导航"
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-7rem)] md:max-h-[calc(100dvh-5rem)] overflow-y-auto border-t border-line bg-surface shadow-raised"
      >
        <ul className="frame py-2">
          {listServedItems(site.isServed).map((item) => (
            <li key={item.path} className="border-b border-line py-1 last:border-0">
              <a
                href={item.path}
                aria-current={item.path === here ? 'page' : undefined}
                className="block py-2.5 font-semibold text-ink aria-[current=page]:text-brand-deep"
              >
                {item.label}
              </a>
              {item.children && item.children.length > 1 && (
                <ul className="-mx-1 flex flex-wrap gap-x-1 pb-2 text-compact">
                  {item.children.map((child) => (
                    <li key={child.href}>
                      <a href={child.href} className="block rounded-lg px-3 py-2 text-muted hover:bg-tint">
                        {child.label}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </nav>
    </details>
  )
}
