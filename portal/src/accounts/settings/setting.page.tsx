// Personal settings of signed-in users: profile, password, devices, consents.
import { toLocalPath, routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { TabLinks } from '@xinqiao/ui/TabLinks.tsx'
import { Screen } from '../../frame/Screen.tsx'
import { definePage, Redirect } from '../../page.ts'
import { readTab } from '../../query.ts'
import { Screen as SettingScreen, type SettingProps } from './setting.screen.tsx'

const tabs = ['个人资料', '修改密码', '登录设备', '授权管理', '两步验证', '删除与注销'] as const
const tabHref = (tab: number) => withQuery(routes.setting, { tab: tab > 1 ? tab : null })
const readSettingTab = (url: URL) => readTab(url, tabs.length)

export const settingPage = definePage<SettingProps>({
  params: ['tab', 'next'],
  cached: false,
  indexed: false,
  screen: 'setting',
  async load({ api, url, viewer }) {
    const tab = readSettingTab(url)
    if (!viewer) throw new Redirect(withQuery(routes.login, { next: tabHref(tab) }))
    const target = toLocalPath(url.searchParams.get('next'))
    // the server redirects here while a required action is open
    const next = viewer.restriction === null ? null : (target ?? routes.dashBoard)
    if (tab === 6) return { part: 'data', own: await api('GET /dataRequest/mine', {}) }
    if (tab === 5) return { part: 'factors', factors: await api('GET /auth/factors', {}), next }
    if (tab === 4) return { part: 'consents', consents: await api('GET /consent/mine', {}) }
    if (tab === 3) return { part: 'devices', devices: await api('GET /auth/devices', {}) }
    if (tab === 2) return { part: 'password', next }
    return { part: 'profile', user: viewer }
  },
  head: (_data, { request }) => ({
    title: tabs[readSettingTab(request.url) - 1] ?? tabs[0],
    description: '个人资料、密码、登录设备、授权、两步验证、删除与注销。',
    canonical: tabHref(readSettingTab(request.url)),
  }),
  View: ({ data, site }) => (
    <div className="frame">
      <Breadcrumb crumbs={[{ label: '首页', href: routes.dashBoard }, { label: '个人中心' }]} />
      <div className="grid gap-4 md:grid-cols-[12rem_1fr] md:gap-6">
        <div className="min-w-0 md:self-start">
          <TabLinks
            label="个人中心"
            look="side"
            tabs={tabs.map((label, index) => ({
              label,
              href: tabHref(index + 1),
              current: index + 1 === readSettingTab(site.request.url),
            }))}
          />
        </div>
        <Screen name="setting" of={SettingScreen} props={data} />
      </div>
    </div>
  ),
})
