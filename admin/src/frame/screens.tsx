// Every screen of the console, once: address, title, who sees it, and its chunk. Menu and routes both come from here.
import {
  AccountBookOutlined,
  AlertOutlined,
  ApartmentOutlined,
  AuditOutlined,
  BankOutlined,
  BellOutlined,
  CalendarOutlined,
  CarryOutOutlined,
  DeleteOutlined,
  FileDoneOutlined,
  FileSearchOutlined,
  FileTextOutlined,
  FilterOutlined,
  FormOutlined,
  FrownOutlined,
  FundOutlined,
  HomeOutlined,
  IdcardOutlined,
  NotificationOutlined,
  PayCircleOutlined,
  PictureOutlined,
  QuestionCircleOutlined,
  ReadOutlined,
  RollbackOutlined,
  SafetyCertificateOutlined,
  SafetyOutlined,
  ScheduleOutlined,
  SendOutlined,
  SettingOutlined,
  SolutionOutlined,
  SoundOutlined,
  TagsOutlined,
  TeamOutlined,
  TrophyOutlined,
} from '@ant-design/icons'
import { lazy, type ComponentType, type ReactNode } from 'react'
import { staff, type Role } from '@xinqiao/contract/roles.ts'

/** The headings of the menu, in their order. */
const groups = ['内容', '问答与咨询', '会员', '学术年会', '在线考试', '财务', '系统'] as const
type Group = (typeof groups)[number]

export type ScreenProps = { id: string }
export type Screen = {
  path: string
  title: string
  who: readonly Role[]
  Page: ComponentType<ScreenProps>
  /** Only screens with an icon stand in the menu. */
  icon?: ReactNode
  /** The heading that it stands under. */
  group?: Group
  /** The menu entry that is lit for a screen of its own address. */
  menuPath?: string
}

const editors: readonly Role[] = ['administrator', 'editor']
const administrators: readonly Role[] = ['administrator']
const doorkeepers: readonly Role[] = ['administrator', 'editor', 'service']
const examiners: readonly Role[] = ['administrator', 'examiner']
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
const ExamsPage = lazy(async () => ({ default: (await import('../exams/ExamsPage.tsx')).ExamsPage }))
const ExamPage = lazy(async () => ({ default: (await import('../exams/ExamPage.tsx')).ExamPage }))
const PapersPage = lazy(async () => ({ default: (await import('../exams/PapersPage.tsx')).PapersPage }))
const PaperPage = lazy(async () => ({ default: (await import('../exams/PaperPage.tsx')).PaperPage }))
const BankPage = lazy(async () => ({ default: (await import('../exams/BankPage.tsx')).BankPage }))
const AuditPage = lazy(async () => ({ default: (await import('../audit/AuditPage.tsx')).AuditPage }))
const OrdersPage = lazy(async () => ({ default: (await import('../money/OrdersPage.tsx')).OrdersPage }))
const OrderPage = lazy(async () => ({ default: (await import('../money/OrderPage.tsx')).OrderPage }))
const RefundsPage = lazy(async () => ({ default: (await import('../money/RefundsPage.tsx')).RefundsPage }))
const ReceiptsPage = lazy(async () => ({ default: (await import('../money/ReceiptsPage.tsx')).ReceiptsPage }))
const TransfersPage = lazy(async () => ({ default: (await import('../money/TransfersPage.tsx')).TransfersPage }))
const DuesPage = lazy(async () => ({ default: (await import('../money/DuesPage.tsx')).DuesPage }))
const BillsPage = lazy(async () => ({ default: (await import('../money/BillsPage.tsx')).BillsPage }))
const BillPage = lazy(async () => ({ default: (await import('../money/BillPage.tsx')).BillPage }))
const SecurityPage = lazy(async () => ({ default: (await import('../audit/SecurityPage.tsx')).SecurityPage }))
const CertificatesPage = lazy(async () => ({
  default: (await import('../certificates/CertificatesPage.tsx')).CertificatesPage,
}))
const ChatsPage = lazy(async () => ({ default: (await import('../chats/ChatsPage.tsx')).ChatsPage }))
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
const RemindersPage = lazy(async () => ({ default: (await import('../membership/RemindersPage.tsx')).RemindersPage }))
const LexiconPage = lazy(async () => ({ default: (await import('../lexicon/LexiconPage.tsx')).LexiconPage }))
const SitePage = lazy(async () => ({ default: (await import('../site/SitePage.tsx')).SitePage }))

