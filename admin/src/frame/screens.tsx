// Every screen of the console, once: address, title, who sees it, and its chunk. Menu and routes both come from here.
import {
  AccountBookOutlined,
  AlertOutlined,
  AuditOutlined,
  BellOutlined,
  DeleteOutlined,
  FileSearchOutlined,
  FileTextOutlined,
  FilterOutlined,
  HomeOutlined,
  IdcardOutlined,
  NotificationOutlined,
  PayCircleOutlined,
  PictureOutlined,
  QuestionCircleOutlined,
  RollbackOutlined,
  SendOutlined,
  SettingOutlined,
  SolutionOutlined,
  SoundOutlined,
  TagsOutlined,
  TeamOutlined,
} from '@ant-design/icons'
import { lazy, type ComponentType, type ReactNode } from 'react'
import { staff, type Role } from '@xinqiao/contract/roles.ts'

export type ScreenProps = { id: string }
export type Screen = {
  path: string
  title: string
  who: readonly Role[]
  Page: ComponentType<ScreenProps>
  /** Only screens with an icon stand in the menu. */
  icon?: ReactNode
  /** The menu entry that is lit for a screen of its own address. */
  menuPath?: string
}

const editors: readonly Role[] = ['administrator', 'editor']
const administrators: readonly Role[] = ['administrator']
const duty: readonly Role[] = ['administrator', 'service']
const financiers: readonly Role[] = ['administrator', 'finance']

const DeskPage = lazy(async () => ({ default: (await import('../desk/DeskPage.tsx')).DeskPage }))
const ArticlesPage = lazy(async () => ({ default: (await import('../articles/ArticlesPage.tsx')).ArticlesPage }))
const ArticlePage = lazy(async () => ({ default: (await import('../articles/ArticlePage.tsx')).ArticlePage }))
const BannersPage = lazy(async () => ({ default: (await import('../banners/BannersPage.tsx')).BannersPage }))
const FloatingAdPage = lazy(async () => ({
  default: (await import('../floating-ad/FloatingAdPage.tsx')).FloatingAdPage,
}))
const UsersPage = lazy(async () => ({ default: (await import('../users/UsersPage.tsx')).UsersPage }))
const AlertsPage = lazy(async () => ({ default: (await import('../care/AlertsPage.tsx')).AlertsPage }))
const AlertPage = lazy(async () => ({ default: (await import('../care/AlertPage.tsx')).AlertPage }))
const AuditPage = lazy(async () => ({ default: (await import('../audit/AuditPage.tsx')).AuditPage }))
const OrdersPage = lazy(async () => ({ default: (await import('../money/OrdersPage.tsx')).OrdersPage }))
const OrderPage = lazy(async () => ({ default: (await import('../money/OrderPage.tsx')).OrderPage }))
const RefundsPage = lazy(async () => ({ default: (await import('../money/RefundsPage.tsx')).RefundsPage }))
const BillsPage = lazy(async () => ({ default: (await import('../money/BillsPage.tsx')).BillsPage }))
const BillPage = lazy(async () => ({ default: (await import('../money/BillPage.tsx')).BillPage }))
const ChatsPage = lazy(async () => ({ default: (await import('../chats/ChatsPage.tsx')).ChatsPage }))
const ApplicationsPage = lazy(async () => ({
  default: (await import('../membership/ApplicationsPage.tsx')).ApplicationsPage,
}))
const ApplicationPage = lazy(async () => ({
  default: (await import('../membership/ApplicationPage.tsx')).ApplicationPage,
}))
const MembersPage = lazy(async () => ({ default: (await import('../membership/MembersPage.tsx')).MembersPage }))
const MemberPage = lazy(async () => ({ default: (await import('../membership/MemberPage.tsx')).MemberPage }))
const LevelsPage = lazy(async () => ({ default: (await import('../membership/LevelsPage.tsx')).LevelsPage }))
const RemindersPage = lazy(async () => ({ default: (await import('../membership/RemindersPage.tsx')).RemindersPage }))
const LexiconPage = lazy(async () => ({ default: (await import('../lexicon/LexiconPage.tsx')).LexiconPage }))
const SitePage = lazy(async () => ({ default: (await import('../site/SitePage.tsx')).SitePage }))

const QuestionsPage = lazy(async () => ({ default: (await import('../questions/QuestionsPage.tsx')).QuestionsPage }))
const QuestionPage = lazy(async () => ({ default: (await import('../questions/QuestionPage.tsx')).QuestionPage }))
const ReviewsPage = lazy(async () => ({ default: (await import('../questions/ReviewsPage.tsx')).ReviewsPage }))
const WordsPage = lazy(async () => ({ default: (await import('../questions/WordsPage.tsx')).WordsPage }))
const CounsellorsPage = lazy(async () => ({
  default: (await import('../counsellors/CounsellorsPage.tsx')).CounsellorsPage,
}))
const CounsellorPage = lazy(async () => ({
  default: (await import('../counsellors/CounsellorPage.tsx')).CounsellorPage,
}))
const BulletinsPage = lazy(async () => ({ default: (await import('../bulletins/BulletinsPage.tsx')).BulletinsPage }))
const DeliveriesPage = lazy(async () => ({ default: (await import('../bulletins/DeliveriesPage.tsx')).DeliveriesPage }))

