// The layout around every screen: side menu (a drawer on phones), top bar, and error boundaries.
import {
  DownOutlined,
  ExportOutlined,
  FileSearchOutlined,
  LogoutOutlined,
  MenuOutlined,
  SafetyOutlined,
} from '@ant-design/icons'
import { App, Badge, Button, Drawer, Dropdown, Layout, Menu, Result, type MenuProps } from 'antd'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { roleTitles } from '@xinqiao/contract/roles.ts'
import { DutyBar } from '../crisis/DutyBar.tsx'
import { countUrgentAlerts, usePolledAlerts, useWaitingAlerts, WaitingAlertsContext } from '../crisis/waiting-alerts.ts'
import { usePolledReports, useWaitingReports, WaitingReportsContext } from '../peer-groups/waiting-reports.ts'
import { useSession, useStaff } from '../session/session.tsx'
import { useAction } from '../kit/api/hooks.ts'
import { Hotline } from '../kit/Hotline.tsx'
import mark from '../kit/mark.svg'
import { useNoSideMenu } from '../kit/use-narrow.ts'
import { AllowedScreensContext, type AllowedScreens } from '../kit/navigation/allowed-screens.ts'
import { navigate, useRouterLocation } from '../kit/navigation/router.tsx'
import { ScreenErrorBoundary } from './ScreenErrorBoundary.tsx'
import { listMenu, findScreen } from '../screens/screens.tsx'
import { LoadingView } from '../kit/states.tsx'

function SideMenu({ path, onChosen }: { path: string; onChosen?: () => void }) {
  const urgentAlerts = countUrgentAlerts(useWaitingAlerts())
  const openReports = useWaitingReports()
  const items = listMenu(useStaff()).flatMap(({ group, entries }): NonNullable<MenuProps['items']> => {
    const children = entries.map((screen) => ({
      key: screen.path,
      icon: screen.icon,
      label: (
        <a href={`/admin${screen.path}`} onClick={(event) => event.preventDefault()}>
          {screen.title}
          {screen.path === '/care' && urgentAlerts > 0 && (
            <Badge className="duty-badge" count={urgentAlerts} title={`${urgentAlerts}条待接手或待查看`} />
          )}
          {screen.path === '/peer-groups' && openReports > 0 && (
            <Badge className="duty-badge" count={openReports} title={`${openReports}条举报待处理`} />
          )}
        </a>
      ),
    }))
    return group ? [{ key: group, type: 'group', label: group, children }] : children
  })
  return (
    <nav aria-label="后台菜单">
      <Menu
        mode="inline"
        items={items}
        selectedKeys={[path]}
        onClick={({ key }) => {
          navigate(key)
          onChosen?.()
        }}
      />
    </nav>
  )
}

const VersionNote = () => <p className="frame-version">版本 {productVersion}</p>

function BrandLink() {
  return (
    <div className="frame-brand">
      <img src={mark} alt="" width={32} height={32} />
      <span>心桥管理后台</span>
    </div>
  )
}

function AccountMenu() {
  const { user, role } = useStaff()
  const { leave } = useSession()
  const { message, modal } = App.useApp()
  const [signOut, busy] = useAction(async () => {
    await leave()
    message.success('退出成功')
  })
  const name = user.nickName || user.username
  const confirmSignOut = () =>
    modal.confirm({ title: '确定退出登录吗？', okText: '退出登录', cancelText: '取消', onOk: () => signOut() })
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'who', label: `${user.username}（${roleTitles[role]}）`, disabled: true },
          { type: 'divider' },
          {
            key: 'security',
            label: <a href={withQuery(routes.setting, { tab: 5 })}>账号安全</a>,
            icon: <SafetyOutlined aria-hidden />,
          },
          { key: 'out', label: '退出登录', icon: <LogoutOutlined aria-hidden />, onClick: confirmSignOut },
        ],
      }}
    >
      <Button type="text" loading={busy} aria-label={`账号：${name}`}>
        <span className="frame-name">{name}</span>
        <DownOutlined className="frame-caret" aria-hidden />
      </Button>
    </Dropdown>
  )
}

export function Frame() {
  const { path, mount } = useRouterLocation()
  const staff = useStaff()
  const noSideMenu = useNoSideMenu()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const screen = findScreen(path, staff)
  const title = screen?.screen.title ?? '页面不存在'
  const allowedScreens = useMemo(
    (): AllowedScreens => ({
      canOpen: (address) => findScreen(address, staff) !== null,
      menuEntries: listMenu(staff).flatMap(({ entries }) => entries),
    }),
    [staff],
  )
  const lit = screen?.screen.menuPath ?? path

  const waiting = usePolledAlerts(findScreen('/care', staff) !== null)
  const urgentAlerts = countUrgentAlerts(waiting)
  const openReports = usePolledReports(findScreen('/peer-reports', staff) !== null)
  useEffect(() => {
    document.title = `${urgentAlerts > 0 ? `（${urgentAlerts}）` : ''}${title} · 心桥管理后台`
  }, [title, urgentAlerts])

  return (
    <WaitingAlertsContext value={waiting}>
      <WaitingReportsContext value={openReports}>
        <Layout className="frame">
          <a className="skip-link" href="#main">
            跳到主要内容
          </a>
          {!noSideMenu && (
            <Layout.Sider width={216} className="frame-sider">
              <BrandLink />
              <SideMenu path={lit} />
              <VersionNote />
            </Layout.Sider>
          )}
          <Layout>
            <Layout.Header className="frame-header">
              {noSideMenu && (
                <Badge count={urgentAlerts} size="small" offset={[-8, 8]}>
                  <Button
                    type="text"
                    icon={<MenuOutlined aria-hidden />}
                    aria-label="打开菜单"
                    onClick={() => setMenuOpen(true)}
                  />
                </Badge>
              )}
              {noSideMenu && <span className="frame-title">{title}</span>}
              <span className="frame-gap" />
              <Button
                type="text"
                href="/"
                target="_blank"
                icon={<ExportOutlined aria-hidden />}
                aria-label="查看网站（新窗口）"
              >
                <span className="wide-only">查看网站</span>
              </Button>
              <AccountMenu />
            </Layout.Header>
            <main id="main" tabIndex={-1} className="frame-main">
              <DutyBar />
              <ScreenErrorBoundary key={mount}>
                <AllowedScreensContext value={allowedScreens}>
                  <Suspense fallback={<LoadingView />}>
                    {screen ? <screen.screen.Page id={screen.id} /> : <NoScreen />}
                  </Suspense>
                </AllowedScreensContext>
              </ScreenErrorBoundary>
            </main>
          </Layout>
          {noSideMenu && (
            <aside className="frame-hotline" aria-label="求助热线">
              <Hotline />
            </aside>
          )}
          <Drawer
            open={noSideMenu && isMenuOpen}
            onClose={() => setMenuOpen(false)}
            placement="left"
            size={260}
            title="心桥管理后台"
            styles={{ body: { padding: 8 } }}
          >
            <SideMenu path={lit} onChosen={() => setMenuOpen(false)} />
            <VersionNote />
          </Drawer>
        </Layout>
      </WaitingReportsContext>
    </WaitingAlertsContext>
  )
}

function NoScreen() {
  const back = (
    <Button type="primary" onClick={() => navigate('/', { replace: true })}>
      回到工作台
    </Button>
  )
  return (
    <Result
      icon={<FileSearchOutlined aria-hidden />}
      title={<h1>页面不存在</h1>}
      subTitle="地址可能有误，或者您的账号没有这个页面的权限"
      extra={back}
    />
  )
}
