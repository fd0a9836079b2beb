// 学术年会. Screens of the annual meeting: registrations, check-in, papers and awards.
import { CalendarOutlined, PlayCircleOutlined, SolutionOutlined, TrophyOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import type { ScreenEntry } from '../kit/navigation/screen-entry.ts'
import { editors, checkInStaff } from './role-groups.ts'

const MeetingsPage = lazy(async () => ({
  default: (await import('../conference/meetings/MeetingsPage.tsx')).MeetingsPage,
}))
const MeetingPage = lazy(async () => ({
  default: (await import('../conference/meetings/MeetingPage.tsx')).MeetingPage,
}))
const RegistrationsPage = lazy(async () => ({
  default: (await import('../conference/registrations/RegistrationsPage.tsx')).RegistrationsPage,
}))
const RegistrationPage = lazy(async () => ({
  default: (await import('../conference/registrations/RegistrationPage.tsx')).RegistrationPage,
}))
const RequestsPage = lazy(async () => ({
  default: (await import('../conference/requests/RequestsPage.tsx')).RequestsPage,
}))
const RoomsPage = lazy(async () => ({ default: (await import('../conference/rooms/RoomsPage.tsx')).RoomsPage }))
const CheckInPage = lazy(async () => ({
  default: (await import('../conference/check-in/CheckInPage.tsx')).CheckInPage,
}))
const LecturesPage = lazy(async () => ({ default: (await import('../lectures/LecturesPage.tsx')).LecturesPage }))
const LecturePage = lazy(async () => ({ default: (await import('../lectures/LecturePage.tsx')).LecturePage }))
const AttendancePage = lazy(async () => ({
  default: (await import('../lectures/AttendancePage.tsx')).AttendancePage,
}))
const CallsPage = lazy(async () => ({ default: (await import('../submissions/CallsPage.tsx')).CallsPage }))
const SubmissionsPage = lazy(async () => ({
  default: (await import('../submissions/SubmissionsPage.tsx')).SubmissionsPage,
}))
const SubmissionPage = lazy(async () => ({
  default: (await import('../submissions/SubmissionPage.tsx')).SubmissionPage,
}))
const AnnouncementPage = lazy(async () => ({
  default: (await import('../submissions/AnnouncementPage.tsx')).AnnouncementPage,
}))
const AwardsPage = lazy(async () => ({ default: (await import('../submissions/AwardsPage.tsx')).AwardsPage }))

export const conferenceScreens: readonly ScreenEntry[] = [
  {
    path: '/meetings',
    title: '会议',
    who: checkInStaff,
    Page: MeetingsPage,
    icon: <CalendarOutlined aria-hidden />,
  },
  { path: '/meetings/new', title: '新建会议', who: editors, Page: MeetingPage, menuPath: '/meetings' },
  { path: '/meetings/:id', title: '会议', who: editors, Page: MeetingPage, menuPath: '/meetings' },
  {
    path: '/registrations',
    title: '参会报名',
    who: editors,
    Page: RegistrationsPage,
    icon: <SolutionOutlined aria-hidden />,
  },
  { path: '/registrations/:id', title: '参会报名', who: editors, Page: RegistrationPage, menuPath: '/registrations' },
  { path: '/registration-requests', title: '变更申请', who: editors, Page: RequestsPage, menuPath: '/meetings' },
  { path: '/rooms/:id', title: '房间', who: editors, Page: RoomsPage, menuPath: '/meetings' },
  { path: '/door/:id', title: '签到', who: checkInStaff, Page: CheckInPage, menuPath: '/meetings' },
  {
    path: '/lectures',
    title: '直播讲座',
    who: editors,
    Page: LecturesPage,
    icon: <PlayCircleOutlined aria-hidden />,
  },
  { path: '/lectures/new', title: '新建讲座', who: editors, Page: LecturePage, menuPath: '/lectures' },
  { path: '/lectures/:id', title: '直播讲座', who: editors, Page: LecturePage, menuPath: '/lectures' },
  { path: '/lecture-attendance/:id', title: '观看记录', who: editors, Page: AttendancePage, menuPath: '/lectures' },
  {
    path: '/calls',
    title: '征集与评奖',
    who: editors,
    Page: CallsPage,
    icon: <TrophyOutlined aria-hidden />,
  },
  { path: '/submissions', title: '投稿与申报', who: editors, Page: SubmissionsPage, menuPath: '/calls' },
  { path: '/submissions/:id', title: '投稿与申报', who: editors, Page: SubmissionPage, menuPath: '/calls' },
  { path: '/announcements', title: '通知正文', who: editors, Page: AnnouncementPage, menuPath: '/calls' },
  { path: '/awards/:id', title: '结果', who: editors, Page: AwardsPage, menuPath: '/calls' },
]
