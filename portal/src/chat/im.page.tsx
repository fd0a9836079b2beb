// The conversations of a user or counsellor; /im/index?to=… or ?team=… opens one, ?invite=… the way into a group.
import { fail } from '@xinqiao/contract/errors.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Screen } from '../frame/Screen.tsx'
import { accountOfKey, formatChatAddress, parseChatAddress, parseInviteCode } from './chat-address.ts'
import { definePage, Redirect } from '../page.ts'
import { type ImProps, Screen as ImScreen } from './im.screen.tsx'

export const imPage = definePage<ImProps>({
  params: ['to', 'team', 'invite'],
  cached: false,
  indexed: false,
  screen: 'im',
  async load({ api, url, viewer }) {
    const to = parseChatAddress(url.searchParams)
    const invite = parseInviteCode(url.searchParams)
    const address = invite === '' ? formatChatAddress(to) : withQuery(routes.im, { invite })
    if (!viewer) throw new Redirect(withQuery(routes.login, { next: address }))
    const [role] = viewer.roles
    if (role?.id !== roles.user && role?.id !== roles.counsellor)
      throw fail('forbidden', '在线消息只对咨询师和用户开放')
    const account = accountOfKey(to)
    const [{ list }, consent] = await Promise.all([
      api('GET /chat/latest', {}),
      api('GET /chat/consent', account === null ? {} : { to: account }),
    ])
    return { to, invite, latest: list, consent, isCounsellor: role.id === roles.counsellor, now: Date.now() }
  },
  head: () => ({
    title: '消息',
    description: '与咨询师的在线交流。',
    canonical: routes.im,
  }),
  View: ({ data }) => (
    <div className="frame chat-page">
      <h1 className="sr-only">消息</h1>
      <Screen name="im" of={ImScreen} props={data} />
    </div>
  ),
})
