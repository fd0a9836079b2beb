// One crisis alert of the list, as a table row for desktops and as a card for phones.
import type { TableColumnsType } from 'antd'
import { alertStates, crisisLevelTable } from '@xinqiao/contract/crisis.ts'
import type { CrisisAlert } from '@xinqiao/contract/http/crisis/alert-model.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { Link } from '../kit/navigation/router.tsx'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { formatDuration } from './format-duration.ts'
import { SourceName } from './SourceName.tsx'

const levelTones = { plan: 'gravest', thought: 'warm', other: 'info', violence: 'bad' } as const
const stateTones = { open: 'bad', taken: 'warm', closed: 'good' } as const

export const AlertLevelTag = ({ alert }: { alert: Pick<CrisisAlert, 'level'> }) => (
  <ToneTag tone={levelTones[alert.level]}>{crisisLevelTable[alert.level].title}</ToneTag>
)
export const AlertStateTag = ({ alert }: { alert: CrisisAlert }) => (
  <ToneTag tone={stateTones[alert.state]}>{alertStates[alert.state]}</ToneTag>
)

/** Marks a claimed alert at which its follower has not looked. */
export const NewsTag = ({ alert: { isMine, isUnseen, unseenHits, isHandedOver } }: { alert: CrisisAlert }) => {
  if (isUnseen) return <ToneTag tone="bad">{unseenHits > 0 ? `${unseenHits}条新的消息` : '有新的消息'}</ToneTag>
  return isHandedOver && <ToneTag tone="bad">{isMine ? '交接给您，未打开' : '交接后未打开'}</ToneTag>
}

/** Marks an alert for which the duty staff were called, or notified of a dropped call, until they have looked. */
const DutyCallTags = ({ alert: { state, isUnseen, dutyCallTime, dropTime } }: { alert: CrisisAlert }) =>
  (state === 'open' || isUnseen) && (
    <>
      {dutyCallTime !== null && <ToneTag tone="bad">咨询师呼叫值班 {dutyCallTime.slice(11, 16)}</ToneTag>}
      {dropTime !== null && <ToneTag tone="bad">通话中掉线 {dropTime.slice(11, 16)}</ToneTag>}
    </>
  )

export const ExerciseTag = () => <ToneTag tone="good">演练</ToneTag>

/** Waiting time of an open alert, or the time until another one was claimed. */
const WaitingTime = ({ alert: { state, waitedSeconds } }: { alert: CrisisAlert }) =>
  state === 'open' ? (
    <strong className="crisis-waited">已等{formatDuration(waitedSeconds)}</strong>
  ) : (
    <span className="hint">{formatDuration(waitedSeconds)}接手</span>
  )

const WriterName = ({ alert: { writerName, appName } }: { alert: CrisisAlert }) => (
  <>
    {writerName}
    {appName !== null && <div className="hint">来自{appName}</div>}
  </>
)

const OpenLink = ({ alert }: { alert: CrisisAlert }) => {
  const label = alert.state === 'open' ? '查看并接手' : '查看'
  return (
    <Link to={`/care/${alert.id}`} aria-label={`${label}：${alert.writerName}`}>
      {label}
    </Link>
  )
}

export const alertColumns: TableColumnsType<CrisisAlert> = [
  {
    title: '状态',
    key: 'state',
    width: 180,
    render: (_, alert) => (
      <div className="crisis-tags">
        <AlertStateTag alert={alert} />
        <NewsTag alert={alert} />
        <DutyCallTags alert={alert} />
      </div>
    ),
  },
  {
    title: '程度',
    key: 'level',
    width: 150,
    render: (_, alert) => (
      <>
        <AlertLevelTag alert={alert} /> {alert.isDrill && <ExerciseTag />}
      </>
    ),
  },
  {
    title: '等待',
    key: 'waited',
    width: 120,
    className: 'nowrap',
    render: (_, alert) => <WaitingTime alert={alert} />,
  },
  { title: '写信人', key: 'writer', width: 100, render: (_, alert) => <WriterName alert={alert} /> },
  {
    title: '对象或来源',
    key: 'source',
    render: (_, { peerName, lectureId }) => <SourceName name={peerName} lectureId={lectureId} />,
  },
  {
    title: '最近一条',
    key: 'time',
    width: 160,
    className: 'nowrap',
    render: (_, alert) => formatMinuteOrDash(alert.messageTime),
  },
  { title: '条数', dataIndex: 'hits', width: 70 },
  {
    title: '跟进人',
    key: 'taker',
    width: 120,
    render: (_, alert) => (
      <>
        {alert.takenBy || '—'}
        {alert.followUpOn && <div className="hint">{alert.followUpOn.slice(5)}回访</div>}
      </>
    ),
  },
  { title: '操作', key: 'open', width: 120, render: (_, alert) => <OpenLink alert={alert} /> },
]

export const AlertCard = ({ alert }: { alert: CrisisAlert }) => (
  <>
    <strong>{alert.writerName}</strong>
    <div className="cards-facts">
      <AlertStateTag alert={alert} />
      <NewsTag alert={alert} />
      <DutyCallTags alert={alert} />
      <AlertLevelTag alert={alert} />
      {alert.isDrill && <ExerciseTag />}
      <WaitingTime alert={alert} />
      {alert.appName !== null && <span>来自{alert.appName}</span>}
      <span>
        对象或来源：
        <SourceName name={alert.peerName} lectureId={alert.lectureId} />
      </span>
      <span>{alert.hits}条</span>
      <span>{formatMinuteOrDash(alert.messageTime)}</span>
      {alert.takenBy && <span>{alert.takenBy}跟进</span>}
      {alert.followUpOn && <span>{alert.followUpOn.slice(5)}回访</span>}
    </div>
    <OpenLink alert={alert} />
  </>
)
