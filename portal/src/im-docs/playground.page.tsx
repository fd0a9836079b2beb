// Playground of the developer documentation. It answers 404 unless staff have enabled it.
import { fail } from '@xinqiao/contract/errors.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { PageHead } from '../frame/PageHead.tsx'
import { Screen } from '../frame/Screen.tsx'
import { definePage, Redirect } from '../page.ts'
import { Screen as PlaygroundScreen } from './playground.screen.tsx'

export const playgroundPage = definePage<null>({
  params: [],
  cached: false,
  indexed: false,
  screen: 'playground',
  async load({ api, viewer }) {
    const { isOpen } = await api('GET /im/playground', {})
    if (!isOpen) throw fail('playgroundClosed')
    if (!viewer) throw new Redirect(withQuery(routes.login, { next: routes.imPlayground }))
    return null
  },
  head: () => ({
    title: '即时通讯试用页',
    description: '两个账号并排聊天，看每一步的回调。',
    canonical: routes.imPlayground,
  }),
  View: () => (
    <div className="frame im-docs pb-12">
      <PageHead title="即时通讯试用页" lead="两个临时账号并排聊天；每个回调得到什么，列在下面。" />
      <Screen name="playground" of={PlaygroundScreen} props={{}} />
    </div>
  ),
})
