// 工作台: open tasks, and shortcuts to the usual work.
import { EditOutlined, NotificationOutlined, PictureOutlined, SettingOutlined, TeamOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { articleStates, columns, type ArticleState } from '@xinqiao/contract/articles.ts'
import { isAllowed, roleTitles } from '@xinqiao/contract/roles.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { useLoaded } from '../kit/api/hooks.ts'
import { Link, navigate } from '../kit/navigation/router.tsx'
import { LoadFailed, EmptyList, ScreenHead } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useStaff } from '../session/session.tsx'
import './dashboard.css'
import { ScreenShortcuts, WaitingItems } from './WaitingItems.tsx'

const countedStates: readonly ArticleState[] = ['draft', 'scheduled', 'published', 'withdrawn']
const editors = ['administrator', 'editor'] as const

async function loadArticleSummaries() {
  const lists = await Promise.all(
    countedStates.map((state) => api('GET /admin/articles', { page: 1, size: state === 'draft' ? 5 : 1, state })),
  )
  return countedStates.map((state, at) => ({
    state,
    total: lists[at]?.totalElements ?? 0,
    newest: lists[at]?.content ?? [],
  }))
}

function QuickLinks({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <Button size="large" icon={icon} onClick={() => navigate(to)}>
      {children}
    </Button>
  )
}

function EditorsDashboard({ isAdministrator }: { isAdministrator: boolean }) {
  const { data, error, reload } = useLoaded('counts', loadArticleSummaries)
  if (error) return <LoadFailed message={error} onRetry={reload} />
  const drafts = data?.find(({ state }) => state === 'draft')?.newest ?? []
  return (
    <>
      <ul className="dashboard-counts" aria-label="文章数量">
        {countedStates.map((state, at) => (
          <li key={state}>
            <Link to={`/articles?state=${state}`}>
              <span>{articleStates[state]}</span>
              {data ? <strong>{data[at]?.total}</strong> : <Skeleton.Button active size="small" />}
              <small>篇文章</small>
            </Link>
          </li>
        ))}
      </ul>
      <section className="panel">
        <h2>常用操作</h2>
        <div className="dashboard-quick">
          <Button
            type="primary"
            size="large"
            icon={<EditOutlined aria-hidden />}
            onClick={() => navigate('/articles/new')}
          >
            写文章
          </Button>
          <QuickLinks to="/banners" icon={<PictureOutlined aria-hidden />}>
            更换轮播图
          </QuickLinks>
          <QuickLinks to="/floating-ad" icon={<NotificationOutlined aria-hidden />}>
            设置飘窗
          </QuickLinks>
          {isAdministrator && (
            <>
              <QuickLinks to="/users" icon={<TeamOutlined aria-hidden />}>
                管理用户
              </QuickLinks>
              <QuickLinks to="/site" icon={<SettingOutlined aria-hidden />}>
                站点信息
              </QuickLinks>
            </>
          )}
        </div>
      </section>
      <section className="panel">
        <h2>未完成的草稿</h2>
        {!data && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
        {data && drafts.length === 0 && <EmptyList message="没有未完成的草稿" />}
        <ul className="dashboard-drafts">
          {drafts.map((draft) => (
            <li key={draft.id}>
              <Link to={`/articles/${draft.id}`}>{draft.title}</Link>
              <span>
                {columns[draft.psychologyColumnId]} · {draft.authorName} · {formatMinuteOrDash(draft.updateTime)}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

export function DashboardPage() {
  const { user, role } = useStaff()
  const name = user.nickName || user.username
  return (
    <>
      <ScreenHead title={`${name}，您好`} lead={`您正在以“${roleTitles[role]}”身份工作`} />
      <WaitingItems />
      {isAllowed(editors, role) ? <EditorsDashboard isAdministrator={role === 'administrator'} /> : <ScreenShortcuts />}
    </>
  )
}
