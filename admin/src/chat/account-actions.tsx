// Actions on a chat account. Each asks for the reason, which the audit log records.
import { App, Button } from 'antd'
import { useState } from 'react'
import { ReasonDialog } from '../kit/forms/ReasonDialog.tsx'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { api } from '../kit/api/api.ts'

export type ChatAccount = { accountId: number; name: string; isBlocked: boolean; isMuted: boolean }

const actions = {
  kick: {
    title: '断开',
    note: '该账号的所有设备会立即断开，之后可以重新连接。',
    isDanger: false,
    run: (id: number, reason: string) => api('POST /admin/chat/kick', { id, reason }),
  },
  mute: {
    title: '禁言',
    note: '该账号仍可登录和阅读，但不能发送消息，直到解除禁言。',
    isDanger: true,
    run: (id: number, reason: string) => api('PUT /admin/chat/muted', { id, isMuted: true, reason }),
  },
  unmute: {
    title: '解除禁言',
    note: '该账号可以重新发送消息。',
    isDanger: false,
    run: (id: number, reason: string) => api('PUT /admin/chat/muted', { id, isMuted: false, reason }),
  },
  block: {
    title: '停用',
    note: '该账号的所有设备会立即断开，在恢复之前不能再使用聊天。网站的其他功能不受影响。',
    isDanger: true,
    run: (id: number, reason: string) => api('PUT /admin/chat/blocked', { id, isBlocked: true, reason }),
  },
  unblock: {
    title: '恢复',
    note: '该账号可以重新使用聊天。',
    isDanger: false,
    run: (id: number, reason: string) => api('PUT /admin/chat/blocked', { id, isBlocked: false, reason }),
  },
} as const
type ActionName = keyof typeof actions

export const RestrictionTags = ({ isBlocked, isMuted }: Pick<ChatAccount, 'isBlocked' | 'isMuted'>) => (
  <span className="chat-operation-tags">
    {isBlocked && <ToneTag tone="bad">已停用</ToneTag>}
    {isMuted && <ToneTag tone="warm">已禁言</ToneTag>}
    {!isBlocked && !isMuted && <ToneTag tone="good">正常</ToneTag>}
  </span>
)

/** @returns the buttons of an account, and the dialog that belongs on the screen once */
export function useAccountActions(onDone: () => void) {
  const { message } = App.useApp()
  const [chosenAction, setChosenAction] = useState<{ name: ActionName; account: ChatAccount } | null>(null)
  const action = chosenAction && actions[chosenAction.name]

  const run = async (reason: string) => {
    if (!chosenAction) return
    await actions[chosenAction.name].run(chosenAction.account.accountId, reason)
    setChosenAction(null)
    message.success(`已${actions[chosenAction.name].title}：${chosenAction.account.name}`)
    onDone()
  }
  const renderActions = (account: ChatAccount, isOnline: boolean) => {
    const names: ActionName[] = [
      ...(isOnline ? (['kick'] as const) : []),
      account.isMuted ? 'unmute' : 'mute',
      account.isBlocked ? 'unblock' : 'block',
    ]
    return (
      <div className="row-actions">
        {names.map((name) => (
          <Button
            key={name}
            type="link"
            danger={actions[name].isDanger}
            aria-label={`${actions[name].title} ${account.name}`}
            onClick={() => setChosenAction({ name, account })}
          >
            {actions[name].title}
          </Button>
        ))}
      </div>
    )
  }
  const dialog = (
    <ReasonDialog
      title={chosenAction && `${actions[chosenAction.name].title}“${chosenAction.account.name}”吗？`}
      labels={{
        ok: action?.title ?? '',
        label: '理由',
        note: `${action?.note ?? ''}您的账号、时间和理由会记入审计日志。`,
        isDanger: action?.isDanger ?? false,
      }}
      onClose={() => setChosenAction(null)}
      onConfirm={run}
    />
  )
  return { renderActions, dialog }
}
