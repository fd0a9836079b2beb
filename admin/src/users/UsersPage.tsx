// Everybody who has an account: find, create, change role, stop, give a new password.
import { UserAddOutlined } from '@ant-design/icons'
import { App, Button, Input, Select } from 'antd'
import { useState } from 'react'
import type { StaffUser } from '@xinqiao/contract/http/accounts.ts'

import { sentenceOf, useFollowing, useLoaded } from '../frame/calls.ts'
import { PagedList, pageSize } from '../frame/PagedList.tsx'
import { navigate, usePlace } from '../frame/router.tsx'
import { Nothing, ScreenHead } from '../frame/states.tsx'
import { api } from '../session/api.ts'
import { useStaff } from '../session/Session.tsx'
import { EditUserDialog } from './EditUserDialog.tsx'
import { NewUserDialog } from './NewUserDialog.tsx'
import { PasswordDialog, type Issued } from './PasswordDialog.tsx'
import { roleOptions } from './roleOptions.ts'
import { UserCards, userColumns } from './userRows.tsx'
import './users.css'

type Filters = { role?: string; key?: string; page?: string }

const addressOf = (filters: Filters) => {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value))
  return query.size ? `/users?${query}` : '/users'
}

function FilterBar({ filters }: { filters: Filters }) {
  const [key, setKey] = useFollowing(filters.key ?? '')
  const choose = (change: Filters) => navigate(addressOf({ ...filters, page: undefined, ...change }))
  return (
    <search className="filters">
      <Select
        aria-label="按角色筛选"
        className="user-role"
        placeholder="全部角色"
        allowClear
        value={filters.role ? Number(filters.role) : undefined}
        onChange={(role?: number) => choose({ role: role ? String(role) : undefined })}
        options={roleOptions}
      />
      <Input.Search
        aria-label="搜索用户"
        className="user-key"
        placeholder="搜索账号、姓名或手机号"
        allowClear
        maxLength={50}
        value={key}
        onChange={(event) => setKey(event.target.value)}
        onSearch={(value) => choose({ key: value.trim() })}
        enterButton="搜索"
      />
    </search>
  )
}

export function UsersPage() {
  const { params } = usePlace()
  const { user: me } = useStaff()
  const { modal, message } = App.useApp()
  const role = roleOptions.find(({ value }) => String(value) === params.get('role'))?.value
  const key = params.get('key')?.slice(0, 50) || undefined
  const page = Math.min(100_000, Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1))
  const filters: Filters = { role: role && String(role), key, page: page > 1 ? String(page) : undefined }
  const query = { page, size: pageSize, roleId: role, key }
  const loaded = useLoaded(JSON.stringify(query), () => api('GET /admin/users', query))
  const [isNew, setNew] = useState(false)
  const [edited, setEdited] = useState<StaffUser | null>(null)
  const [issued, setIssued] = useState<Issued | null>(null)

  const resetPassword = (user: StaffUser) =>
    modal.confirm({
      title: `重设“${user.username}”的密码吗？`,
      content: '原密码立即失效，该账号在所有设备上都会退出登录。新密码只显示一次，请当面或电话告知本人。',
      okText: '重设密码',
      cancelText: '取消',
      onOk: async () => {
        try {
          const { password } = await api('POST /admin/user/resetPassword', { id: user.id })
          setIssued({ username: user.username, password, isNew: false })
        } catch (reason) {
          message.error(sentenceOf(reason))
        }
      },
    })
  const deeds = { me: me.id, edit: setEdited, resetPassword }
  const empty =
    role || key ? (
      <Nothing sentence="没有符合条件的用户">
        <Button onClick={() => navigate('/users')}>清除筛选</Button>
      </Nothing>
    ) : (
      <Nothing sentence="还没有用户" />
    )

  return (
    <>
      <ScreenHead title="用户" lead="账号、角色与停用">
        <Button type="primary" icon={<UserAddOutlined aria-hidden />} onClick={() => setNew(true)}>
          新建账号
        </Button>
      </ScreenHead>
      <FilterBar filters={filters} />
      <PagedList
        loaded={loaded}
        page={page}
        addressOf={(next) => addressOf({ ...filters, page: next > 1 ? String(next) : undefined })}
        columns={userColumns(deeds)}
        renderCards={(rows) => <UserCards rows={rows} deeds={deeds} />}
        empty={empty}
        unit="个账号"
        minWidth={1000}
      />
      <NewUserDialog
        isOpen={isNew}
        onClose={() => setNew(false)}
        onCreated={(created) => {
          setNew(false)
          setIssued(created)
          loaded.reload()
        }}
      />
      <EditUserDialog
        user={edited}
        onClose={() => setEdited(null)}
        onSaved={() => {
          setEdited(null)
          loaded.reload()
        }}
      />
      <PasswordDialog issued={issued} onClose={() => setIssued(null)} />
    </>
  )
}
