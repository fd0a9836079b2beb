// Bar on every screen while alerts are unclaimed, or a planned follow-up is due.
import { AlertOutlined } from '@ant-design/icons'
import { crisisLevelTable } from '@xinqiao/contract/crisis.ts'
import { Link } from '../kit/navigation/router.tsx'
import './crisis.css'
import { formatDuration } from './format-duration.ts'
import { useWaitingAlerts } from './waiting-alerts.ts'

export function DutyBar() {
  const waiting = useWaitingAlerts()
  if (!waiting || (waiting.open === 0 && waiting.followUps === 0)) return null
  const { open, drills, level, longestWaitSeconds, followUps } = waiting
  return (
    <>
      {open > 0 && (
        <section className="duty-bar" aria-live="polite" aria-label="待接手的危机提醒">
          <AlertOutlined aria-hidden />
          <p>
            <strong>有{open}条提醒还没有人接手</strong>
            {drills > 0 && `（含${drills}条演练）`}
            {level && `，${crisisLevelTable[level].title}`}，最久已等{formatDuration(longestWaitSeconds)}
          </p>
          <Link to="/care?state=open">去接手</Link>
        </section>
      )}
      {followUps > 0 && (
        <section className="duty-bar" data-tone="calm" aria-label="回访">
          <p>您有{followUps}条提醒今天需要回访</p>
          <Link to="/care?state=taken">查看</Link>
        </section>
      )}
    </>
  )
}
