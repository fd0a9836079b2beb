// Chat accounts that are blocked or muted, online or not.
import { Button, type TableColumnsType } from 'antd'
import type { ModeratedAccount } from '@xinqiao/contract/http/chat/operation.ts'
import { useListAddress } from '../kit/lists/list-address.tsx'
import { pageSize } from '../kit/lists/PagedList.tsx'
import { navigate } from '../kit/navigation/router.tsx'
import { ScreenHead } from '../kit/states.tsx'
import { useApi } from '../kit/api/use-api.ts'
import { AccountList } from './AccountList.tsx'

const columns: TableColumnsType<ModeratedAccount> = [
  { title: '名称', dataIndex: 'name', width: 180 },
  { title: '聊天账号', dataIndex: 'accid', className: 'chat-operation-text' },
  { title: '应用', dataIndex: 'appName', width: 150 },
]

export function RestrictedPage() {
  const { page, key = '' } = useListAddress()
  const query = { page, size: pageSize, key }
  const loaded = useApi('GET /admin/chat/restricted', query)
  return (
    <>
      <ScreenHead title="停用与禁言" lead="停用的账号不能使用聊天；禁言的账号可以阅读，不能发送">
        <Button onClick={() => navigate('/chat-online')}>返回聊天在线</Button>
      </ScreenHead>
      <AccountList
        loaded={loaded}
        columns={columns}
        stateWidth={150}
        actionsWidth={180}
        renderFacts={(account) => (
          <>
            <span>{account.appName}</span>
            <span>账号 {account.accid}</span>
          </>
        )}
        isOnline={() => false}
        nothing="没有停用或禁言的账号"
        nothingFound="没有找到该账号"
        unit="个账号"
        minWidth={860}
      />
    </>
  )
}
