// The viewer's roster groups: those of their committees and meetings.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { Screen } from '../frame/Screen.tsx'
import { PageTitle } from '../frame/PageTitle.tsx'
import { definePage, Redirect } from '../page.ts'
import { peerGroupTexts } from '../peer-groups/peer-group.texts.ts'
import { type RosterGroupsProps, Screen as RosterGroupsScreen } from './roster-groups.screen.tsx'

const title = '我的名单群'
const lead =
  '协会按委员名单和会议报名建立的群。是否加入由您决定。群里显示姓名，没有同意公开姓名的参会者只显示姓；不在名单上的人会离开。'

export const rosterGroupsPage = definePage<RosterGroupsProps>({
  params: [],
  cached: false,
  indexed: false,
  screen: 'roster-groups',
  async load({ api, viewer }) {
    if (!viewer) throw new Redirect(withQuery(routes.login, { next: routes.rosterGroups }))
    const { content, former } = await api('GET /rosterGroup/list', {})
    return { groups: content, former }
  },
  head: () => ({ title, description: lead, canonical: routes.rosterGroups }),
  View: ({ data }) => (
    <div className="frame max-w-[60rem]">
      <Breadcrumb
        crumbs={[
          { label: '首页', href: routes.dashBoard },
          { label: peerGroupTexts.title, href: routes.peerGroups },
          { label: title },
        ]}
      />
      <PageTitle title={title} lead={lead} />
      <Screen name="roster-groups" of={RosterGroupsScreen} props={data} />
    </div>
  ),
})
