// The directory: members who agreed to be listed, with a search that works without scripts.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { memberKinds, type MemberKind } from '@xinqiao/contract/membership.ts'
import type { DirectoryEntry } from '@xinqiao/contract/http/membership/own.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Card } from '@xinqiao/ui/Card.tsx'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { Pagination } from '@xinqiao/ui/Pagination.tsx'
import { TabLinks } from '@xinqiao/ui/TabLinks.tsx'
import { QuietHelpCard } from '../crisis/QuietHelpCard.tsx'
import { PageHead } from '../frame/PageHead.tsx'
import { definePage } from '../page.ts'
import { readNumber } from '../query.ts'

const size = 20
const title = '会员名录'

type DirectoryData = {
  page: number
  key: string
  kind: MemberKind | undefined
  rows: DirectoryEntry[]
  total: number
  /** The level of the help card, for words that suggest a crisis. */
  crisisLevel: CrisisLevel | null
}

const directoryHref = ({ key, kind, page }: { key: string; kind: MemberKind | undefined; page: number }) =>
  withQuery(routes.directory, { kind, key: key || null, page: page > 1 ? page : null })

export const directoryPage = definePage<DirectoryData>({
  params: ['kind', 'key', 'page'],
  cached: false,
  indexed: false,
  async load({ api, url }) {
    const page = readNumber(url, 'page') ?? 1
    const key = (url.searchParams.get('key') ?? '').trim().slice(0, 40)
    const kindParam = url.searchParams.get('kind') ?? ''
    const kind = kindParam in memberKinds ? (kindParam as MemberKind) : undefined
    const [{ content, totalElements }, { care }] = await Promise.all([
      api('GET /membership/directory', { page, size, key, kind }),
      key === '' ? { care: null } : api('GET /care/search', { key }),
    ])
    return { page, key, kind, rows: content, total: totalElements, crisisLevel: care }
  },
  head: () => ({ title, description: '自愿公开信息的会员与单位会员。', canonical: routes.directory }),
  View: ({ data: { page, key, kind, rows, total, crisisLevel } }) => (
    <div className="frame">
      <PageHead
        under="member"
        title={title}
        lead="由会员自愿公开，不含联系方式。会员可随时在“我的会籍”中加入或退出。"
      />
      {crisisLevel && <QuietHelpCard level={crisisLevel} className="mb-4 sm:p-7" />}
      <Card className="px-4.5 pt-2 pb-7 sm:px-8 sm:pt-3">
        <TabLinks
          label="会员类别"
          tabs={([undefined, 'individual', 'unit'] as const).map((item) => ({
            label: item ? memberKinds[item] : '全部',
            href: directoryHref({ key, kind: item, page: 1 }),
            current: item === kind,
          }))}
        />
        <form method="get" action={routes.directory} className="mt-5 flex gap-2.5">
          {kind && <input type="hidden" name="kind" value={kind} />}
          <input
            type="search"
            name="key"
            aria-label="按姓名、单位或简介搜索"
            placeholder="姓名、单位或专业方向"
            defaultValue={key}
            maxLength={40}
            className="min-h-12 min-w-0 flex-1 rounded-lg border border-control bg-surface px-3.5 text-base text-ink hover:border-brand sm:max-w-96"
          />
          <button
            type="submit"
            className="inline-flex min-h-12 items-center rounded-full bg-brand px-6 font-semibold text-white hover:bg-brand-deep"
          >
            搜索
          </button>
        </form>
        {rows.length === 0 ? (
          <EmptyState picture="/art/empty.svg" title="搜索结果为空" text="换一个词试试，或查看全部会员。" />
        ) : (
          <ul className="mt-5 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {rows.map((row) => (
              <li key={row.id} className="rounded-card border border-line px-4.5 py-4">
                <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                  <strong className="text-ink">{row.name}</strong>
                  <span className="text-sm text-muted">
                    {row.levelTitle} · {row.joinedYear}年入会
                  </span>
                </p>
                {row.organization && <p className="text-compact">{row.organization}</p>}
                {row.introduction && <p className="mt-1 text-sm text-muted">{row.introduction}</p>}
              </li>
            ))}
          </ul>
        )}
        <Pagination
          page={page}
          last={Math.ceil(total / size)}
          total={total}
          hrefOf={(next) => directoryHref({ key, kind, page: next })}
        />
      </Card>
    </div>
  ),
})
