// Shows the sign-in page, or the frame with the current screen.
import { toLocalPath } from '@xinqiao/contract/routes.ts'
import { DisconnectOutlined } from '@ant-design/icons'
import { Button, Result, Spin } from 'antd'
import { lazy, Suspense, useEffect } from 'react'
import { hasDeviceTickets } from '../conference/check-in/check-in-store.ts'
import { LoginPage } from '../session/LoginPage.tsx'
import { useSession } from '../session/session.tsx'
import { Frame } from './Frame.tsx'
import { navigate, useRouterLocation } from '../kit/navigation/router.tsx'

const CheckInPage = lazy(async () => ({
  default: (await import('../conference/check-in/CheckInPage.tsx')).CheckInPage,
}))

/** Address to open after signing in; only addresses inside the console are followed. */
const readAddressAfterLogin = (params: URLSearchParams) => {
  const from = toLocalPath(params.get('from')) ?? '/'
  return from.startsWith('/login') ? '/' : from
}

const checkInPath = /^\/door\/(\d{1,15})$/
/** A check-in screen with a ticket list on this device works without a server and a session. */
const isCheckInReadyOffline = (path: string) => hasDeviceTickets(Number(checkInPath.exec(path)?.[1] ?? 0))

const OfflineCheckIn = ({ path }: { path: string }) => (
  <main className="offline-check-in">
    <Suspense fallback={<Spin fullscreen description="正在打开签到…" />}>
      <CheckInPage id={checkInPath.exec(path)?.[1] ?? ''} />
    </Suspense>
  </main>
)

export function Console() {
  const { session, check } = useSession()
  const { path, params } = useRouterLocation()
  const shouldEnter = session.state === 'staff' && path === '/login'
  const after = readAddressAfterLogin(params)
  useEffect(() => {
    if (shouldEnter) navigate(after, { replace: true })
  }, [shouldEnter, after])
  useEffect(() => {
    if (session.state !== 'staff') document.title = '登录 · 心桥管理后台'
  }, [session.state])

  if (session.state === 'checking' || shouldEnter) return <Spin fullscreen description="正在进入后台…" />
  if (session.state === 'unreachable' && isCheckInReadyOffline(path)) return <OfflineCheckIn path={path} />
  if (session.state === 'unreachable') {
    const again = (
      <Button type="primary" onClick={check}>
        重新连接
      </Button>
    )
    return (
      <Result
        icon={<DisconnectOutlined aria-hidden />}
        title="暂时无法进入后台"
        subTitle={session.message}
        extra={again}
      />
    )
  }
  if (session.state === 'staff') return <Frame />
  return <LoginPage />
}
