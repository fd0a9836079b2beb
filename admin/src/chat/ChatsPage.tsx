// Erasure of a conversation on request of a participant. Its messages are not shown here.
import { Alert, App, Button } from 'antd'
import { useState } from 'react'
import type { ErasableConversation } from '@xinqiao/contract/http/chat/erasure.ts'
import { ReasonDialog } from '../kit/forms/ReasonDialog.tsx'
import { FilterSearch, useListAddress } from '../kit/lists/list-address.tsx'
import { LoadFailed, EmptyList, ScreenHead, LoadingView } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'

function ChatCards({ rows, onErase }: { rows: ErasableConversation[]; onErase: (row: ErasableConversation) => void }) {
  return (
    <ul className="cards" aria-label="会话">
      {rows.map((row) => (
        <li key={row.id}>
          <strong>
            {row.name} 与 {row.peerName}
          </strong>
          <div className="cards-facts">
            {row.peerUsername && <span>对方账号 {row.peerUsername}</span>}
            <span>{row.isErased ? '已清除' : `${row.messages} 条消息`}</span>
            {row.lastTime && <span>最近 {row.lastTime}</span>}
          </div>
          <Button
            danger
            disabled={row.isErased}
            aria-label={`清除会话：${row.name}与${row.peerName}`}
            onClick={() => onErase(row)}
          >
            清除会话
          </Button>
        </li>
      ))}
    </ul>
  )
}

export function ChatsPage() {
  const { key } = useListAddress()
  const { message } = App.useApp()
  const { data, error, reload } = useApi('GET /admin/chat/conversations', key ? { key } : null)
  const [chosenConversation, setChosenConversation] = useState<ErasableConversation | null>(null)

  const erase = async (reason: string) => {
    if (!chosenConversation) return
    await api('POST /admin/chat/erase', { id: chosenConversation.id, reason })
    setChosenConversation(null)
    message.success('会话已清除')
    reload()
  }
  return (
    <>
      <ScreenHead title="清除会话" lead="应当事人要求，永久销毁两人之间的聊天内容与图片" />
      <search className="filters">
        <FilterSearch label="账号或手机号" placeholder="输入完整的账号或手机号" button="查找" />
      </search>
      {!key && (
        <Alert
          type="info"
          showIcon
          title="请先核实申请人身份。清除后双方都无法再看到此前的内容，且不能恢复；备份中的内容随备份到期一并失效。"
        />
      )}
      {key && error && <LoadFailed message={error} onRetry={reload} />}
      {key && !error && !data && <LoadingView />}
      {key &&
        !error &&
        data &&
        (data.conversations.length > 0 ? (
          <ChatCards rows={data.conversations} onErase={setChosenConversation} />
        ) : (
          <EmptyList message="该账号还没有聊天会话" />
        ))}
      <ReasonDialog
        title={chosenConversation && `清除${chosenConversation.name}与${chosenConversation.peerName}的会话`}
        labels={{
          ok: '永久清除',
          label: '清除理由',
          note: '聊天内容与图片将永久销毁，任何人都不能恢复。您的账号、时间和理由会记入审计日志。',
          isDanger: true,
        }}
        onClose={() => setChosenConversation(null)}
        onConfirm={erase}
      />
    </>
  )
}
