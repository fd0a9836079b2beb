// For forms that fill a screen: asks before what was typed is left behind.
import { App } from 'antd'
import { useCallback, useState } from 'react'
import { useLeaveGuard } from './router.tsx'

/** `touch` on every change, `settle` after saving. */
export function useFormGuard() {
  const { modal } = App.useApp()
  const [isDirty, setDirty] = useState(false)
  useLeaveGuard(
    isDirty,
    useCallback(
      (leave) =>
        void modal.confirm({
          title: '有未保存的修改',
          content: '离开后，这次的修改将丢失。',
          okText: '不保存，离开',
          okButtonProps: { danger: true },
          autoFocusButton: 'cancel',
          cancelText: '继续编辑',
          onOk: leave,
        }),
      [modal],
    ),
  )
  return { isDirty, touch: () => setDirty(true), settle: () => setDirty(false) }
}
