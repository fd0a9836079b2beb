// Changes of an app that are confirmed first: closing, opening and a new secret.
import { App as Messages } from 'antd'
import type { App, IssuedSecret } from '@xinqiao/contract/http/chat/apps.ts'
import { errorMessageOf } from '../kit/api/hooks.ts'
import { api } from '../kit/api/api.ts'

type AppActionsOptions = { reload: () => void; onIssued: (secret: IssuedSecret) => void }

export function useAppActions({ reload, onIssued }: AppActionsOptions) {
  const { modal, message } = Messages.useApp()

  function confirm(title: string, content: string, okText: string, act: () => Promise<unknown>): void {
    modal.confirm({
      title,
      content,
      okText,
      cancelText: '取消',
      onOk: async () => {
        try {
          await act()
          reload()
        } catch (error) {
          message.error(errorMessageOf(error))
        }
      },
    })
  }

  const toggle = ({ id, name, isOpen }: App) =>
    isOpen
      ? confirm(
          `停用“${name}”吗？`,
          '几秒后，该应用的页面不能再连接聊天，它的账号会被断开，它的后端也不能再调用接口。',
          '停用',
          () => api('PUT /admin/apps/state', { id, isOpen: false }),
        )
      : confirm(`启用“${name}”吗？`, '几秒后，该应用的页面可以连接聊天。', '启用', () =>
          api('PUT /admin/apps/state', { id, isOpen: true }),
        )
  const renewSecret = ({ id, name }: App) =>
    confirm(
      `更换“${name}”的密钥吗？`,
      '现在的密钥一天后失效，使用它的程序需要在此之前换成新密钥。一天内再次更换时，更早的密钥立即失效。',
      '更换',
      async () => onIssued(await api('POST /admin/apps/secret', { id })),
    )
  return { toggle, renewSecret }
}
