// 系统. Screens of accounts, logs and site settings.
import {
  ApiOutlined,
  AuditOutlined,
  CarryOutOutlined,
  DeleteOutlined,
  KeyOutlined,
  SafetyOutlined,
  SendOutlined,
  SettingOutlined,
  SoundOutlined,
  TeamOutlined,
  UserDeleteOutlined,
} from '@ant-design/icons'
import { lazy } from 'react'
import type { ScreenEntry } from '../kit/navigation/screen-entry.ts'
import { administrators, dutyStaff } from './role-groups.ts'

const AppsPage = lazy(async () => ({ default: (await import('../apps/AppsPage.tsx')).AppsPage }))
const AppAccountsPage = lazy(async () => ({ default: (await import('../apps/AppAccountsPage.tsx')).AppAccountsPage }))
const BroadcastsPage = lazy(async () => ({
  default: (await import('../chat/BroadcastsPage.tsx')).BroadcastsPage,
}))
const CalendarPage = lazy(async () => ({ default: (await import('../calendar/CalendarPage.tsx')).CalendarPage }))
const DeliveriesPage = lazy(async () => ({
  default: (await import('../bulletins/DeliveriesPage.tsx')).DeliveriesPage,
}))
const UsersPage = lazy(async () => ({ default: (await import('../accounts/UsersPage.tsx')).UsersPage }))
const RecoveriesPage = lazy(async () => ({
  default: (await import('../accounts/RecoveriesPage.tsx')).RecoveriesPage,
}))
const AuditPage = lazy(async () => ({ default: (await import('../audit/AuditPage.tsx')).AuditPage }))
const SecurityPage = lazy(async () => ({ default: (await import('../audit/SecurityPage.tsx')).SecurityPage }))
const ChatsPage = lazy(async () => ({ default: (await import('../chat/ChatsPage.tsx')).ChatsPage }))
const DataRequestsPage = lazy(async () => ({
  default: (await import('../data-requests/DataRequestsPage.tsx')).DataRequestsPage,
}))
const SitePage = lazy(async () => ({ default: (await import('../site/SitePage.tsx')).SitePage }))

export const systemScreens: readonly ScreenEntry[] = [
  {
    path: '/calendar',
    title: '节假日',
    who: dutyStaff,
    Page: CalendarPage,
    icon: <CarryOutOutlined aria-hidden />,
  },
  {
    path: '/deliveries',
    title: '发送记录',
    who: administrators,
    Page: DeliveriesPage,
    icon: <SendOutlined aria-hidden />,
  },
  {
    path: '/users',
    title: '用户',
    who: administrators,
    Page: UsersPage,
    icon: <TeamOutlined aria-hidden />,
  },
  {
    path: '/recoveries',
    title: '恢复两步验证',
    who: administrators,
    Page: RecoveriesPage,
    icon: <KeyOutlined aria-hidden />,
  },
  {
    path: '/audit',
    title: '审计日志',
    who: administrators,
    Page: AuditPage,
    icon: <AuditOutlined aria-hidden />,
  },
  {
    path: '/security',
    title: '安全事件',
    who: administrators,
    Page: SecurityPage,
    icon: <SafetyOutlined aria-hidden />,
  },
  {
    path: '/data-requests',
    title: '删除与注销申请',
    who: administrators,
    Page: DataRequestsPage,
    icon: <UserDeleteOutlined aria-hidden />,
  },
  {
    path: '/chats',
    title: '清除会话',
    who: administrators,
    Page: ChatsPage,
    icon: <DeleteOutlined aria-hidden />,
  },
  {
    path: '/chat-broadcasts',
    title: '聊天广播',
    who: administrators,
    Page: BroadcastsPage,
    icon: <SoundOutlined aria-hidden />,
  },
  {
    path: '/apps',
    title: '开放接入',
    who: administrators,
    Page: AppsPage,
    icon: <ApiOutlined aria-hidden />,
  },
  { path: '/apps/:id', title: '应用的账号', who: administrators, Page: AppAccountsPage, menuPath: '/apps' },
  {
    path: '/site',
    title: '站点信息',
    who: administrators,
    Page: SitePage,
    icon: <SettingOutlined aria-hidden />,
  },
]
