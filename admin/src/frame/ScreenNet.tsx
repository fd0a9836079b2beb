// Catches a screen that fails to load or to draw. After a new release the old chunk names are gone: a reload helps.
import { Button, Result } from 'antd'
import { Component, type ReactNode } from 'react'

export class ScreenNet extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  /** A new screen begins at its top, and with the focus of keyboard and screen reader there. */
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
