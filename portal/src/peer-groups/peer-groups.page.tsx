// The peer groups that the association offers.
import type { PeerGroupCard } from '@xinqiao/contract/http/peer-groups/peer-groups.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { Pagination } from '@xinqiao/ui/Pagination.tsx'
import { PageTitle } from '../frame/PageTitle.tsx'
import { definePage } from '../page.ts'
import { readNumber } from '../query.ts'
import { Guarantees } from './Guarantees.tsx'
import { PeerGroupRow } from './PeerGroupRow.tsx'
import { peerGroupTexts } from './peer-group.texts.ts'

type PeerGroupsData = { groups: PeerGroupCard[]; total: number; page: number }

const pageSize = 10
const listHref = (page: number) => withQuery(routes.peerGroups, { page: page > 1 ? page : null })

export const peerGroupsPage = definePage<PeerGroupsData>({
  params: ['page'],
  cached: false,
  indexed: true,
  async load({ api, url }) {
    const page = readNumber(url, 'page') ?? 1
    const list = await api('GET /peerGroup/list', { page, size: pageSize })
    return { groups: list.content, total: list.totalElements, page }
  },
  head: ({ page }) => ({
    title: `${peerGroupTexts.title}${page > 1 ? ` 第${page}页` : ''}`,
    description: peerGroupTexts.lead,
    canonical: listHref(page),
  }),
  View: ({ data: { groups, total, page }, site }) => (
    <div className="frame">
      <Breadcrumb
        crumbs={[
          { label: '首页', href: routes.dashBoard },
          { label: '心理咨询', href: routes.consult },
          { label: peerGroupTexts.title },
        ]}
      />
      <PageTitle title={peerGroupTexts.title} lead={peerGroupTexts.lead} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
        <Card className="self-start px-4.5 pt-1 pb-6 sm:px-7">
          {groups.length === 0 ? (
            <EmptyState picture="/art/empty.svg" title="现在没有同伴小组" text="新的小组开始招募时会显示在这里。">
              <ButtonLink href={routes.consult} look="ghost">
                找一位咨询师
              </ButtonLink>
            </EmptyState>
          ) : (
            <div className="divide-y divide-line">
              {groups.map((group) => (
                <PeerGroupRow key={group.id} group={group} />
              ))}
            </div>
          )}
          {site.request.viewer?.roles.some(({ id }) => id === roles.counsellor) && (
            <p className="mt-4 border-t border-line pt-4">
              <ButtonLink href={routes.ledGroups} look="ghost">
                我带领的团体辅导
              </ButtonLink>
            </p>
          )}
          <p className="mt-4 border-t border-line pt-4 text-sm text-muted">
            在专业委员会或会议的名单上？
            <a href={routes.rosterGroups} className="text-brand-deep underline underline-offset-4">
              我的名单群
            </a>
          </p>
          <Pagination page={page} last={Math.ceil(total / pageSize)} total={total} hrefOf={listHref} />
        </Card>
        <Guarantees />
      </div>
    </div>
  ),
})
