// One crisis alert: writer, history, and the next step. One reason opens the phone number and the texts for an hour.
import { Alert, App, Button } from 'antd'
import { useRef, useState } from 'react'
import { alertOutcomes } from '@xinqiao/contract/crisis.ts'
import type { EmergencyContact } from '@xinqiao/contract/http/crisis/alert-model.ts'
import { useAction } from '../kit/api/hooks.ts'
import { Link } from '../kit/navigation/router.tsx'
import type { ScreenProps } from '../kit/navigation/screen-props.ts'
import { LoadFailed, ScreenHead, LoadingView } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { AlertFacts, type CrisisAlertDetail } from './AlertFacts.tsx'
import './crisis.css'
import { FollowUp } from './FollowUp.tsx'
import { HandOverButton } from './HandOverButton.tsx'
import { NoAnswer } from './NoAnswer.tsx'
import { NoteList } from '../kit/lists/NoteList.tsx'
import { ReasonDialog } from '../kit/forms/ReasonDialog.tsx'
import { useApi } from '../kit/api/use-api.ts'
import { SignalList } from './SignalList.tsx'
import { SourceName } from './SourceName.tsx'
import { useAlertWatch } from './use-alert-watch.ts'
import { useAccessEnd } from './use-access-end.ts'
import { useSeenNews } from './use-seen-news.ts'
import { announceAlertChange } from './waiting-alerts.ts'

const AlertSources = ({ alert }: { alert: CrisisAlertDetail }) => {
  const { signalCount, signals, peerName, lectureId, hits } = alert
  if (signalCount > 1) return <>{`共${signalCount}处，${hits}条`}</>
  return (
    <>
      对象或来源：
      {signals[0]?.group ? (
        <SourceName name={signals[0].place} lectureId={null} group={signals[0].group} />
      ) : (
        <SourceName name={peerName} lectureId={lectureId} />
      )}
      ，共{hits}条
    </>
  )
}

const hasGrown = (shown: CrisisAlertDetail, latest: CrisisAlertDetail): boolean =>
  latest.hits !== shown.hits ||
  latest.notes.length !== shown.notes.length ||
  latest.unseenSince !== shown.unseenSince ||
  latest.isOverdue !== shown.isOverdue

const isTyping = () => document.activeElement?.matches('input, textarea') ?? false

/** The data that a reason has opened. `endsAt`: milliseconds of the local clock. */
type Access = { phone: string; contact: EmergencyContact | null; endsAt: number }

const endMessages = { time: '一小时的查看时间已到', closed: '其他值班人员已结束这条提醒' }

type NewsAlertProps = { alert: CrisisAlertDetail; newHits: number; onSee: () => void }

/** Title of the bar about news. Some news have no new text, such as a call of a counsellor. */
const titleOfNews = ({ isHandedOver, unseenHits }: CrisisAlertDetail, newHits: number): string => {
  if (newHits > 0) return `您打开页面后又有${newHits}条新的表达`
  if (isHandedOver) return '这条提醒交接给您了，请查看对话'
  return unseenHits > 0 ? `有${unseenHits}条新的表达还没有看，请查看对话` : '这条提醒有新的情况，请看跟进记录'
}

const NewsAlert = ({ alert, newHits, onSee }: NewsAlertProps) => {
  const note = alert.isHandedOver ? alert.notes.at(-1) : undefined
  return (
    <Alert
      className="note-above"
      type="warning"
      showIcon
      title={titleOfNews(alert, newHits)}
      description={note && `${note.author}的交接说明：${note.text}`}
      action={<Button onClick={onSee}>我看到了</Button>}
    />
  )
}

type OpenPanelProps = {
  alert: CrisisAlertDetail
  /** The reason why the texts were closed again. */
  ended: keyof typeof endMessages | null
  isOpening: boolean
  onOpen: () => void
}
const OpenPanel = ({ alert, ended, isOpening, onOpen }: OpenPanelProps) => (
  <section className="panel crisis-open-all">
    <div>
      <h2>对话与手机号</h2>
      {ended ? (
        <p aria-live="polite">{endMessages[ended]}，对话与手机号已收起。需要继续查看时，请重新填写理由。</p>
      ) : (
        <p className="hint">
          {alert.openUntil
            ? `您已填写过理由，${alert.openUntil.slice(11, 16)}之前可以再次查看，每次查看记入审计日志。`
            : '加密保存，只在处理危机时查看。填一次理由，一小时内可以查看这条提醒的全部内容，每次查看记入审计日志。'}
        </p>
      )}
    </div>
    <Button type={alert.isMine ? 'primary' : 'default'} size="large" loading={isOpening} onClick={onOpen}>
      查看对话与手机号
    </Button>
  </section>
)

