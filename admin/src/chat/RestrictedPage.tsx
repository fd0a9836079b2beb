// Chat accounts that are blocked or muted, online or not.
import { Button, type TableColumnsType } from 'antd'
import type { RestrictedAccount } from '@xinqiao/contract/http/chat/operation.ts'
import { useLoaded } from '../frame/calls.ts'
import { FilterSearch, useListPlace } from '../frame/list-place.tsx'
import { PagedList, pageSize } from '../frame/PagedList.tsx'
import { navigate } from '../frame/router.tsx'
import { EmptyList, ScreenHead } from '../frame/states.tsx'
import { api } from '../session/api.ts'
import { StateTags, useAccountActions } from './account-actions.tsx'
import './chat.css'

export function RestrictedPage() {
  const { page, key = '' } = useListPlace()
  const query = { page, size: pageSize, key }
  const loaded = useLoaded(JSON.stringify(query), () => api('GET /admin/chat/restricted', query))
  const { renderActions, dialog } = useAccountActions(loaded.reload)
  const columns: TableColumnsType<RestrictedAccount> = [
    { title: '名称', dataIndex: 'name', width: 180 },
    { title: '聊天账号', dataIndex: 'accid', className: 'chat-operation-text' },
    { title: '应用', dataIndex: 'appName', width: 150 },
    { title: '状态', key: 'state', width: 150, render: (_, account) => <StateTags {...account} /> },
    { title: '操作', key: 'actions', width: 180, render: (_, account) => renderActions(account, false) },
  ]
  return (
    <>
      <ScreenHead title="停用与禁言" lead="停用的账号不能使用聊天；禁言的账号可以阅读，不能发送">
        <Button onClick={() => navigate('/chat-online')}>返回聊天在线</Button>
      </ScreenHead>
      <search className="filters">
        <FilterSearch label="账号或名称" placeholder="完整的聊天账号，或名称的一部分" />
      </search>
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(account) => (
          <>
            <strong>{account.name}</strong> <StateTags {...account} />
            <div className="cards-facts chat-operation-text">
              <span>{account.appName}</span>
              <span>账号 {account.accid}</span>
            </div>
            {renderActions(account, false)}
          </>
        )}
        empty={<EmptyList message={key ? '没有找到该账号' : '没有停用或禁言的账号'} />}
        unit="个账号"
        minWidth={860}
      />
      {dialog}
    </>
  )
}
