// The signed-in user's membership.
import type { MemberLevel, OwnMembership } from '@xinqiao/contract/http/membership/own.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { PageHead } from '../frame/PageHead.tsx'
import { Screen } from '../frame/Screen.tsx'
import { definePage, Redirect } from '../page.ts'
import { Screen as MineScreen } from './own-membership.screen.tsx'

const title = '我的会籍'

type OwnMembershipData = { membership: OwnMembership; levels: MemberLevel[] }

export const ownMembershipPage = definePage<OwnMembershipData>({
  params: [],
  cached: false,
  indexed: false,
  screen: 'own-membership',
  async load({ api, viewer }) {
    if (!viewer) throw new Redirect(withQuery(routes.login, { next: routes.myMembership }))
    const [membership, levels] = await Promise.all([api('GET /membership/mine', {}), api('GET /membership/levels', {})])
    return { membership, levels }
  },
  head: () => ({ title, description: '会员编号、会期、证书与入会申请进度。', canonical: routes.myMembership }),
  View: ({ data, site }) => (
    <div className="frame max-w-[60rem]">
      <PageHead under="member" title={title} />
      <Screen
        name="own-membership"
        of={MineScreen}
        props={{ ...data, association: site.settings.name, phone: site.settings.phone }}
      />
    </div>
  ),
})
