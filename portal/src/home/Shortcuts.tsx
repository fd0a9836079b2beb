// Shortcuts to the most visited pages: the first six that are served.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import type { PageContext } from '../page.ts'

type Shortcut = {
  label: string
  note: string
  path: string
  query?: Record<string, number>
  base: string
  accent: string
}

const shortcuts: readonly Shortcut[] = [
  {
    label: '心理问答',
    note: '匿名提问',
    path: routes.psychology,
    base: 'M8 12h24v14H19l-7 6v-6H8Z',
    accent: 'M14 18h12M14 22h7',
  },
  {
    label: '找咨询师',
    note: '查找与预约',
    path: routes.consult,
    base: 'M16 21a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM6 32c1-7 5-10 10-10s9 3 10 10',
    accent: 'M27 12c4 0 6 3 6 6s-2 6-6 6',
  },
  {
    label: '申请入会',
    note: '个人与单位',
    path: routes.member,
    base: 'M10 9h20a4 4 0 0 1 4 4v14a4 4 0 0 1-4 4H10a4 4 0 0 1-4-4V13a4 4 0 0 1 4-4ZM10 27c1-3 3-4 5-4s4 1 5 4M24 17h6M24 22h6',
    accent: 'M15 21.4a3.4 3.4 0 1 0 0-6.8 3.4 3.4 0 0 0 0 6.8Z',
  },
  {
    label: '年会报名',
    note: '报到与缴费',
    path: routes.payment,
    base: 'M11 9h18a4 4 0 0 1 4 4v16a4 4 0 0 1-4 4H11a4 4 0 0 1-4-4V13a4 4 0 0 1 4-4ZM7 16h26M14 6v6M26 6v6',
    accent: 'm15 24 4 4 7-8',
  },
  {
    label: '在线考试',
    note: '继续教育',
    path: routes.examination,
    base: 'M10 6h15l6 6v22H10Z',
    accent: 'M15 17h11M15 23h11M15 29h6',
  },
  {
    label: '团体服务',
    note: '测评与辅导',
    path: routes.group,
    base: 'M13 19a5 5 0 1 0 0-10 5 5 0 0 0 0 10ZM4 32c.8-6 4.2-9 9-9s8.2 3 9 9',
    accent: 'M27 20a4.5 4.5 0 1 0 0-9M27 24c4.5 0 7.8 2.8 9 8',
  },
  {
    label: '科普文章',
    note: '读懂自己',
    path: routes.learning,
    query: { tagId: 4 },
    base: 'M20 33c-9-6-13-11-13-17a7 7 0 0 1 13-4 7 7 0 0 1 13 4c0 6-4 11-13 17Z',
    accent: 'M11 20h5l3-5 4 9 2-4h4',
  },
  {
    label: '学术活动',
    note: '论坛与培训',
    path: routes.learning,
    query: { tagId: 1 },
    base: 'M6 8h28v18H6ZM20 26v7M13 33h14',
    accent: 'M12 20l5-5 4 4 7-7',
  },
  {
    label: '通知公告',
    note: '最新安排',
    path: routes.dynamic,
    query: { tab: 2 },
    base: 'M7 17v7h5l14 7V10L12 17ZM12 24v8h4v-6',
    accent: 'M31 16c2 2.6 2 6.4 0 9',
  },
  {
    label: '组织机构',
    note: '了解架构',
    path: routes.association,
    query: { tab: 2 },
    base: 'M15 6h10v8H15ZM5 26h10v8H5ZM25 26h10v8H25Z',
    accent: 'M20 14v6M10 26v-6h20v6',
  },
  {
    label: '协会简介',
    note: '认识我们',
    path: routes.association,
    base: 'M6 34V16L20 6l14 10v18ZM6 34h28',
    accent: 'M16 34V24h8v10',
  },
]

type ShortcutsProps = { site: PageContext; raised: boolean }

export function Shortcuts({ site, raised }: ShortcutsProps) {
  const servedShortcuts = shortcuts.filter((shortcut) => site.isServed(shortcut.path)).slice(0, 6)
  return (
    <nav aria-label="常用服务" className={`relative ${raised ? '-mt-10 md:-mt-12' : ''}`}>
      <ul className="grid grid-cols-2 gap-2.5 min-[22rem]:grid-cols-3 md:grid-cols-6 md:gap-4">
        {servedShortcuts.map((shortcut) => (
          <li key={shortcut.label}>
            <a
              href={withQuery(shortcut.path, shortcut.query ?? {})}
              className="flex h-full flex-col items-center rounded-card bg-surface px-2 pt-4 pb-3 text-compact font-semibold text-ink shadow-card transition-transform duration-150 hover:-translate-y-1 hover:text-brand-deep md:pt-5.5 md:pb-4.5"
            >
              <svg
                viewBox="0 0 40 40"
                className="mb-1.5 size-10"
                fill="none"
                stroke="var(--color-brand)"
                strokeWidth="2.2"
                strokeLinecap="round"
                strokeLinejoin="round"
                aria-hidden="true"
              >
                <path d={shortcut.base} />
                <path d={shortcut.accent} stroke="var(--color-warm)" />
              </svg>
              {shortcut.label}
              <small className="text-xs leading-5 font-normal text-muted">{shortcut.note}</small>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
