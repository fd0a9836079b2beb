// Page of one counsellor: found by number, or by account if the link contains one (portal.md 2).
import { roles } from '@xinqiao/contract/roles.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { Screen } from '../frame/Screen.tsx'
import { definePage } from '../page.ts'
import { readNumber, readTab, requireId } from '../query.ts'
import { type ConsultDetailProps, Screen as ConsultDetailScreen } from './consult-detail.screen.tsx'

const tabs = ['TA的回答', '预约须知'] as const
const chatRoles: readonly number[] = [roles.counsellor, roles.user]

const tabHref = (id: number, userId: number, tab: number) =>
  withQuery(routes.consultDetail, { id, userId, tab: tab > 1 ? tab : null })

export const consultDetailPage = definePage<ConsultDetailProps>({
  params: ['id', 'userId', 'tab'],
  cached: false,
  indexed: true,
  screen: 'consult-detail',
  async load({ api, url, viewer }) {
    const id = requireId(url)
    const tab = readTab(url, tabs.length)
    const [counsellor, answers] = await Promise.all([
      api('GET /consultDoctor/getById', { id, userId: readNumber(url, 'userId') ?? '' }),
      tab === 1 ? api('GET /problemAnswer/listById', { doctorId: id, size: 50 }) : null,
    ])
    const chatState = await api('GET /chat/counsellorState', { id: counsellor.userId })
    return {
      counsellor,
      chatState,
      answers,
      tabs: tabs.map((label, i) => ({
        label,
        href: tabHref(id, counsellor.userId, i + 1),
        current: tab === i + 1,
      })),
      viewer: viewer && { id: viewer.id, canChat: viewer.roles.some((role) => chatRoles.includes(role.id)) },
    }
  },
  head: ({ counsellor, tabs: [first] }) => ({
    title: `${counsellor.nickname} · 心理咨询师`,
    description: counsellor.description.slice(0, 120),
    canonical: first?.href ?? routes.consult,
    ...(counsellor.photo.startsWith('/') && !counsellor.photo.endsWith('.svg') && { image: counsellor.photo }),
  }),
  View: ({ data }) => (
    <div className="frame">
      <Breadcrumb
        crumbs={[
          { label: '首页', href: routes.dashBoard },
          { label: '心理咨询', href: routes.consult },
          { label: data.counsellor.nickname },
        ]}
      />
      <Screen name="consult-detail" of={ConsultDetailScreen} props={data} />
    </div>
  ),
})
