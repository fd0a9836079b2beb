// Open tasks of this role by list, and links to the other screens.
import { Button, Skeleton } from 'antd'
import { useLoaded } from '../kit/api/hooks.ts'
import { useVisiblePolling } from '../kit/api/use-visible-polling.ts'
import { useAllowedScreens } from '../kit/navigation/allowed-screens.ts'
import { Link, navigate } from '../kit/navigation/router.tsx'
import { LoadFailed } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useWaitingAlerts } from '../crisis/waiting-alerts.ts'
import { useWaitingReports } from '../peer-groups/waiting-reports.ts'
import { useStaff } from '../session/session.tsx'
import './dashboard.css'

/** The lists do not extend the session when they are polled. */
const pollIntervalMs = 60_000
const first = { page: 1, size: 1 }
type CountedList = {
  title: string
  path: string
  state: string
  unit: string
  load: () => Promise<{ totalElements: number }>
}

/** A role sees the counts only of lists that it may open. */
const lists: readonly CountedList[] = [
  {
    title: '危机提醒',
    path: '/care',
    state: 'open',
    unit: '条待处理',
    load: () => api('GET /admin/care/alerts', { ...first, state: 'open' }),
  },
  {
    title: '我跟进的提醒',
    path: '/care',
    state: 'mine',
    unit: '条跟进中',
    load: () => api('GET /admin/care/alerts', { ...first, state: 'mine' }),
  },
  {
    title: '内容审核',
    path: '/reviews',
    state: 'open',
    unit: '条待审核',
    load: () => api('GET /admin/reviews', { ...first, state: 'open' }),
  },
  {
    title: '小组举报',
    path: '/peer-reports',
    state: 'open',
    unit: '条待处理',
    load: async () => ({ totalElements: (await api('GET /admin/peerReports/waiting', {})).open }),
  },
  {
    title: '入会申请',
    path: '/member-applications',
    state: 'submitted',
    unit: '份待审核',
    load: () => api('GET /admin/memberApplications', { ...first, state: 'submitted' }),
  },
  {
    title: '参会变更',
    path: '/registration-requests',
    state: 'asked',
    unit: '份待处理',
    load: () => api('GET /admin/registrationRequests', { ...first, state: 'asked' }),
  },
  {
    title: '逾期的参会变更',
    path: '/registration-requests',
    state: 'overdue',
    unit: '份已逾期',
    load: () => api('GET /admin/registrationRequests', { ...first, state: 'overdue' }),
  },
  {
    title: '退款',
    path: '/refunds',
    state: 'asked',
    unit: '笔待审批',
    load: () => api('GET /admin/refunds', { ...first, state: 'asked' }),
  },
  {
    title: '待汇退款',
    path: '/refunds',
    state: 'toPayOut',
    unit: '笔待汇出',
    load: () => api('GET /admin/refunds', { ...first, state: 'toPayOut' }),
  },
  {
    title: '转账凭证',
    path: '/transfers',
    state: 'sent',
    unit: '份待核对',
    load: () => api('GET /admin/transfers', { ...first, state: 'sent' }),
  },
  {
    title: '票据',
    path: '/receipts',
    state: 'asked',
    unit: '张待开具',
    load: () => api('GET /admin/receipts', { ...first, state: 'asked' }),
  },
]

export function WaitingItems() {
  const staff = useStaff()
  const { canOpen } = useAllowedScreens()
  const openLists = lists.filter(({ path }) => canOpen(path))
  const alerts = useWaitingAlerts()
  const alertIds = alerts && [alerts.open, ...alerts.newsIds, ...alerts.handedOverIds].join(' ')
  const reports = useWaitingReports()
  // the key loads the counts again when a bar or badge of the frame changes
  const loaded = useLoaded(`waiting ${staff.role} ${alertIds} ${reports}`, () =>
    Promise.all(openLists.map(({ load }) => load())),
  )
  useVisiblePolling(loaded, pollIntervalMs)
  const { data, error, reload } = loaded
  if (openLists.length === 0) return null
  // after a failed poll, the last counts stay until the next one
  if (error && !data) return <LoadFailed message={error} onRetry={reload} />
  return (
    <ul className="dashboard-counts" aria-label="待办">
      {openLists.map(({ title, path, state, unit }, at) => (
        <li key={`${path} ${state}`}>
          <Link to={`${path}?state=${state}`}>
            <span>{title}</span>
            {data ? <strong>{data[at]?.totalElements}</strong> : <Skeleton.Button active size="small" />}
            <small>{unit}</small>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** All screens of a role without open tasks. */
export function ScreenShortcuts() {
  const entries = useAllowedScreens().menuEntries.filter(({ path }) => path !== '/')
  return (
    <section className="panel">
      <h2>常用操作</h2>
      <div className="dashboard-quick">
        {entries.map(({ path, title, icon }) => (
          <Button key={path} size="large" icon={icon} onClick={() => navigate(path)}>
            {title}
          </Button>
        ))}
      </div>
    </section>
  )
}
