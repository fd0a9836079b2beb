// The directory of counsellors: filter, search, five per page, and the most followed ones (portal.md 2).
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { Counsellor } from '@xinqiao/contract/http/counsellors/counsellors.ts'
import type { Domain } from '@xinqiao/contract/http/qa/questions.ts'
import { pageSizes } from '@xinqiao/contract/limits.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { Pagination } from '@xinqiao/ui/Pagination.tsx'
import { HelpCard } from '../frame/HelpCard.tsx'
import { QuietHelpCard } from '../crisis/QuietHelpCard.tsx'
import { PageHead } from '../frame/PageHead.tsx'
import { definePage } from '../page.ts'
import { readNumber } from '../query.ts'
import { counsellorHref } from '../qa/question-addresses.ts'
import { AccountAvatar } from '../qa/AccountAvatar.tsx'
import { CounsellorRow } from './CounsellorRow.tsx'
import { formatYuan } from '@xinqiao/contract/orders.ts'

type CounsellorFilter = { sex: 1 | 2 | null; domain: number | null; key: string }
type ConsultData = CounsellorFilter & {
  page: number
  items: Counsellor[]
  total: number
  hot: Counsellor[]
  /** Accounts of the counsellors who are online. */
  online: number[]
  domains: Domain[]
  /** Level of danger in the searched words. Its help card is above the results. Null without danger. */
  crisisLevel: CrisisLevel | null
}

const sexes = [
  { sex: null, label: '不限' },
  { sex: 1, label: '男' },
  { sex: 2, label: '女' },
] as const
const hotCount = 5
const findDomainName = (id: number, domains: readonly Domain[]) =>
  domains.find((domain) => domain.id === id)?.domain ?? ''
const longestKey = 50

/** Number of counsellors to suggest when a search finds none. */
const suggestedCount = 3

const filterHref = ({ page = 1, ...filter }: CounsellorFilter & { page?: number }) =>
  withQuery(routes.consult, { ...filter, page: page > 1 ? page : null })

