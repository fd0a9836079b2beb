// The counsellor-led groups of a counsellor, and a form that proposes one.
import { roles } from '@xinqiao/contract/roles.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { PageTitle } from '../frame/PageTitle.tsx'
import { Screen } from '../frame/Screen.tsx'
import { definePage, Redirect } from '../page.ts'
import { type LedGroupsProps, Screen as LedGroupsScreen } from './led-groups.screen.tsx'
import { peerGroupTexts } from './peer-group.texts.ts'

const title = '我带领的团体辅导'
const lead = '提议一个团体，协会审核发布后，您可以邀请来访者。每位来访者同意知情同意书后，用自己取的称呼参加。'

export const ledGroupsPage = definePage<LedGroupsProps>({
  params: [],
  cached: false,
  indexed: false,
  screen: 'led-groups',
  async load({ api, viewer }) {
    if (!viewer) throw new Redirect(withQuery(routes.login, { next: routes.ledGroups }))
    if (!viewer.roles.some(({ id }) => id === roles.counsellor)) throw new Redirect(routes.peerGroups)
    return { groups: (await api('GET /peerGroup/led', {})).content }
  },
  head: () => ({ title, description: lead, canonical: routes.ledGroups }),
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
      <Screen name="led-groups" of={LedGroupsScreen} props={data} />
    </div>
  ),
})
