// Bars on every screen: unclaimed alerts, news of alerts that the viewer follows, and planned follow-ups that are due.
import { AlertOutlined } from '@ant-design/icons'
import { crisisLevelTable } from '@xinqiao/contract/crisis.ts'
import { Link, useRouterLocation } from '../kit/navigation/router.tsx'
import './crisis.css'
import { formatDuration } from './format-duration.ts'
import { useWaitingAlerts } from './waiting-alerts.ts'

type NewsBarProps = {
  name: string
  ids: readonly number[]
  /** Path of the screen. The bar leaves out the alert of this screen, whose page says what is new. */
  path: string
  title: (count: number) => string
  /** The list for several alerts; a single one is opened directly. */
  listPath: string
}

const NewsBar = ({ name, ids, path, title, listPath }: NewsBarProps) => {
  const others = ids.filter((id) => path !== `/care/${id}`)
  if (others.length === 0) return null
  return (
    <section className="duty-bar" aria-live="polite" aria-label={name}>
      <AlertOutlined aria-hidden />
      <p>
        <strong>{title(others.length)}</strong>
      </p>
      <Link to={others.length === 1 ? `/care/${others[0]}` : listPath}>去查看</Link>
    </section>
  )
}

export function DutyBar() {
  const waiting = useWaitingAlerts()
  const { path } = useRouterLocation()
  if (!waiting) return null
  const { open, drills, level, longestWaitSeconds, followUps, newsIds, handedOverIds, overdueIds } = waiting
  return (
    <>
      <div className="duty-bars">
        <NewsBar
          name="跟进的提醒有新的消息"
          path={path}
          ids={newsIds}
          title={(count) => `您跟进的${count}条提醒有新的消息`}
          listPath="/care?state=mine"
        />
        <NewsBar
          name="交接给您的提醒"
          path={path}
          ids={handedOverIds}
          title={(count) => `有${count}条提醒交接给您，还没有打开`}
          listPath="/care?state=mine"
        />
        <NewsBar
          name="跟进人没有查看的提醒"
          path={path}
          ids={overdueIds}
          title={(count) => `${count}条跟进中的提醒，跟进人没有及时查看`}
          listPath="/care?state=taken"
        />
        {open > 0 && (
          <section className="duty-bar" aria-live="polite" aria-label="待接手的危机提醒">
            <AlertOutlined aria-hidden />
            <p>
              <strong>有{open}条提醒还没有人接手</strong>
              {drills > 0 && `（含${drills}条演练）`}
              {level && `，${open > 1 ? '最重的' : ''}${crisisLevelTable[level].title}`}，{open > 1 ? '最久的' : ''}已等
              {formatDuration(longestWaitSeconds)}
            </p>
            <Link to="/care?state=open">去接手</Link>
          </section>
        )}
      </div>
      {followUps > 0 && (
        <section className="duty-bar" data-tone="calm" aria-label="回访">
          <p>您有{followUps}条提醒今天需要回访</p>
          <Link to="/care?state=mine">查看</Link>
        </section>
      )}
    </>
  )
}
