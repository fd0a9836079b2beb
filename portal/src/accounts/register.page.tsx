// The registration page.
import { routes } from '@xinqiao/contract/routes.ts'
import { Screen } from '../frame/Screen.tsx'
import { definePage, Redirect } from '../page.ts'
import { Screen as RegisterScreen } from './register.screen.tsx'

export const registerPage = definePage<object>({
  params: [],
  cached: false,
  indexed: true,
  screen: 'register',
  async load({ viewer }) {
    if (viewer) throw new Redirect(routes.dashBoard)
    return {}
  },
  head: () => ({
    title: '注册',
    description: '注册账号，参与心理问答、在线咨询、入会申请、年会报名与在线考试。',
    canonical: routes.register,
  }),
  View: ({ data }) => <Screen name="register" of={RegisterScreen} props={data} />,
})
