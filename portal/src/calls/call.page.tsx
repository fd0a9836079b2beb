// A call: /im/call?with=… rings at a client, ?channel=… answers or goes on with a call, and ?booking=… is the waiting
// room of a consultation.
import { fail, Failure } from '@xinqiao/contract/errors.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Screen } from '../frame/Screen.tsx'
import { definePage, Redirect } from '../page.ts'
import { parseBookingId, parseCallAddress, type CallAddress } from './call-address.ts'
import { type CallProps, Screen as CallScreen } from './call.screen.tsx'

const parameters = ['with', 'video', 'channel', 'booking'] as const

/** A running call goes on after its booking was settled. */
const toNoRoom =
  ({ kind }: CallAddress) =>
  (error: unknown) => {
    if (kind === 'channel' && error instanceof Failure && error.status === 404) return null
    throw error
  }

export const callPage = definePage<CallProps>({
  params: parameters,
  cached: false,
  indexed: false,
  screen: 'call',
  async load({ api, url, viewer }) {
    const entry = parseCallAddress(url.searchParams)
    if (!viewer) throw new Redirect(withQuery(routes.login, { next: `${routes.call}${url.search}` }))
    const [role] = viewer.roles
    const isCounsellor = role?.id === roles.counsellor
    if (role?.id !== roles.user && !isCounsellor) throw fail('forbidden', '通话只对咨询师和用户开放')
    if (!entry) throw fail('notFound', '这个地址里没有通话，请从会话里重新打开')
    if (entry.kind === 'outgoing' && !isCounsellor) throw fail('forbidden', '只有咨询师可以发起通话')
    const id = parseBookingId(url.searchParams)
    const { policy } = await api('GET /call/policy', {})
    const room = id === null ? null : await api('POST /booking/waiting', { id }).catch(toNoRoom(entry))
    return { entry, isCounsellor, room, isDirect: policy === 'all' }
  },
  head: () => ({ title: '通话', description: '与咨询师的语音和视频通话。', canonical: routes.call }),
  View: ({ data }) => (
    <div className="frame call-page">
      <h1 className="sr-only">通话</h1>
      <Screen name="call" of={CallScreen} props={data} />
    </div>
  ),
})
