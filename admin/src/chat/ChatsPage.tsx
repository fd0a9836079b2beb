// Erasure of a conversation, or of one person's messages in a group, on request of the person. Messages are not shown.
import { Alert, App, Button } from 'antd'
import { useState } from 'react'
import type { ErasableConversation, ErasableGroup } from '@xinqiao/contract/http/chat/erasure.ts'
import { ReasonDialog } from '../kit/forms/ReasonDialog.tsx'
import { FilterSearch, useListAddress } from '../kit/lists/list-address.tsx'
import { LoadFailed, EmptyList, ScreenHead, LoadingView } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import './chat.css'

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

type GroupCardsProps = { rows: ErasableGroup[]; onErase: (row: ErasableGroup) => void }
function GroupCards({ rows, onErase }: GroupCardsProps) {
  return (
    <ul className="cards" aria-label="群">
      {rows.map((row) => (
        <li key={row.teamId}>
          <strong>{row.teamName}</strong>
          <div className="cards-facts">
            {row.nick && <span>群昵称 {row.nick}</span>}
            <span>{row.isMember ? '在群内' : '已不在群内'}</span>
            <span>{row.messages === 0 ? '没有本人消息' : `本人消息 ${row.messages} 条`}</span>
          </div>
          <Button
            danger
            disabled={row.messages === 0}
            aria-label={`清除本人消息：${row.teamName}`}
            onClick={() => onErase(row)}
          >
            清除本人消息
          </Button>
        </li>
      ))}
    </ul>
  )
}

type ErasureTarget = { conversation: ErasableConversation } | { group: ErasableGroup }
const titleOf = (target: ErasureTarget): string =>
  'group' in target
    ? `清除在“${target.group.teamName}”中的本人消息`
    : `清除${target.conversation.name}与${target.conversation.peerName}的会话`

export function ChatsPage() {
  const { key } = useListAddress()
  const { message } = App.useApp()
  const { data, error, reload } = useApi('GET /admin/chat/conversations', key ? { key } : null)
  const [target, setTarget] = useState<ErasureTarget | null>(null)

  const erase = async (reason: string) => {
    if (!target) return
    if ('group' in target)
      await api('POST /admin/chat/eraseInGroup', { teamId: target.group.teamId, key: key ?? '', reason })
    else await api('POST /admin/chat/erase', { id: target.conversation.id, reason })
    setTarget(null)
    message.success('group' in target ? '消息已清除' : '会话已清除')
    reload()
  }
  const hasNothing = data?.conversations.length === 0 && data.groups.length === 0
  return (
    <>
      <ScreenHead title="清除会话" lead="应当事人要求，永久销毁两人之间的聊天内容与图片，或一个人在群里的消息" />
      <search className="filters">
        <FilterSearch label="账号或手机号" placeholder="输入完整的账号或手机号" button="查找" />
      </search>
      {!key && (
        <Alert
          type="info"
          showIcon
          title="请先核实申请人身份。清除会话后双方都无法再看到此前的内容；清除群内的本人消息不影响其他成员的消息，举报中保存的内容到期再删除。两者都不能恢复；备份中的内容随备份到期一并失效。"
        />
      )}
      {key && error && <LoadFailed message={error} onRetry={reload} />}
      {key && !error && !data && <LoadingView />}
      {key && !error && hasNothing && <EmptyList message="该账号还没有聊天会话" />}
      {key && !error && data && data.conversations.length > 0 && (
        <ChatCards rows={data.conversations} onErase={(conversation) => setTarget({ conversation })} />
      )}
      {key && !error && data && data.groups.length > 0 && (
        <>
          <h2 className="chat-groups-title">群</h2>
          <GroupCards rows={data.groups} onErase={(group) => setTarget({ group })} />
        </>
      )}
      <ReasonDialog
        title={target && titleOf(target)}
        labels={{
          ok: '永久清除',
          label: '清除理由',
          note: '内容与图片将永久销毁，任何人都不能恢复。您的账号、时间和理由会记入审计日志。',
          isDanger: true,
        }}
        onClose={() => setTarget(null)}
        onConfirm={erase}
      />
    </>
  )
}