const DutyPage = lazy(async () => ({ default: (await import('../care/DutyPage.tsx')).DutyPage }))
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
const BookingsPage = lazy(async () => ({ default: (await import('../counsellors/BookingsPage.tsx')).BookingsPage }))
const ComplaintsPage = lazy(async () => ({
  default: (await import('../counsellors/ComplaintsPage.tsx')).ComplaintsPage,
}))
const CalendarPage = lazy(async () => ({ default: (await import('../calendar/CalendarPage.tsx')).CalendarPage }))
const BulletinsPage = lazy(async () => ({ default: (await import('../bulletins/BulletinsPage.tsx')).BulletinsPage }))
const DeliveriesPage = lazy(async () => ({ default: (await import('../bulletins/DeliveriesPage.tsx')).DeliveriesPage }))

const MeetingsPage = lazy(async () => ({ default: (await import('../meetings/MeetingsPage.tsx')).MeetingsPage }))
const MeetingPage = lazy(async () => ({ default: (await import('../meetings/MeetingPage.tsx')).MeetingPage }))
const RegistrationsPage = lazy(async () => ({
  default: (await import('../meetings/RegistrationsPage.tsx')).RegistrationsPage,
}))
const RequestsPage = lazy(async () => ({ default: (await import('../meetings/RequestsPage.tsx')).RequestsPage }))
const RoomsPage = lazy(async () => ({ default: (await import('../meetings/RoomsPage.tsx')).RoomsPage }))
const DoorPage = lazy(async () => ({ default: (await import('../meetings/DoorPage.tsx')).DoorPage }))
const CallsPage = lazy(async () => ({ default: (await import('../submissions/CallsPage.tsx')).CallsPage }))
const SubmissionsPage = lazy(async () => ({
  default: (await import('../submissions/SubmissionsPage.tsx')).SubmissionsPage,
}))
const SubmissionPage = lazy(async () => ({
  default: (await import('../submissions/SubmissionPage.tsx')).SubmissionPage,
}))
const AwardsPage = lazy(async () => ({ default: (await import('../submissions/AwardsPage.tsx')).AwardsPage }))

