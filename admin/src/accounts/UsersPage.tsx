// All accounts: find, create, change role, disable, reset password.
import { UserAddOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { useState } from 'react'
import type { AccountForStaff } from '@xinqiao/contract/http/accounts/accounts.ts'

import { errorMessageOf } from '../kit/api/hooks.ts'
import { FilterSearch, FilterSelect, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { navigate } from '../kit/navigation/router.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useStaff } from '../session/session.tsx'
import { useApi } from '../kit/api/use-api.ts'
import { EditUserDialog } from './EditUserDialog.tsx'
import { NewUserDialog } from './NewUserDialog.tsx'
import { PasswordDialog, type IssuedPassword } from './PasswordDialog.tsx'
import { RecoveryDialog } from './RecoveryDialog.tsx'
import { roleOptions } from './role-options.ts'
import { UserCard, userColumns } from './user-rows.tsx'
import './accounts.css'

const roleLabels = roleOptions.map(({ value, label }) => [`${value}`, label] as const)

export function UsersPage() {
  const { params, page, key } = useListAddress()
  const { user: me } = useStaff()
  const { modal, message } = App.useApp()
  const role = roleOptions.find(({ value }) => String(value) === params.get('role'))?.value
  const query = { page, size: pageSize, roleId: role, key }
  const loaded = useApi('GET /admin/users', query)
  const [isNew, setNew] = useState(false)
  const [editedUser, setEditedUser] = useState<AccountForStaff | null>(null)
  const [recovered, setRecovered] = useState<AccountForStaff | null>(null)
  const [issuedPassword, setIssuedPassword] = useState<IssuedPassword | null>(null)

  const resetPassword = (user: AccountForStaff) =>
    modal.confirm({
      title: `重设“${user.username}”的密码吗？`,
      content: '原密码立即失效，该账号在所有设备上都会退出登录。新密码只显示一次，请当面或电话告知本人。',
      okText: '重设密码',
      cancelText: '取消',
      onOk: async () => {
        try {
          const { password } = await api('POST /admin/user/resetPassword', { id: user.id })
          setIssuedPassword({ username: user.username, password, isNew: false })
        } catch (reason) {
          message.error(errorMessageOf(reason))
        }
      },
    })
  const actions = { me: me.id, edit: setEditedUser, resetPassword, recover: setRecovered }
  const empty =
    role || key ? (
      <EmptyList message="没有符合条件的用户">
        <Button onClick={() => navigate('/users')}>清除筛选</Button>
      </EmptyList>
    ) : (
      <EmptyList message="还没有用户" />
    )

  return (
    <>
      <ScreenHead title="用户" lead="账号、角色与停用">
        <Button type="primary" icon={<UserAddOutlined aria-hidden />} onClick={() => setNew(true)}>
          新建账号
        </Button>
      </ScreenHead>
      <search className="filters">
        <FilterSelect name="role" label="按角色筛选" all="全部角色" labels={roleLabels} />
        <FilterSearch label="搜索用户" placeholder="搜索账号、姓名或手机号" />
      </search>
      <PagedList
        loaded={loaded}
        columns={userColumns(actions)}
        renderCard={(user) => <UserCard user={user} actions={actions} />}
        empty={empty}
        unit="个账号"
        minWidth={1160}
      />
      <NewUserDialog
        isOpen={isNew}
        onClose={() => setNew(false)}
        onCreated={(created) => {
          setNew(false)
          setIssuedPassword(created)
          loaded.reload()
        }}
      />
      <EditUserDialog
        user={editedUser}
        onClose={() => setEditedUser(null)}
        onSaved={() => {
          setEditedUser(null)
          loaded.reload()
        }}
      />
      <RecoveryDialog user={recovered} onClose={() => setRecovered(null)} />
      <PasswordDialog issued={issuedPassword} onClose={() => setIssuedPassword(null)} />
    </>
  )
}
