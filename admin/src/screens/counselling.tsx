// 问答与咨询. Screens of questions, answers, counselling, and crisis alerts.
import {
  AlertOutlined,
  FileSearchOutlined,
  FilterOutlined,
  FrownOutlined,
  MessageOutlined,
  QuestionCircleOutlined,
  RobotOutlined,
  ScheduleOutlined,
  SolutionOutlined,
  TagsOutlined,
  UsergroupAddOutlined,
} from '@ant-design/icons'
import { lazy } from 'react'
import type { ScreenEntry } from '../kit/navigation/screen-entry.ts'
import { dutyStaff } from './role-groups.ts'

const AlertsPage = lazy(async () => ({ default: (await import('../crisis/AlertsPage.tsx')).AlertsPage }))
const DutyPage = lazy(async () => ({ default: (await import('../crisis/DutyPage.tsx')).DutyPage }))
const FiguresPage = lazy(async () => ({ default: (await import('../crisis/FiguresPage.tsx')).FiguresPage }))
const AlertPage = lazy(async () => ({ default: (await import('../crisis/AlertPage.tsx')).AlertPage }))
const ReviewsPage = lazy(async () => ({ default: (await import('../qa/ReviewsPage.tsx')).ReviewsPage }))
const QuestionsPage = lazy(async () => ({ default: (await import('../qa/QuestionsPage.tsx')).QuestionsPage }))
const QuestionPage = lazy(async () => ({ default: (await import('../qa/QuestionPage.tsx')).QuestionPage }))
const ModerationPage = lazy(async () => ({ default: (await import('../qa/ModerationPage.tsx')).ModerationPage }))
const CounsellorsPage = lazy(async () => ({
  default: (await import('../counsellors/CounsellorsPage.tsx')).CounsellorsPage,
}))
const CounsellorPage = lazy(async () => ({
  default: (await import('../counsellors/CounsellorPage.tsx')).CounsellorPage,
}))
const BookingsPage = lazy(async () => ({ default: (await import('../counsellors/BookingsPage.tsx')).BookingsPage }))
const ComplaintsPage = lazy(async () => ({
  default: (await import('../counsellors/ComplaintsPage.tsx')).ComplaintsPage,
}))
const PeerGroupsPage = lazy(async () => ({
  default: (await import('../peer-groups/PeerGroupsPage.tsx')).PeerGroupsPage,
}))
const PeerGroupPage = lazy(async () => ({
  default: (await import('../peer-groups/PeerGroupPage.tsx')).PeerGroupPage,
}))
const PeerReportsPage = lazy(async () => ({
  default: (await import('../peer-groups/PeerReportsPage.tsx')).PeerReportsPage,
}))
const AccountGroupsPage = lazy(async () => ({
  default: (await import('../account-groups/AccountGroupsPage.tsx')).AccountGroupsPage,
}))
const AccountGroupPage = lazy(async () => ({
  default: (await import('../account-groups/AccountGroupPage.tsx')).AccountGroupPage,
}))
const OnlinePage = lazy(async () => ({ default: (await import('../chat/OnlinePage.tsx')).OnlinePage }))
const RestrictedPage = lazy(async () => ({
  default: (await import('../chat/RestrictedPage.tsx')).RestrictedPage,
}))
const LexiconPage = lazy(async () => ({ default: (await import('../lexicon/LexiconPage.tsx')).LexiconPage }))
const GuidePage = lazy(async () => ({ default: (await import('../guide/GuidePage.tsx')).GuidePage }))

export const counsellingScreens: readonly ScreenEntry[] = [
  {
    path: '/care',
    title: '危机提醒',
    who: dutyStaff,
    Page: AlertsPage,
    icon: <AlertOutlined aria-hidden />,
  },
  { path: '/alert-figures', title: '危机提醒统计', who: dutyStaff, Page: FiguresPage, menuPath: '/care' },
  { path: '/duty', title: '值班安排', who: dutyStaff, Page: DutyPage, menuPath: '/care' },
  { path: '/care/:id', title: '危机提醒', who: dutyStaff, Page: AlertPage, menuPath: '/care' },
  {
    path: '/reviews',
    title: '审核',
    who: dutyStaff,
    Page: ReviewsPage,
    icon: <FileSearchOutlined aria-hidden />,
  },
  {
    path: '/questions',
    title: '问答',
    who: dutyStaff,
    Page: QuestionsPage,
    icon: <QuestionCircleOutlined aria-hidden />,
  },
  { path: '/questions/:id', title: '问答', who: dutyStaff, Page: QuestionPage, menuPath: '/questions' },
  {
    path: '/words',
    title: '词库与标签',
    who: dutyStaff,
    Page: ModerationPage,
    icon: <TagsOutlined aria-hidden />,
  },
  {
    path: '/counsellors',
    title: '咨询师',
    who: dutyStaff,
    Page: CounsellorsPage,
    icon: <SolutionOutlined aria-hidden />,
  },
  { path: '/counsellors/:id', title: '咨询师', who: dutyStaff, Page: CounsellorPage, menuPath: '/counsellors' },
  {
    path: '/bookings',
    title: '预约',
    who: dutyStaff,
    Page: BookingsPage,
    icon: <ScheduleOutlined aria-hidden />,
  },
  {
    path: '/complaints',
    title: '咨询投诉',
    who: dutyStaff,
    Page: ComplaintsPage,
    icon: <FrownOutlined aria-hidden />,
  },
  {
    path: '/peer-groups',
    title: '小组',
    who: dutyStaff,
    Page: PeerGroupsPage,
    icon: <UsergroupAddOutlined aria-hidden />,
  },
  { path: '/peer-groups/new', title: '新建小组', who: dutyStaff, Page: PeerGroupPage, menuPath: '/peer-groups' },
  { path: '/peer-groups/:id', title: '小组', who: dutyStaff, Page: PeerGroupPage, menuPath: '/peer-groups' },
  { path: '/account-groups', title: '自建小组', who: dutyStaff, Page: AccountGroupsPage, menuPath: '/peer-groups' },
  { path: '/account-groups/:id', title: '自建小组', who: dutyStaff, Page: AccountGroupPage, menuPath: '/peer-groups' },
  { path: '/peer-reports', title: '小组举报', who: dutyStaff, Page: PeerReportsPage, menuPath: '/peer-groups' },
  {
    path: '/chat-online',
    title: '聊天在线',
    who: dutyStaff,
    Page: OnlinePage,
    icon: <MessageOutlined aria-hidden />,
  },
  { path: '/chat-restricted', title: '停用与禁言', who: dutyStaff, Page: RestrictedPage, menuPath: '/chat-online' },
  {
    path: '/lexicon',
    title: '聊天词库',
    who: dutyStaff,
    Page: LexiconPage,
    icon: <FilterOutlined aria-hidden />,
  },
  {
    path: '/guide',
    title: '站内向导',
    who: dutyStaff,
    Page: GuidePage,
    icon: <RobotOutlined aria-hidden />,
  },
]
