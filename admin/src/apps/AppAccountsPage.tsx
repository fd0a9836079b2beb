// Chat accounts of an app: who is online, and actions on each.
import { Button, type TableColumnsType } from 'antd'
import type { AppAccount } from '@xinqiao/contract/http/chat/operation.ts'
import { AccountList } from '../chat/AccountList.tsx'
import { useListAddress } from '../kit/lists/list-address.tsx'
import { pageSize } from '../kit/lists/PagedList.tsx'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { navigate } from '../kit/navigation/router.tsx'
import { ScreenHead } from '../kit/states.tsx'
import { useApi } from '../kit/api/use-api.ts'
import type { ScreenProps } from '../kit/navigation/screen-props.ts'

const OnlineTag = ({ isOnline }: Pick<AppAccount, 'isOnline'>) => (
  <ToneTag tone={isOnline ? 'good' : 'calm'}>{isOnline ? '在线' : '不在线'}</ToneTag>
)
const columns: TableColumnsType<AppAccount> = [
  { title: '聊天账号', dataIndex: 'accid', className: 'chat-operation-text' },
  { title: '名称', dataIndex: 'name', className: 'chat-operation-text' },
  { title: '在线', key: 'online', width: 100, render: (_, account) => <OnlineTag {...account} /> },
]

export function AppAccountsPage({ id: idText }: ScreenProps) {
  const id = Number(idText)
  const { page, key = '' } = useListAddress()
  const loaded = useApi('GET /admin/chat/accounts', { id, page, size: pageSize, key })
  return (
    <>
      <ScreenHead
        title={loaded.data ? `${loaded.data.appName}的账号` : '应用的账号'}
        lead="停用的账号不能使用聊天；禁言的账号可以阅读，不能发送"
      >
        <Button onClick={() => navigate('/apps')}>返回开放接入</Button>
      </ScreenHead>
      <AccountList
        loaded={loaded}
        columns={columns}
        stateWidth={150}
        actionsWidth={210}
        renderFacts={(account) => (
          <>
            <span>账号 {account.accid}</span>
            <OnlineTag {...account} />
          </>
        )}
        isOnline={({ isOnline }) => isOnline}
        search={{ label: '账号', placeholder: '聊天账号，或它的开头' }}
        nothing="这个应用还没有账号"
        nothingFound="没有找到该账号"
        unit="个账号"
        minWidth={860}
      />
    </>
  )
}
