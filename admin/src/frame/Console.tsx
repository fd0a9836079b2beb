// Decides between the sign-in page and the frame with its screen.
import { DisconnectOutlined } from '@ant-design/icons'
import { Button, Result, Spin } from 'antd'
import { useEffect } from 'react'
import { LoginPage } from '../session/LoginPage.tsx'
import { useSession } from '../session/Session.tsx'
import { Frame } from './Frame.tsx'
import { navigate, usePlace } from './router.tsx'

/** Only addresses of the console itself are followed after signing in. */
const placeAfterLogin = (params: URLSearchParams) => {
  const from = params.get('from') ?? '/'
  return from.startsWith('/') && !from.startsWith('/login') ? from : '/'
}

export function Console() {
  const { session, check } = useSession()
  const { path, params } = usePlace()
  const shouldEnter = session.state === 'staff' && path === '/login'
  const after = placeAfterLogin(params)
  useEffect(() => {
    if (shouldEnter) navigate(after, { replace: true })
  }, [shouldEnter, after])
  useEffect(() => {
    if (session.state !== 'staff') document.title = '登录 · 心桥管理后台'
  }, [session.state])

  if (session.state === 'checking' || shouldEnter) return <Spin fullscreen description="正在进入后台…" />
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
        subTitle={session.sentence}
        extra={again}
      />
    )
  }
  if (session.state === 'staff') return <Frame />
  return <LoginPage />
}
