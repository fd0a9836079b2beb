// One account of the list, as a table row for desktops and as a card for phones.
import { Button, Tag, Tooltip, type TableColumnsType } from 'antd'
import type { AccountForStaff } from '@xinqiao/contract/http/accounts/accounts.ts'
import { roleNameOf, roleTitles } from '@xinqiao/contract/roles.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { ToneTag } from '../kit/lists/ToneTag.tsx'

export type UserRowActions = {
  me: number
  edit: (user: AccountForStaff) => void
  resetPassword: (user: AccountForStaff) => void
  recover: (user: AccountForStaff) => void
}

const formatVisit = (time: string | null) => (time ? formatMinuteOrDash(time) : '从未登录')
const EnabledTag = ({ user }: { user: AccountForStaff }) => (
  <ToneTag tone={user.enabled ? 'good' : 'bad'}>{user.enabled ? '正常' : '已停用'}</ToneTag>
)

function UserActions({ user, actions }: { user: AccountForStaff; actions: UserRowActions }) {
  const isMe = user.id === actions.me
  const editButton = (
    <Button type="link" disabled={isMe} aria-label={`角色与状态：${user.username}`} onClick={() => actions.edit(user)}>
      角色与状态
    </Button>
  )
  return (
    <div className="row-actions">
      {isMe ? <Tooltip title="不能修改或停用自己的账号，请由其他管理员操作">{editButton}</Tooltip> : editButton}
      <Button type="link" aria-label={`重设密码：${user.username}`} onClick={() => actions.resetPassword(user)}>
        重设密码
      </Button>
      {user.hasFactor && !isMe && (
        <Button type="link" aria-label={`恢复两步验证：${user.username}`} onClick={() => actions.recover(user)}>
          恢复两步验证
        </Button>
      )}
    </div>
  )
}

const UserName = ({ user, me }: { user: AccountForStaff; me: number }) => (
  <span className="user-name">
    <strong>{user.username}</strong>
    {user.id === me && <Tag className="lone-tag">本人</Tag>}
  </span>
)

export const userColumns = (actions: UserRowActions): TableColumnsType<AccountForStaff> => [
  { title: '账号', key: 'username', width: 150, render: (_, user) => <UserName user={user} me={actions.me} /> },
  { title: '姓名', dataIndex: 'nickName', width: 100 },
  { title: '手机号', dataIndex: 'phone', width: 125, className: 'nowrap' },
  { title: '角色', key: 'role', width: 100, render: (_, user) => roleTitles[roleNameOf(user.roleId)] },
  { title: '两步验证', key: 'factor', width: 105, render: (_, user) => (user.hasFactor ? '已启用' : '未启用') },
  { title: '状态', key: 'enabled', width: 80, render: (_, user) => <EnabledTag user={user} /> },
  {
    title: '注册时间',
    key: 'created',
    width: 145,
    className: 'nowrap',
    render: (_, user) => formatMinuteOrDash(user.createTime),
  },
  {
    title: '最近访问',
    key: 'seen',
    width: 145,
    className: 'nowrap',
    render: (_, user) => formatVisit(user.lastSeenTime),
  },
  { title: '操作', key: 'actions', width: 210, render: (_, user) => <UserActions user={user} actions={actions} /> },
]

export const UserCard = ({ user, actions }: { user: AccountForStaff; actions: UserRowActions }) => (
  <>
    <UserName user={user} me={actions.me} />
    <div className="cards-facts">
      <EnabledTag user={user} />
      <span>{roleTitles[roleNameOf(user.roleId)]}</span>
      <span>{user.nickName}</span>
      <span>{user.phone}</span>
      <span>{user.hasFactor ? '已启用两步验证' : '未启用两步验证'}</span>
      <span>最近访问：{formatVisit(user.lastSeenTime)}</span>
    </div>
    <UserActions user={user} actions={actions} />
  </>
)