export function AlertPage({ id: idParam }: ScreenProps) {
  const id = Number(idParam)
  const { message } = App.useApp()
  const { data: alert, error, reload } = useApi('GET /admin/care/alert', { id })
  const [access, setAccess] = useState<Access | null>(null)
  const [endReason, setEndReason] = useState<'time' | 'closed' | null>(null)
  const { newHits, mustLook, confirmNews } = useSeenNews({ alert, isOpened: access !== null, onMarked: reload })
  const [isRevealing, setRevealing] = useState(false)
  const facts = useRef<HTMLElement>(null)
  const phoneLine = useRef<HTMLSpanElement>(null)
  useAccessEnd(access?.endsAt ?? null, () => {
    setAccess(null)
    setEndReason('time')
    reload()
  })
  // the button of a completed step disappears, so the state gets the focus; a note that is being typed keeps it
  const refreshAfterStep = () => {
    if (!isTyping()) facts.current?.focus()
    announceAlertChange()
    reload()
  }
  useAlertWatch(id, (latest) => {
    if (!alert) return
    if (latest.state === alert.state && latest.takenBy === alert.takenBy) {
      if (hasGrown(alert, latest)) reload()
      return
    }
    if (latest.state === 'closed') {
      if (access) setEndReason('closed')
      setAccess(null)
    }
    refreshAfterStep()
  })
  const close = () => {
    setAccess(null)
    refreshAfterStep()
  }
  const [take, busy] = useAction(async () => {
    await api('POST /admin/care/take', { id }).finally(refreshAfterStep)
  })
  const open = async (reason?: string) => {
    const { phone, contact, openUntil, openSeconds } = await api('POST /admin/care/phone', { id, reason })
    setAccess({ phone, contact, endsAt: Date.now() + openSeconds * 1000 })
    setEndReason(null)
    setRevealing(false)
    message.success(`已打开，${openUntil.slice(11, 16)}之前不用再填理由`)
  }
  const [openAgain, isOpening] = useAction(() => open())
  if (error && !alert) return <LoadFailed message={error} onRetry={reload} extra={<Link to="/care">返回列表</Link>} />
  if (!alert) return <LoadingView />
  const isClaimable = alert.state === 'open' || (alert.isOverdue && !alert.isMine)
  return (
    <>
      <ScreenHead
        title={`${alert.isDrill ? '演练：' : '危机提醒：'}${alert.writerName}`}
        lead={<AlertSources alert={alert} />}
      >
        {alert.state !== 'open' && (
          <HandOverButton id={id} isOffered={alert.state === 'taken'} onDone={refreshAfterStep} />
        )}
        {isClaimable && (
          <Button type="primary" size="large" loading={busy} onClick={() => take()}>
            由我接手
          </Button>
        )}
      </ScreenHead>
      <div aria-live="polite">{mustLook && <NewsAlert alert={alert} newHits={newHits} onSee={confirmNews} />}</div>
      {!access && (
        <OpenPanel
          alert={alert}
          ended={endReason}
          isOpening={isOpening}
          onOpen={() => (alert.openUntil && !endReason ? openAgain() : setRevealing(true))}
        />
      )}
      <AlertFacts ref={facts} alert={alert} phone={access?.phone ?? null} phoneLine={phoneLine} />
      {alert.state !== 'closed' && <NoAnswer contact={access?.contact} />}
      <SignalList alert={alert} isOpened={access !== null} />
      <section className="panel">
        <h2>跟进记录</h2>
        {alert.notes.length === 0 && <p className="hint">还没有记录</p>}
        <NoteList notes={alert.notes} className="crisis-notes" />
        {alert.outcome && <p className="hint">处理结果：{alertOutcomes[alert.outcome]}</p>}
        {alert.state !== 'open' && (
          <FollowUp
            alert={alert}
            hits={alert.hits}
            newHits={newHits}
            onSeeNews={confirmNews}
            onNoted={reload}
            onClosed={close}
          />
        )}
      </section>
      <ReasonDialog
        title={isRevealing ? '查看对话与手机号' : null}
        onClose={() => setRevealing(false)}
        onConfirm={open}
        revealed={access === null ? undefined : phoneLine}
      />
    </>
  )
}
