// The login page. Who is signed in already is sent on.
import { localTarget, routes } from '@xinqiao/contract/routes.ts'
import { Screen } from '../frame/Screen.tsx'
import { definePage, Redirect } from '../page.ts'
import { readTab } from '../query.ts'
import { type LoginProps, Screen as LoginScreen } from './login.screen.tsx'

/** Who comes from one of these has nowhere to go back to. */
const entrances = [routes.login, routes.register, routes.forget]

export const loginPage = definePage<LoginProps>({
  params: ['tab', 'next'],
  cached: false,
  indexed: true,
  screen: 'login',
  async load({ url, viewer }) {
    const target = localTarget(url.searchParams.get('next'))
    const next = target && !entrances.some((path) => target.startsWith(path)) ? target : routes.dashBoard
    if (viewer) throw new Redirect(next)
    return { byPhone: readTab(url, 2) === 2, next }
  },
  head: () => ({ title: '登录', description: '登录协会账号，使用各项网上服务。', canonical: routes.login }),
  View: ({ data }) => <Screen name="login" of={LoginScreen} props={data} />,
})
