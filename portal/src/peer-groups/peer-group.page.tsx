// Page of one peer group: description, rules, leaders, and the application.
import { roles } from '@xinqiao/contract/roles.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { Screen } from '../frame/Screen.tsx'
import { definePage } from '../page.ts'
import { requireId } from '../query.ts'
import { peerGroupHref } from './peer-group-addresses.ts'
import { type PeerGroupProps, Screen as PeerGroupScreen } from './peer-group.screen.tsx'
import { peerGroupTexts } from './peer-group.texts.ts'

export const peerGroupPage = definePage<PeerGroupProps>({
  params: ['id'],
  cached: false,
  indexed: true,
  screen: 'peer-group',
  async load({ api, url, viewer }) {
    const group = await api('GET /peerGroup/getById', { id: requireId(url) })
    const applications = group.isLeader ? await api('GET /peerGroup/applications', { id: group.id }) : null
    const isLed = group.kind === 'led'
    const isLeading = group.isLeader && isLed
    const clients = isLeading ? (await api('GET /peerGroup/clients', { id: group.id })).content : []
    const call =
      isLeading && group.teamId !== null ? await api('GET /groupCall/current', { teamId: Number(group.teamId) }) : null
    const isUser = viewer?.roles.some((role) => role.id === roles.user) ?? false
    return {
      group,
      applications: applications?.content ?? [],
      clients,
      offersCalls: call?.isOffered ?? false,
      consent: isLed ? await api('GET /peerGroup/consentText', {}) : null,
      isSignedIn: viewer !== null,
      canApply: viewer === null || isUser,
    }
  },
  head: ({ group }) => ({
    title: `${group.title} · ${peerGroupTexts.title}`,
    description: group.summary,
    canonical: peerGroupHref(group),
  }),
  View: ({ data }) => (
    <div className="frame">
      <Breadcrumb
        crumbs={[
          { label: '首页', href: routes.dashBoard },
          { label: peerGroupTexts.title, href: routes.peerGroups },
          { label: data.group.title },
        ]}
      />
      <Screen name="peer-group" of={PeerGroupScreen} props={data} />
    </div>
  ),
})