export const screens: readonly Screen[] = [
  { path: '/', title: '工作台', who: staff, Page: DeskPage, icon: <HomeOutlined aria-hidden /> },
  {
    path: '/articles',
    title: '文章',
    who: editors,
    Page: ArticlesPage,
    group: '内容',
    icon: <FileTextOutlined aria-hidden />,
  },
  { path: '/articles/new', title: '写文章', who: editors, Page: ArticlePage, menuPath: '/articles' },
  { path: '/articles/:id', title: '编辑文章', who: editors, Page: ArticlePage, menuPath: '/articles' },
  {
    path: '/banners',
    title: '轮播图',
    who: editors,
    Page: BannersPage,
    group: '内容',
    icon: <PictureOutlined aria-hidden />,
  },
  {
    path: '/floating-ad',
    title: '飘窗',
    who: editors,
    Page: FloatingAdPage,
    group: '内容',
    icon: <NotificationOutlined aria-hidden />,
  },
  {
    path: '/meetings',
    title: '会议',
    who: doorkeepers,
    Page: MeetingsPage,
    group: '学术年会',
    icon: <CalendarOutlined aria-hidden />,
  },
  { path: '/meetings/new', title: '新建会议', who: editors, Page: MeetingPage, menuPath: '/meetings' },
  { path: '/meetings/:id', title: '会议', who: editors, Page: MeetingPage, menuPath: '/meetings' },
  {
    path: '/registrations',
    title: '参会报名',
    who: editors,
    Page: RegistrationsPage,
    group: '学术年会',
    icon: <SolutionOutlined aria-hidden />,
  },
  { path: '/registration-requests', title: '变更申请', who: editors, Page: RequestsPage, menuPath: '/meetings' },
  { path: '/rooms/:id', title: '房间', who: editors, Page: RoomsPage, menuPath: '/meetings' },
  { path: '/door/:id', title: '签到', who: doorkeepers, Page: DoorPage, menuPath: '/meetings' },
  {
    path: '/calls',
    title: '征集与评奖',
    who: editors,
    Page: CallsPage,
    group: '学术年会',
    icon: <TrophyOutlined aria-hidden />,
  },
  { path: '/submissions', title: '投稿与申报', who: editors, Page: SubmissionsPage, menuPath: '/calls' },
  { path: '/submissions/:id', title: '投稿与申报', who: editors, Page: SubmissionPage, menuPath: '/calls' },
  { path: '/awards/:id', title: '结果', who: editors, Page: AwardsPage, menuPath: '/calls' },
  {
    path: '/care',
    title: '危机提醒',
    who: duty,
    Page: AlertsPage,
    group: '问答与咨询',
    icon: <AlertOutlined aria-hidden />,
  },
  { path: '/duty', title: '值班安排', who: duty, Page: DutyPage, menuPath: '/care' },
  { path: '/care/:id', title: '危机提醒', who: duty, Page: AlertPage, menuPath: '/care' },
  {
    path: '/orders',
    title: '订单',
    who: financiers,
    Page: OrdersPage,
    group: '财务',
    icon: <PayCircleOutlined aria-hidden />,
  },
  { path: '/orders/:id', title: '订单', who: financiers, Page: OrderPage, menuPath: '/orders' },
  {
    path: '/refunds',
    title: '退款',
    who: financiers,
    Page: RefundsPage,
    group: '财务',
    icon: <RollbackOutlined aria-hidden />,
  },
  {
    path: '/bills',
    title: '对账',
    who: financiers,
    Page: BillsPage,
    group: '财务',
    icon: <AccountBookOutlined aria-hidden />,
  },
  {
    path: '/transfers',
    title: '转账核对',
    who: financiers,
    Page: TransfersPage,
    group: '财务',
    icon: <BankOutlined aria-hidden />,
  },
  {
    path: '/receipts',
    title: '票据',
    who: financiers,
    Page: ReceiptsPage,
    group: '财务',
    icon: <FileDoneOutlined aria-hidden />,
  },
  {
    path: '/dues',
    title: '会费收支',
    who: financiers,
    Page: DuesPage,
    group: '财务',
    icon: <FundOutlined aria-hidden />,
  },
  { path: '/bills/:id', title: '对账', who: financiers, Page: BillPage, menuPath: '/bills' },
  {
    path: '/member-applications',
    title: '入会申请',
    who: duty,
    Page: ApplicationsPage,
    group: '会员',
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
    group: '会员',
    icon: <IdcardOutlined aria-hidden />,
  },
  { path: '/members/:id', title: '会员', who: [...duty, 'finance'], Page: MemberPage, menuPath: '/members' },
  {
    path: '/units',
    title: '单位会员',
    who: [...duty, 'finance'],
    Page: UnitsPage,
    group: '会员',
    icon: <ApartmentOutlined aria-hidden />,
  },
  {
    path: '/member-levels',
    title: '会员类别与会费',
    who: ['administrator', 'finance'],
    Page: LevelsPage,
    group: '会员',
    icon: <TagsOutlined aria-hidden />,
  },
  {
    path: '/certificates',
    title: '证书',
    who: administrators,
    Page: CertificatesPage,
    group: '会员',
    icon: <SafetyCertificateOutlined aria-hidden />,
  },
  {
    path: '/member-reminders',
    title: '续费提醒',
    who: ['administrator', 'finance'],
    Page: RemindersPage,
    group: '会员',
    icon: <BellOutlined aria-hidden />,
  },
  {
    path: '/reviews',
    title: '审核',
    who: duty,
    Page: ReviewsPage,
    group: '问答与咨询',
    icon: <FileSearchOutlined aria-hidden />,
  },
  {
    path: '/questions',
    title: '问答',
    who: duty,
    Page: QuestionsPage,
    group: '问答与咨询',
    icon: <QuestionCircleOutlined aria-hidden />,
  },
  { path: '/questions/:id', title: '问答', who: duty, Page: QuestionPage, menuPath: '/questions' },
  {
    path: '/words',
    title: '词库与标签',
    who: duty,
    Page: WordsPage,
    group: '问答与咨询',
    icon: <TagsOutlined aria-hidden />,
  },
  {
    path: '/counsellors',
    title: '咨询师',
    who: duty,
    Page: CounsellorsPage,
    group: '问答与咨询',
    icon: <SolutionOutlined aria-hidden />,
  },
  { path: '/counsellors/:id', title: '咨询师', who: duty, Page: CounsellorPage, menuPath: '/counsellors' },
  {
    path: '/bookings',
    title: '预约',
    who: duty,
    Page: BookingsPage,
    group: '问答与咨询',
    icon: <ScheduleOutlined aria-hidden />,
  },
  {
    path: '/complaints',
    title: '咨询投诉',
    who: duty,
    Page: ComplaintsPage,
    group: '问答与咨询',
    icon: <FrownOutlined aria-hidden />,
  },
  {
    path: '/calendar',
    title: '节假日',
    who: duty,
    Page: CalendarPage,
    group: '系统',
    icon: <CarryOutOutlined aria-hidden />,
  },
  {
    path: '/bulletins',
    title: '公告',
    who: editors,
    Page: BulletinsPage,
    group: '内容',
    icon: <SoundOutlined aria-hidden />,
  },
  {
    path: '/deliveries',
    title: '发送记录',
    who: administrators,
    Page: DeliveriesPage,
    group: '系统',
    icon: <SendOutlined aria-hidden />,
  },
  {
    path: '/lexicon',
    title: '聊天词库',
    who: duty,
    Page: LexiconPage,
    group: '问答与咨询',
    icon: <FilterOutlined aria-hidden />,
  },
  {
    path: '/users',
    title: '用户',
    who: administrators,
    Page: UsersPage,
    group: '系统',
    icon: <TeamOutlined aria-hidden />,
  },
  {
    path: '/audit',
    title: '审计日志',
    who: administrators,
    Page: AuditPage,
    group: '系统',
    icon: <AuditOutlined aria-hidden />,
  },
  {
    path: '/security',
    title: '安全事件',
    who: administrators,
    Page: SecurityPage,
    group: '系统',
    icon: <SafetyOutlined aria-hidden />,
  },
  {
    path: '/chats',
    title: '清除会话',
    who: administrators,
    Page: ChatsPage,
    group: '系统',
    icon: <DeleteOutlined aria-hidden />,
  },
  {
    path: '/site',
    title: '站点信息',
    who: administrators,
    Page: SitePage,
    group: '系统',
    icon: <SettingOutlined aria-hidden />,
  },
  {
    path: '/exams',
    title: '考试',
    who: examiners,
    Page: ExamsPage,
    group: '在线考试',
    icon: <FormOutlined aria-hidden />,
  },
  { path: '/exams/new', title: '安排考试', who: examiners, Page: ExamPage, menuPath: '/exams' },
  { path: '/exams/:id', title: '考试', who: examiners, Page: ExamPage, menuPath: '/exams' },
  {
    path: '/exam-papers',
    title: '试卷',
    who: examiners,
    Page: PapersPage,
    group: '在线考试',
    icon: <FileDoneOutlined aria-hidden />,
  },
  { path: '/exam-papers/new', title: '新建试卷', who: examiners, Page: PaperPage, menuPath: '/exam-papers' },
  { path: '/exam-papers/:id', title: '试卷', who: examiners, Page: PaperPage, menuPath: '/exam-papers' },
  {
    path: '/exam-bank',
    title: '题库',
    who: examiners,
    Page: BankPage,
    group: '在线考试',
    icon: <ReadOutlined aria-hidden />,
  },
]

/** What somebody sees in the menu: first what stands under no heading, then heading by heading. */
export const menuFor = (role: Role): { group: Group | undefined; entries: Screen[] }[] =>
  [undefined, ...groups]
    .map((group) => ({
      group,
      entries: screens.filter((screen) => screen.icon && screen.group === group && screen.who.includes(role)),
    }))
    .filter(({ entries }) => entries.length > 0)

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
