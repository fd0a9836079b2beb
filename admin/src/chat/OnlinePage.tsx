// Connected devices of the chat on all nodes. The list refreshes automatically.
import { ReloadOutlined } from '@ant-design/icons'
import { Button, type TableColumnsType } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import type { OnlineDevice } from '@xinqiao/contract/http/chat/operation.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { useListAddress } from '../kit/lists/list-address.tsx'
import { pageSize } from '../kit/lists/PagedList.tsx'
import { navigate } from '../kit/navigation/router.tsx'
import { ScreenHead } from '../kit/states.tsx'
import { useApi } from '../kit/api/use-api.ts'
import { AccountList } from './AccountList.tsx'
import { nameDevice } from './device-types.ts'

const pollIntervalMs = 10_000

const columns: TableColumnsType<OnlineDevice> = [
  { title: '名称', dataIndex: 'name', width: 150 },
  { title: '聊天账号', dataIndex: 'accid', className: 'chat-operation-text' },
  { title: '应用', dataIndex: 'appName', width: 120 },
  { title: '设备', key: 'type', width: 100, render: (_, { clientType }) => nameDevice(clientType) },
  {
    title: '登录时间',
    key: 'since',
    width: 160,
    className: 'nowrap',
    render: (_, { since }) => formatMinuteOrDash(since),
  },
  { title: '节点', dataIndex: 'node', width: 150, className: 'chat-operation-text' },
]

export function OnlinePage() {
  const { page, key = '' } = useListAddress()
  const query = { page, size: pageSize, key }
  const loaded = useApi('GET /admin/chat/online', query)
  const refresh = useEffectEvent(() => {
    if (!document.hidden && !loaded.loading) loaded.reload()
  })
  useEffect(() => {
    const timer = setInterval(() => refresh(), pollIntervalMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <ScreenHead title="聊天在线" lead="正在使用聊天的设备，后登录的在前">
        <Button onClick={() => navigate('/chat-restricted')}>停用与禁言</Button>
        <Button icon={<ReloadOutlined aria-hidden />} onClick={loaded.reload}>
          刷新
        </Button>
      </ScreenHead>
      <AccountList
        loaded={loaded}
        columns={columns}
        stateWidth={90}
        actionsWidth={210}
        renderFacts={(device) => (
          <>
            <span>{device.appName}</span>
            <span>{nameDevice(device.clientType)}</span>
            <span>{formatMinuteOrDash(device.since)} 登录</span>
            <span>账号 {device.accid}</span>
            <span>节点 {device.node}</span>
          </>
        )}
        isOnline={() => true}
        nothing="现在没有人在线"
        nothingFound="没有找到在线的设备"
        unit="台设备"
        minWidth={1_120}
      />
    </>
  )
}
