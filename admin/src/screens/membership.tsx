// 会员. Screens about members: applications, dues, certificates.
import {
  ApartmentOutlined,
  BellOutlined,
  IdcardOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  SolutionOutlined,
  TagsOutlined,
} from '@ant-design/icons'
import { lazy } from 'react'
import type { ScreenEntry } from '../kit/navigation/screen-entry.ts'
import { administrators, dutyStaff } from './role-groups.ts'

const ApplicationsPage = lazy(async () => ({
  default: (await import('../membership/ApplicationsPage.tsx')).ApplicationsPage,
}))
const ApplicationPage = lazy(async () => ({
  default: (await import('../membership/ApplicationPage.tsx')).ApplicationPage,
}))
const MembersPage = lazy(async () => ({ default: (await import('../membership/MembersPage.tsx')).MembersPage }))
const MemberPage = lazy(async () => ({ default: (await import('../membership/MemberPage.tsx')).MemberPage }))
const UnitsPage = lazy(async () => ({ default: (await import('../membership/UnitsPage.tsx')).UnitsPage }))
const LevelsPage = lazy(async () => ({ default: (await import('../membership/LevelsPage.tsx')).LevelsPage }))
const CertificatesPage = lazy(async () => ({
  default: (await import('../certificates/CertificatesPage.tsx')).CertificatesPage,
}))
const RemindersPage = lazy(async () => ({
  default: (await import('../membership/RemindersPage.tsx')).RemindersPage,
}))

const SettingsPage = lazy(async () => ({
  default: (await import('../membership/SettingsPage.tsx')).SettingsPage,
}))

export const membershipScreens: readonly ScreenEntry[] = [
  {
    path: '/member-applications',
    title: '入会申请',
    who: dutyStaff,
    Page: ApplicationsPage,
    icon: <SolutionOutlined aria-hidden />,
  },
  {
    path: '/member-applications/:id',
    title: '入会申请',
    who: dutyStaff,
    Page: ApplicationPage,
    menuPath: '/member-applications',
  },
  {
    path: '/members',
    title: '会员',
    who: [...dutyStaff, 'finance'],
    notForBranches: true,
    Page: MembersPage,
    icon: <IdcardOutlined aria-hidden />,
  },
  {
    path: '/members/:id',
    title: '会员',
    who: [...dutyStaff, 'finance'],
    notForBranches: true,
    Page: MemberPage,
    menuPath: '/members',
  },
  {
    path: '/units',
    title: '单位会员',
    who: [...dutyStaff, 'finance'],
    notForBranches: true,
    Page: UnitsPage,
    icon: <ApartmentOutlined aria-hidden />,
  },
  {
    path: '/member-levels',
    title: '会员类别与会费',
    who: ['administrator', 'finance'],
    Page: LevelsPage,
    icon: <TagsOutlined aria-hidden />,
  },
  {
    path: '/certificates',
    title: '证书',
    who: administrators,
    Page: CertificatesPage,
    icon: <SafetyCertificateOutlined aria-hidden />,
  },
  {
    path: '/member-reminders',
    title: '续费提醒',
    who: ['administrator', 'finance'],
    Page: RemindersPage,
    icon: <BellOutlined aria-hidden />,
  },
  {
    path: '/membership-settings',
    title: '会籍设置',
    who: administrators,
    Page: SettingsPage,
    icon: <SettingOutlined aria-hidden />,
  },
]
