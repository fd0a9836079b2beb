// The call of a counsellor-led group: /im/group-call?team=…
import { fail } from '@xinqiao/contract/errors.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Screen } from '../../frame/Screen.tsx'
import { definePage, Redirect } from '../../page.ts'
import { type GroupCallProps, Screen as GroupCallScreen } from './group-call.screen.tsx'

const teamPattern = /^[1-9]\d{0,14}$/

export const groupCallPage = definePage<GroupCallProps>({
  params: ['team'],
  cached: false,
  indexed: false,
  screen: 'group-call',
  async load({ api, url, viewer }) {
    const team = url.searchParams.get('team') ?? ''
    if (!viewer) throw new Redirect(withQuery(routes.login, { next: `${routes.groupCall}${url.search}` }))
    const [role] = viewer.roles
    if (role?.id !== roles.user && role?.id !== roles.counsellor) throw fail('forbidden', '通话只对咨询师和用户开放')
    if (!teamPattern.test(team)) throw new Redirect(routes.im)
    const place = await api('GET /groupCall/current', { teamId: Number(team) })
    if (!place.isOffered) throw fail('notFound', '这个小组不能进行团体通话')
    return { teamId: Number(team), place }
  },
  head: ({ place }) => ({
    title: `${place.title}的团体通话`,
    description: '团体辅导小组的语音和视频通话。',
    canonical: routes.groupCall,
  }),
  View: ({ data }) => (
    <div className="frame call-page">
      <h1 className="sr-only">{data.place.title}的团体通话</h1>
      <Screen name="group-call" of={GroupCallScreen} props={data} />
    </div>
  ),
})
