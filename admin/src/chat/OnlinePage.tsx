// Connected devices of the chat on all nodes. The list refreshes automatically.
import { ReloadOutlined } from '@ant-design/icons'
import { Button, type TableColumnsType } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import type { OnlineDevice } from '@xinqiao/contract/http/chat/operation.ts'
import { useLoaded } from '../frame/calls.ts'
import { FilterSearch, useListPlace } from '../frame/list-place.tsx'
import { PagedList, pageSize } from '../frame/PagedList.tsx'
import { navigate } from '../frame/router.tsx'
import { EmptyList, ScreenHead } from '../frame/states.tsx'
import { api } from '../session/api.ts'
import { StateTags, useAccountActions } from './account-actions.tsx'
import { deviceTitleOf } from './device-types.ts'
import './chat.css'

const pollIntervalMs = 10_000

export function OnlinePage() {
  const { page, key = '' } = useListPlace()
  const query = { page, size: pageSize, key }
  const loaded = useLoaded(JSON.stringify(query), () => api('GET /admin/chat/online', query))
  const look = useEffectEvent(() => {
    if (!document.hidden && !loaded.loading) loaded.reload()
  })
  useEffect(() => {
    const timer = setInterval(() => look(), pollIntervalMs)
    return () => clearInterval(timer)
  }, [])
  const { renderActions, dialog } = useAccountActions(loaded.reload)
  const columns: TableColumnsType<OnlineDevice> = [
    { title: '名称', dataIndex: 'name', width: 150 },
    { title: '聊天账号', dataIndex: 'accid', className: 'chat-operation-text' },
    { title: '应用', dataIndex: 'appName', width: 120 },
    { title: '设备', key: 'type', width: 100, render: (_, { clientType }) => deviceTitleOf(clientType) },
    { title: '登录时间', key: 'since', width: 160, className: 'nowrap', render: (_, { since }) => since.slice(0, 16) },
    { title: '节点', dataIndex: 'node', width: 150, className: 'chat-operation-text' },
    { title: '状态', key: 'state', width: 90, render: (_, device) => <StateTags {...device} /> },
    { title: '操作', key: 'actions', width: 210, render: (_, device) => renderActions(device, true) },
  ]
  return (
    <>
      <ScreenHead title="聊天在线" lead="正在使用聊天的设备，后登录的在前">
        <Button onClick={() => navigate('/chat-restricted')}>停用与禁言</Button>
        <Button icon={<ReloadOutlined aria-hidden />} onClick={loaded.reload}>
          刷新
        </Button>
      </ScreenHead>
      <search className="filters">
        <FilterSearch label="账号或名称" placeholder="完整的聊天账号，或名称的一部分" />
      </search>
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(device) => (
          <>
            <strong>{device.name}</strong> <StateTags {...device} />
            <div className="cards-facts chat-operation-text">
              <span>{device.appName}</span>
              <span>{deviceTitleOf(device.clientType)}</span>
              <span>{device.since.slice(0, 16)} 登录</span>
              <span>账号 {device.accid}</span>
              <span>节点 {device.node}</span>
            </div>
            {renderActions(device, true)}
          </>
        )}
        empty={<EmptyList message={key ? '没有找到在线的设备' : '现在没有人在线'} />}
        unit="台设备"
        minWidth={1_120}
      />
      {dialog}
    </>
  )
}