export const consultPage = definePage<ConsultData>({
  params: ['sex', 'domain', 'key', 'page'],
  cached: false,
  indexed: true,
  async load({ api, url }) {
    const sexParam = readNumber(url, 'sex')
    const sex = sexParam === 1 || sexParam === 2 ? sexParam : null
    const key = (url.searchParams.get('key') ?? '').trim().slice(0, longestKey)
    const page = readNumber(url, 'page') ?? 1
    const size = pageSizes.counsellors
    const [{ content: domains }, { care }, hot, online] = await Promise.all([
      api('GET /consultDomain/list', {}),
      key === '' ? { care: null } : api('GET /care/search', { key }),
      api('GET /consultDoctor/list', { page: 1, size: hotCount }),
      api('GET /chat/onlineCounsellors', {}),
    ])
    const requestedDomain = readNumber(url, 'domain')
    const domain = domains.some(({ id }) => id === requestedDomain) ? requestedDomain : null
    const filter: CounsellorFilter = { sex, domain, key }
    const list = await api('GET /consultDoctor/list', { page, size, key, sex: sex ?? '', domain: domain ?? '' })
    const { content: items, totalElements: total } = list
    return { ...filter, page, items, total, hot: hot.content, online, domains, crisisLevel: care }
  },
  head: ({ sex, domain, key, page, domains }) => ({
    title: `心理咨询师${domain === null ? '' : `：${findDomainName(domain, domains)}`}${key ? `：${key}` : ''}${page > 1 ? ` 第${page}页` : ''}`,
    description: '协会认证的心理咨询师：擅长领域、资质、费用与在线咨询。',
    canonical: filterHref({ sex, domain, key, page }),
  }),
  View: ({ data: { page, items, total, hot, online, domains, crisisLevel, ...filter } }) => (
    <div className="frame">
      <PageHead title="心理咨询" lead="每位咨询师的资质都经协会核验。会员可免费在线咨询，线下咨询按咨询师标价收费。" />
      {crisisLevel && <QuietHelpCard level={crisisLevel} className="mb-4 sm:p-7" />}
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-6">
        <div className="min-w-0">
          <Card className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4.5 py-4 sm:px-7">
            <nav aria-label="性别" className="flex items-center gap-1">
              <span className="mr-2 text-muted">性别</span>
              {sexes.map((item) => (
                <a
                  key={item.label}
                  href={filterHref({ ...filter, sex: item.sex })}
                  aria-current={item.sex === filter.sex ? 'true' : undefined}
                  className="grid min-h-10 min-w-12 place-items-center rounded-full px-3 hover:bg-tint aria-[current=true]:bg-brand aria-[current=true]:font-semibold aria-[current=true]:text-white"
                >
                  {item.label}
                </a>
              ))}
            </nav>
            <search className="min-w-0 flex-1 basis-64">
              <form action={routes.consult} className="flex gap-2">
                {filter.sex !== null && <input type="hidden" name="sex" value={filter.sex} />}
                {filter.domain !== null && <input type="hidden" name="domain" value={filter.domain} />}
                <input
                  type="search"
                  name="key"
                  defaultValue={filter.key}
                  maxLength={longestKey}
                  aria-label="搜索咨询师"
                  placeholder="姓名、困扰或擅长领域，如失眠"
                  className="min-h-11 min-w-0 flex-1 rounded-full border border-control bg-surface px-4 text-base text-ink hover:border-brand"
                />
                <Button type="submit">
                  <Icon name="search" className="size-4.5" />
                  搜索
                </Button>
              </form>
            </search>
            <DomainFilter filter={filter} domains={domains} />
          </Card>
          <Card className="mt-4 px-4.5 pt-1 pb-6 sm:px-7">
            {items.length === 0 ? (
              <>
                <EmptyState picture="/art/empty.svg" title="搜索结果为空" text="换一个词，或取消筛选再试试。">
                  <ButtonLink href={routes.consult} look="ghost">
                    查看全部咨询师
                  </ButtonLink>
                </EmptyState>
                {hot.length > 0 && (
                  <section aria-labelledby="suggested-title" className="border-t border-line pt-5">
                    <h2 id="suggested-title" className="text-lg font-bold text-ink">
                      您也可以先看看这些咨询师
                    </h2>
                    <div className="divide-y divide-line">
                      {hot.slice(0, suggestedCount).map((item) => (
                        <CounsellorRow key={item.id} counsellor={item} isOnline={online.includes(item.userId)} />
                      ))}
                    </div>
                  </section>
                )}
              </>
            ) : (
              <div className="divide-y divide-line">
                {items.map((item) => (
                  <CounsellorRow key={item.id} counsellor={item} isOnline={online.includes(item.userId)} />
                ))}
              </div>
            )}
            <Pagination
              page={page}
              last={Math.ceil(total / pageSizes.counsellors)}
              total={total}
              hrefOf={(next) => filterHref({ ...filter, page: next })}
            />
          </Card>
        </div>
        <aside className="grid content-start gap-4" aria-label="热门资深咨询师">
          <Card as="section" labelledBy="hot-title" className="p-5">
            <BlockHeading id="hot-title">热门资深咨询师</BlockHeading>
            <ul className="mt-2 divide-y divide-line">
              {hot.map((item) => (
                <li key={item.id} className="flex items-center gap-3 py-3">
                  <AccountAvatar src={item.photo} name={item.nickname} />
                  <div className="min-w-0 flex-1">
                    <p className="font-semibold text-ink">{item.nickname}</p>
                    <p className="truncate text-sm text-muted">{item.professionalTitle}</p>
                    <p className="text-sm text-warm-deep tabular-nums">{formatYuan(item.price)} 元/次</p>
                  </div>
                  <a
                    href={counsellorHref(item)}
                    aria-label={`查看详情：${item.nickname}`}
                    className="rounded-full px-2 py-1.5 text-sm whitespace-nowrap text-brand-deep hover:bg-tint"
                  >
                    查看详情
                  </a>
                </li>
              ))}
            </ul>
          </Card>
          <Card as="section" labelledBy="groups-title" className="p-5">
            <BlockHeading id="groups-title">同伴小组</BlockHeading>
            <p className="mt-2">和有相似经历的人一起，由咨询师带领，用自己取的称呼参加。</p>
            <ButtonLink href={routes.peerGroups} look="ghost" className="mt-3">
              看看有哪些小组
            </ButtonLink>
          </Card>
          <HelpCard />
        </aside>
      </div>
    </div>
  ),
})

type DomainFilterProps = { filter: CounsellorFilter; domains: readonly Domain[] }

const DomainFilter = ({ filter, domains }: DomainFilterProps) => (
  <nav aria-label="擅长领域" className="-mx-1 flex w-full flex-wrap gap-1">
    {[{ id: null, domain: '全部领域' }, ...domains].map(({ id, domain }) => (
      <a
        key={id}
        href={filterHref({ ...filter, domain: id })}
        aria-current={id === filter.domain ? 'true' : undefined}
        className="inline-flex min-h-10 items-center rounded-full px-3 text-compact hover:bg-tint aria-[current=true]:bg-brand aria-[current=true]:font-semibold aria-[current=true]:text-white"
      >
        {domain}
      </a>
    ))}
  </nav>
)
