// The login page. Who is signed in already is sent on.
import { isLocalPath, routes } from '@xinqiao/contract/routes.ts'
import { Screen } from '../frame/Screen.tsx'
import { definePage, Redirect } from '../page.ts'
import { readTab } from '../query.ts'
import { type LoginProps, Screen as LoginScreen } from './login.screen.tsx'

export const loginPage = definePage<LoginProps>({
  params: ['tab', 'next'],
  cached: false,
  indexed: false,
  screen: 'login',
  async load({ url, viewer }) {
    const asked = url.searchParams.get('next') ?? ''
    const next = isLocalPath(asked) ? asked : routes.dashBoard
    if (viewer) throw new Redirect(next)
    return { byPhone: readTab(url, 2) === 2, next }
  },
  head: () => ({ title: '登录', description: '登录后可以提问、咨询、入会、参会与考试。', canonical: routes.login }),
  View: ({ data }) => <Screen name="login" of={LoginScreen} props={data} />,
})
