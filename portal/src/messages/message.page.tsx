// The message centre (portal.md 2): official messages, notifications, and their settings.
import type { User } from '@xinqiao/contract/http/accounts/accounts.ts'
import type { SiteMessage, NoticeSettings } from '@xinqiao/contract/http/messages/messages.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { TabLinks } from '@xinqiao/ui/TabLinks.tsx'
import { Screen } from '../frame/Screen.tsx'
import { definePage, Redirect } from '../page.ts'
import { readNumber, readTab } from '../query.ts'
import { type MessageProps, Screen as MessageScreen } from './message.screen.tsx'
import { createTabFilter, subTabs } from './message-tabs.ts'

const tabs = ['官方', '通知', '消息设置'] as const
const tabHref = (tab: number, sub = 1) =>
  withQuery(routes.message, { tab: tab > 1 ? tab : null, sub: sub > 1 ? sub : null })
const readMessageTab = (url: URL) => readTab(url, tabs.length)

type MessagePageData = { tab: number; screen: MessageProps }

const joinUnreadAndRead = (unread: SiteMessage[], read: SiteMessage[]) => [
  ...unread.map((message) => ({ ...message, isRead: false })),
  ...read.map((message) => ({ ...message, isRead: true })),
]

const readMailState = ({ email, emailConfirmed }: User) =>
  email === '' ? 'none' : emailConfirmed ? 'confirmed' : 'unconfirmed'

export const messagePage = definePage<MessagePageData>({
  params: ['tab', 'sub'],
  cached: false,
  indexed: false,
  screen: 'message',
  async load({ api, url, viewer }) {
    const tab = readMessageTab(url)
    if (!viewer) throw new Redirect(withQuery(routes.login, { next: tabHref(tab) }))
    if (tab === 3) {
      const settings: NoticeSettings = await api('GET /message/settings', {})
      return { tab, screen: { part: 'settings', settings, mail: readMailState(viewer) } }
    }
    const which = tab === 2 ? 2 : 1
    const subParam = readNumber(url, 'sub') ?? 1
    const sub = subParam <= subTabs[which].length ? subParam : 1
    const isShown = createTabFilter(which, sub)
    const [unread, read] = await Promise.all([
      api('GET /message/getUnReadByUserId', {}),
      api('GET /message/getReadByUserId', {}),
    ])
    const messages = joinUnreadAndRead(unread, read)
      .filter(isShown)
      .toSorted((a, b) => b.id - a.id)
    return {
      tab,
      screen: {
        part: 'list',
        selected: { tab: which, sub },
        tabs: subTabs[which].map(([label], i) => ({
          label,
          href: tabHref(which, i + 1),
          current: sub === i + 1,
        })),
        messages,
      },
    }
  },
  head: ({ tab }) => ({
    title: `消息中心 · ${tabs[tab - 1]}`,
    description: '协会公告、审核结果、回答与点赞。',
    canonical: tabHref(tab),
  }),
  View: ({ data }) => (
    <div className="frame">
      <Breadcrumb crumbs={[{ label: '首页', href: routes.dashBoard }, { label: '消息中心' }]} />
      <h1 className="sr-only">消息中心</h1>
      <div className="grid gap-4 md:grid-cols-[12rem_minmax(0,1fr)] md:gap-6">
        <div className="min-w-0 md:self-start">
          <TabLinks
            label="消息中心"
            look="side"
            tabs={tabs.map((label, i) => ({ label, href: tabHref(i + 1), current: data.tab === i + 1 }))}
          />
        </div>
        <Screen name="message" of={MessageScreen} props={data.screen} />
      </div>
    </div>
  ),
})
