// The login page. Signed-in users are redirected.
import { routes } from '@xinqiao/contract/routes.ts'
import { Screen } from '../../frame/Screen.tsx'
import { definePage, Redirect } from '../../page.ts'
import { readTab } from '../../query.ts'
import { type LoginProps, Screen as LoginScreen } from './login.screen.tsx'
import { readReturnAddress } from '../../session/return-address.ts'

export const loginPage = definePage<LoginProps>({
  params: ['tab', 'next'],
  cached: false,
  indexed: true,
  screen: 'login',
  async load({ url, viewer }) {
    const next = readReturnAddress(url)
    if (viewer) throw new Redirect(next ?? routes.dashBoard)
    return { byPhone: readTab(url, 2) === 2, next }
  },
  head: () => ({ title: '登录', description: '登录协会账号，使用各项网上服务。', canonical: routes.login }),
  View: ({ data }) => <Screen name="login" of={LoginScreen} props={data} />,
})
