// The registration page.
import { routes } from '@xinqiao/contract/routes.ts'
import { Screen } from '../../frame/Screen.tsx'
import { definePage, Redirect } from '../../page.ts'
import { readReturnAddress } from '../../session/return-address.ts'
import { type RegisterProps, Screen as RegisterScreen } from './register.screen.tsx'

export const registerPage = definePage<RegisterProps>({
  params: ['next'],
  cached: false,
  indexed: true,
  screen: 'register',
  async load({ url, viewer }) {
    const next = readReturnAddress(url)
    if (viewer) throw new Redirect(next ?? routes.dashBoard)
    return { next }
  },
  head: () => ({
    title: '注册',
    description: '注册协会账号，使用各项网上服务。',
    canonical: routes.register,
  }),
  View: ({ data }) => <Screen name="register" of={RegisterScreen} props={data} />,
})
