// Broadcasts of the chat: a list of those sent, and a button for a new one.
import { PlusOutlined } from '@ant-design/icons'
import { Button, type TableColumnsType } from 'antd'
import { useState } from 'react'
import type { SentBroadcast } from '@xinqiao/contract/http/chat/broadcasts.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { useApi } from '../kit/api/use-api.ts'
import { BroadcastDialog } from './BroadcastDialog.tsx'
import './chat.css'

const formatReceivers = ({ receivers }: SentBroadcast) => (receivers === null ? '全部账号' : `${receivers}个账号`)
const formatAuthor = ({ author }: SentBroadcast) => author || '应用的后端'

const columns: TableColumnsType<SentBroadcast> = [
  { title: '内容', dataIndex: 'body', className: 'chat-operation-text' },
  { title: '应用', dataIndex: 'appName', width: 130 },
  { title: '接收人', key: 'receivers', width: 110, render: (_, row) => formatReceivers(row) },
  { title: '发送人', key: 'author', width: 140, render: (_, row) => formatAuthor(row) },
  {
    title: '时间',
    key: 'time',
    width: 160,
    className: 'nowrap',
    render: (_, row) => formatMinuteOrDash(row.createTime),
  },
  {
    title: '有效至',
    key: 'until',
    width: 160,
    className: 'nowrap',
    render: (_, row) => formatMinuteOrDash(row.expireTime),
  },
]

export function BroadcastsPage() {
  const { page } = useListAddress()
  const loaded = useApi('GET /admin/chat/broadcasts', { page, size: pageSize })
  const [isNew, setNew] = useState(false)
  return (
    <>
      <ScreenHead title="聊天广播" lead="在聊天页面上方显示的通知；在线的立即收到，离线的在有效期内上线时收到">
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setNew(true)}>
          发送广播
        </Button>
      </ScreenHead>
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(row) => (
          <>
            <strong className="chat-operation-text">{row.body}</strong>
            <div className="cards-facts">
              <span>{row.appName}</span>
              <span>{formatReceivers(row)}</span>
              <span>{formatAuthor(row)}</span>
              <span>{formatMinuteOrDash(row.createTime)} 发送</span>
              <span>{formatMinuteOrDash(row.expireTime)} 前有效</span>
            </div>
          </>
        )}
        empty={<EmptyList message="还没有广播" />}
        unit="条"
        minWidth={960}
      />
      <BroadcastDialog
        isOpen={isNew}
        onClose={() => setNew(false)}
        onSent={() => {
          setNew(false)
          loaded.reload()
        }}
      />
    </>
  )
}
