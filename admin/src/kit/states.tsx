// Views of a list that is loading, failed or empty, and the header of every screen.
import { Button, Empty, Result, Spin } from 'antd'
import type { ReactNode } from 'react'

export const LoadingView = () => (
  <output className="waiting">
    <Spin size="large" />
    <span>正在加载…</span>
  </output>
)

export function LoadFailed({ message, onRetry, extra }: { message: string; onRetry: () => void; extra?: ReactNode }) {
  const buttons = (
    <>
      <Button type="primary" onClick={onRetry}>
        重新加载
      </Button>
      {extra}
    </>
  )
  return <Result status="error" title="加载失败" subTitle={message} extra={buttons} />
}

export const EmptyList = ({ message, children }: { message: string; children?: ReactNode }) => (
  <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={message} className="nothing">
    {children}
  </Empty>
)

export function ScreenHead({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) {
  return (
    <header className="screen-head">
      <div>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {children && <div className="screen-actions">{children}</div>}
    </header>
  )
}
