// The user's appointments; for counsellors also their clients and schedule.
import { roles } from '@xinqiao/contract/roles.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { TabLinks } from '@xinqiao/ui/TabLinks.tsx'
import { Screen } from '../frame/Screen.tsx'
import { definePage, Redirect } from '../page.ts'
import { readNumber, readTab } from '../query.ts'
import { type BookingProps, Screen as BookingScreen } from './booking.screen.tsx'

const tabNames = ['我的预约', '来访预约', '我的排班'] as const
const size = 10
const tabHref = (tab: number, page = 1) =>
  withQuery(routes.booking, { tab: tab > 1 ? tab : null, page: page > 1 ? page : null })

type BookingPageData = { tab: number; isCounsellor: boolean; screen: BookingProps }

export const bookingPage = definePage<BookingPageData>({
  params: ['tab', 'page'],
  cached: false,
  indexed: false,
  screen: 'booking',
  async load({ api, url, viewer }) {
    const requestedTab = readTab(url, tabNames.length)
    if (!viewer) throw new Redirect(withQuery(routes.login, { next: tabHref(requestedTab) }))
    const isCounsellor = viewer.roles.some(({ id }) => id === roles.counsellor)
    const tab = isCounsellor ? requestedTab : 1
    const page = readNumber(url, 'page') ?? 1
    if (tab === 3)
      return { tab, isCounsellor, screen: { part: 'schedule', schedule: await api('GET /booking/schedule', {}) } }
    const createPages = (total: number) => ({ page, last: Math.ceil(total / size), total })
    if (tab === 2) {
      const list = await api('GET /booking/clients', { page, size })
      return { tab, isCounsellor, screen: { part: 'clients', items: list.content, ...createPages(list.totalElements) } }
    }
    const list = await api('GET /booking/mine', { page, size })
    return { tab, isCounsellor, screen: { part: 'own', items: list.content, ...createPages(list.totalElements) } }
  },
  head: ({ tab }) => ({ title: tabNames[tab - 1] ?? tabNames[0], description: '咨询预约', canonical: tabHref(tab) }),
  View: ({ data }) => (
    <div className="frame">
      <Breadcrumb
        crumbs={[
          { label: '首页', href: routes.dashBoard },
          { label: '心理咨询', href: routes.consult },
          { label: tabNames[data.tab - 1] ?? tabNames[0] },
        ]}
      />
      <h1 className="mb-4 text-2xl font-bold text-ink">{tabNames[data.tab - 1]}</h1>
      <div className={data.isCounsellor ? 'grid gap-4 md:grid-cols-[12rem_minmax(0,1fr)] md:gap-6' : ''}>
        {data.isCounsellor && (
          <div className="min-w-0 md:self-start">
            <TabLinks
              label="预约"
              look="side"
              tabs={tabNames.map((label, i) => ({ label, href: tabHref(i + 1), current: data.tab === i + 1 }))}
            />
          </div>
        )}
        <Screen name="booking" of={BookingScreen} props={data.screen} />
      </div>
    </div>
  ),
})
