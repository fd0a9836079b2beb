// Error boundary for screens that fail to load or render. A new release removes old chunks, so a reload helps.
import { Button, Result } from 'antd'
import { Component, type ReactNode } from 'react'

export class ScreenErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  /** Moves scroll position and focus to the start of a new screen. */
  override componentDidMount() {
    scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
  }

  override render() {
    if (!this.state.failed) return this.props.children
    const again = (
      <Button type="primary" onClick={() => location.reload()}>
        刷新页面
      </Button>
    )
    return (
      <Result status="warning" title="页面没有加载成功" subTitle="网站可能刚刚更新过，刷新后即可继续" extra={again} />
    )
  }
}
