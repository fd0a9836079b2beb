// Guard for full-screen forms: asks before input is lost.
import { App } from 'antd'
import { useCallback, useState } from 'react'
import { useLeaveGuard } from '../navigation/router.tsx'

/**
 * While `isDirty`, every navigation asks first.
 * @param onAbandon runs when the user leaves and discards the input
 */
export function useAskBeforeLeaving(isDirty: boolean, onAbandon?: () => void): void {
  const { modal } = App.useApp()
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
          onOk: () => {
            onAbandon?.()
            leave()
          },
        }),
      [modal, onAbandon],
    ),
  )
}

/** Call `touch` on every change, and `settle` after saving. */
export function useFormGuard() {
  const [isDirty, setDirty] = useState(false)
  useAskBeforeLeaving(isDirty)
  return { isDirty, touch: () => setDirty(true), settle: () => setDirty(false) }
}