export const screens: readonly Screen[] = [
  { path: '/', title: '工作台', who: staff, Page: DeskPage, icon: <HomeOutlined aria-hidden /> },
  { path: '/articles', title: '文章', who: editors, Page: ArticlesPage, icon: <FileTextOutlined aria-hidden /> },
  { path: '/articles/new', title: '写文章', who: editors, Page: ArticlePage, menuPath: '/articles' },
  { path: '/articles/:id', title: '编辑文章', who: editors, Page: ArticlePage, menuPath: '/articles' },
  { path: '/banners', title: '轮播图', who: editors, Page: BannersPage, icon: <PictureOutlined aria-hidden /> },
  {
    path: '/floating-ad',
    title: '飘窗',
    who: editors,
    Page: FloatingAdPage,
    icon: <NotificationOutlined aria-hidden />,
  },
  { path: '/care', title: '危机提醒', who: duty, Page: AlertsPage, icon: <AlertOutlined aria-hidden /> },
  { path: '/care/:id', title: '危机提醒', who: duty, Page: AlertPage, menuPath: '/care' },
  { path: '/orders', title: '订单', who: financiers, Page: OrdersPage, icon: <PayCircleOutlined aria-hidden /> },
  { path: '/orders/:id', title: '订单', who: financiers, Page: OrderPage, menuPath: '/orders' },
  { path: '/refunds', title: '退款', who: financiers, Page: RefundsPage, icon: <RollbackOutlined aria-hidden /> },
  { path: '/bills', title: '对账', who: financiers, Page: BillsPage, icon: <AccountBookOutlined aria-hidden /> },
  { path: '/bills/:id', title: '对账', who: financiers, Page: BillPage, menuPath: '/bills' },
  {
    path: '/member-applications',
    title: '入会申请',
    who: duty,
    Page: ApplicationsPage,
    icon: <SolutionOutlined aria-hidden />,
  },
  {
    path: '/member-applications/:id',
    title: '入会申请',
    who: duty,
    Page: ApplicationPage,
    menuPath: '/member-applications',
  },
  {
    path: '/members',
    title: '会员',
    who: [...duty, 'finance'],
    Page: MembersPage,
    icon: <IdcardOutlined aria-hidden />,
  },
  { path: '/members/:id', title: '会员', who: [...duty, 'finance'], Page: MemberPage, menuPath: '/members' },
  {
    path: '/member-levels',
    title: '会员类别与会费',
    who: ['administrator', 'finance'],
    Page: LevelsPage,
    icon: <TagsOutlined aria-hidden />,
  },
  {
    path: '/member-reminders',
    title: '续费提醒',
    who: ['administrator', 'finance'],
    Page: RemindersPage,
    icon: <BellOutlined aria-hidden />,
  },
  { path: '/reviews', title: '审核', who: duty, Page: ReviewsPage, icon: <FileSearchOutlined aria-hidden /> },
  { path: '/questions', title: '问答', who: duty, Page: QuestionsPage, icon: <QuestionCircleOutlined aria-hidden /> },
  { path: '/questions/:id', title: '问答', who: duty, Page: QuestionPage, menuPath: '/questions' },
  { path: '/words', title: '词库与标签', who: duty, Page: WordsPage, icon: <TagsOutlined aria-hidden /> },
  { path: '/counsellors', title: '咨询师', who: duty, Page: CounsellorsPage, icon: <SolutionOutlined aria-hidden /> },
  { path: '/counsellors/:id', title: '咨询师', who: duty, Page: CounsellorPage, menuPath: '/counsellors' },
  { path: '/bulletins', title: '公告', who: editors, Page: BulletinsPage, icon: <SoundOutlined aria-hidden /> },
  {
    path: '/deliveries',
    title: '发送记录',
    who: administrators,
    Page: DeliveriesPage,
    icon: <SendOutlined aria-hidden />,
  },
  { path: '/lexicon', title: '聊天词库', who: duty, Page: LexiconPage, icon: <FilterOutlined aria-hidden /> },
  { path: '/users', title: '用户', who: administrators, Page: UsersPage, icon: <TeamOutlined aria-hidden /> },
  { path: '/audit', title: '审计日志', who: administrators, Page: AuditPage, icon: <AuditOutlined aria-hidden /> },
  { path: '/chats', title: '清除会话', who: administrators, Page: ChatsPage, icon: <DeleteOutlined aria-hidden /> },
  { path: '/site', title: '站点信息', who: administrators, Page: SitePage, icon: <SettingOutlined aria-hidden /> },
]

export const menuFor = (role: Role) => screens.filter((screen) => screen.icon && screen.who.includes(role))

/** @returns the screen of an address with the id in it, or null: absent and forbidden look the same */
export function screenAt(path: string, role: Role): { screen: Screen; id: string } | null {
  for (const screen of screens) {
    if (!screen.who.includes(role)) continue
    if (screen.path === path) return { screen, id: '' }
    const stem = screen.path.endsWith('/:id') ? screen.path.slice(0, -3) : null
    const id = stem && path.startsWith(stem) ? path.slice(stem.length) : ''
    if (/^\d{1,15}$/.test(id)) return { screen, id }
  }
  return null
}
