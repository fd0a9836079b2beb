// The password reset page.
import { routes } from '@xinqiao/contract/routes.ts'
import { Screen } from '../frame/Screen.tsx'
import { definePage } from '../page.ts'
import { Screen as ForgetScreen } from './forget.screen.tsx'

export const forgetPage = definePage<object>({
  params: [],
  cached: false,
  indexed: false,
  screen: 'forget',
  load: () => Promise.resolve({}),
  head: () => ({ title: '重置密码', description: '用手机短信验证码重置密码。', canonical: routes.forget }),
  View: ({ data }) => <Screen name="forget" of={ForgetScreen} props={data} />,
})
