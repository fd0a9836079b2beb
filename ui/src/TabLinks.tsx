// Tabs as links: each tab is a page with its own address. `row` scrolls sideways on phones; `side` is a column beside
// the content from 768 px on.
export type TabLink = { label: string; href: string; current: boolean }

type TabLinksProps = { label: string; tabs: readonly TabLink[]; look?: 'row' | 'side' | 'halves' }

const frames = {
  row: 'flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]',
  side: 'flex gap-1 overflow-x-auto rounded-card bg-surface p-2 shadow-card [scrollbar-width:none] md:flex-col md:overflow-visible md:p-3',
  halves: 'grid grid-cols-2 gap-1 rounded-full bg-page p-1',
}
const links = {
  row: 'relative block px-4 py-3 text-base whitespace-nowrap transition-colors duration-150 hover:text-brand-deep aria-[current=page]:font-semibold aria-[current=page]:text-brand-deep aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-4 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.75 aria-[current=page]:after:rounded-full aria-[current=page]:after:bg-brand',
  side: 'block rounded-lg px-4 py-2.5 text-base whitespace-nowrap transition-colors duration-150 hover:bg-tint hover:text-brand-deep aria-[current=page]:bg-tint aria-[current=page]:font-semibold aria-[current=page]:text-brand-deep',
  halves:
    'block rounded-full px-3 py-2 text-center text-compact transition-colors duration-150 hover:text-brand-deep aria-[current=page]:bg-surface aria-[current=page]:font-semibold aria-[current=page]:text-brand-deep aria-[current=page]:shadow-card',
}

export const TabLinks = ({ label, tabs, look = 'row' }: TabLinksProps) => (
  <nav aria-label={label}>
    <ul data-tabs="" className={frames[look]}>
      {tabs.map((tab) => (
        <li key={tab.href} className="shrink-0">
          <a href={tab.href} aria-current={tab.current ? 'page' : undefined} className={links[look]}>
            {tab.label}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
