// The password reset page.
import { routes } from '@xinqiao/contract/routes.ts'
import { Screen } from '../../frame/Screen.tsx'
import { definePage } from '../../page.ts'
import { type ForgetProps, Screen as ForgetScreen } from './forget.screen.tsx'
import { readReturnAddress } from '../../session/return-address.ts'

export const forgetPage = definePage<ForgetProps>({
  params: ['next'],
  cached: false,
  indexed: true,
  screen: 'forget',
  load: ({ url }) => Promise.resolve({ next: readReturnAddress(url) }),
  head: () => ({ title: '重置密码', description: '用手机短信验证码重置密码。', canonical: routes.forget }),
  View: ({ data }) => <Screen name="forget" of={ForgetScreen} props={data} />,
})
