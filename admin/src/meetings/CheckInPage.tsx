// Check-in: scan or type a ticket, and see the attendee. Without a network it recognises tickets by their digests and
// reports later; the server counts each person once, whichever devices report them.
import { Alert, App, Button, Form, Input, Select, Tag } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Ticket } from '@xinqiao/contract/http/meeting-days.ts'
import { attendTypeTitle } from '@xinqiao/contract/meetings.ts'
import { isSignedOut, sentenceOf } from '../frame/calls.ts'
import { withQuery } from '@xinqiao/contract/routes.ts'
import { Link, navigate, usePlace } from '../frame/router.tsx'
import type { ScreenProps } from '../frame/screen-props.ts'
import { ScreenHead } from '../frame/states.tsx'
import { api } from '../session/api.ts'
import {
  clockOffsetMs,
  chinaNow,
  explainClosed,
  digestTicket,
  emptyDeviceData,
  deleteDeviceData,
  saveDeviceData,
  readDeviceData,
  seenKey,
} from './check-in-store.ts'
import { removeWorker, prepareOffline } from './check-in-worker.ts'
import './meetings.css'
import { Scanner } from './Scanner.tsx'

const online = { color: 'var(--color-brand-deep)', background: 'var(--color-tint-strong)', border: 0, margin: 0 }
const offline = { color: 'var(--color-warm-ink)', background: 'var(--color-warm-tint)', border: 0, margin: 0 }
type CheckInMessage = { tone: 'good' | 'warm' | 'bad'; name: string; text: string }
/** Why the server does not count a reported check-in. */
const refusals: Partial<Record<string, string>> = {
  unknown: '不是这次会议的签到码',
  unpaid: '尚未缴费或已取消',
  early: '未到签到时间',
  over: '不在会议期间',
}
const syncEveryMs = 5_000
const maxBatchSize = 500

export function CheckInPage({ id: idParam }: ScreenProps) {
  const id = Number(idParam)
  const { message, modal } = App.useApp()
  const [deviceData, setDeviceData] = useState(() => readDeviceData(id))
  const [figures, setFigures] = useState<{ expected: number; arrived: number } | null>(null)
  const [isOnline, setOnline] = useState(true)
  const [checkInResult, setCheckInResult] = useState<CheckInMessage | null>(null)
  const [door, setDoor] = useState(() => localStorage.getItem('door-name') ?? '报到处')
  const { params } = usePlace()
  const session = deviceData.sessions.find((item) => `${item.id}` === params.get('session'))
  const sessionId = session?.id
  const syncing = useRef<Promise<void> | null>(null)
  const latest = useRef(deviceData)
  const change = (next: typeof deviceData) => {
    latest.current = next
    saveDeviceData(id, next)
    setDeviceData(next)
  }

  const syncNow = useEffectEvent(async () => {
    try {
      const sent = latest.current.waiting.slice(0, maxBatchSize)
      if (sent.length > 0) {
        const reply = await api('POST /admin/meeting/checkIn', { id, door: door || '报到处', scans: sent })
        change({ ...latest.current, waiting: latest.current.waiting.filter((item) => !sent.includes(item)) })
        setFigures(reply)
        for (const result of reply.results) {
          const refusal = refusals[result.result]
          if (refusal) message.warning(`${result.name || '一张签到码'}未能签到：${refusal}`)
        }
      }
      const list = await api('GET /admin/meeting/door', { id })
      const days = { from: list.from, until: list.until, behindMs: clockOffsetMs(list.now) }
      change({ ...latest.current, tickets: list.tickets, sessions: list.sessions, days })
      setFigures(list)
      setOnline(true)
    } catch (error) {
      if (!isSignedOut(error)) setOnline(false)
      if (latest.current.tickets.length === 0 && !isSignedOut(error)) message.error(sentenceOf(error))
    }
  })
  /** One at a time; parallel callers wait for the same run. */
  const sync = useEffectEvent(
    () =>
      (syncing.current ??= syncNow().finally(() => {
        syncing.current = null
      })),
  )
  const [isKept, setKeptHere] = useState(false)
  useEffect(() => {
    const prepare = async () => {
      // the camera's decoder is needed without a network as well
      await import('qr/decode.js')
      setKeptHere(await prepareOffline())
    }
    prepare().catch(() => setKeptHere(false))
  }, [])
  useEffect(() => {
    void sync()
    const timer = setInterval(() => void sync(), syncEveryMs)
    addEventListener('online', sync)
    return () => {
      clearInterval(timer)
      removeEventListener('online', sync)
    }
  }, [])

  const checkIn = async (text: string) => {
    const ticket = text.trim()
    if (!ticket) return
    const digest = await digestTicket(ticket)
    const find = () => latest.current.tickets.find((item) => item.digest === digest)
    // the list may still be loading, and a payment may have arrived since
    if (!find() && isOnline) await sync()
    const found = find()
    if (!found) {
      setCheckInResult({ tone: 'bad', name: '无法识别', text: '不是这次会议的签到码，或尚未缴费；可改为现场报名' })
      return
    }
    const closed = explainClosed(latest.current.days)
    if (closed) {
      setCheckInResult({ tone: 'bad', name: found.name || found.companyName, text: closed })
      return
    }
    const key = seenKey(digest, sessionId)
    const known = latest.current.seen[key]
    const before =
      known ??
      (sessionId === undefined
        ? found.checkedInTime
        : found.sessionIds.includes(sessionId)
          ? otherDeviceNote
          : undefined)
    setCheckInResult(describe(found, before ?? null, session?.title ?? ''))
    if (before) return
    const { waiting, seen, days } = latest.current
    const at = chinaNow(days?.behindMs)
    const scan = sessionId === undefined ? { ticket, at } : { ticket, at, sessionId }
    change({ ...latest.current, waiting: [...waiting, scan], seen: { ...seen, [key]: at } })
    void sync()
  }

  const forget = () =>
    modal.confirm({
      title: '清除本机的签到名单吗？',
      content:
        deviceData.waiting.length > 0
          ? `还有${deviceData.waiting.length}条没有上报，清除后会丢失。`
          : '签到记录已全部上报，可以放心清除。',
      okText: '清除',
      okButtonProps: { danger: deviceData.waiting.length > 0 },
      cancelText: '取消',
      onOk: () => {
        deleteDeviceData(id)
        void removeWorker().catch(() => null)
        change(emptyDeviceData)
        message.success('已清除')
      },
    })

  const closed = explainClosed(deviceData.days)
  return (
    <>
      <ScreenHead title="签到" lead="没有网络时照常扫码，恢复后自动上报；同一人在几个签到处只计一次">
        <Tag style={isOnline ? online : offline}>{isOnline ? '已联网' : '离线，照常签到'}</Tag>
        <Button onClick={forget}>清除本机名单</Button>
        <Link to="/meetings">返回会议</Link>
      </ScreenHead>
      <section className="panel">
        {closed && <Alert className="check-in-closed" type="warning" showIcon title={closed} />}
        <dl className="check-in-figures">
          <div>
            <dt>应到</dt>
            <dd>{figures?.expected ?? deviceData.tickets.length}</dd>
          </div>
          <div>
            <dt>已到</dt>
            <dd data-testid="arrived">
              {figures?.arrived ?? deviceData.tickets.filter((item) => item.checkedInTime).length}
            </dd>
          </div>
          <div>
            <dt>待上报</dt>
            <dd data-testid="waiting">{deviceData.waiting.length}</dd>
          </div>
        </dl>
        <Form layout="vertical" className="check-in-fields">
          <Form.Item label="签到内容" htmlFor="door-session" extra="按议题签到的，计入该议题的学分">
            <Select
              id="door-session"
              value={session ? `${session.id}` : ''}
              onChange={(value: string) => navigate(withQuery(`/door/${id}`, { session: value }))}
              options={[
                { value: '', label: '大会报到' },
                ...deviceData.sessions.map((item) => ({
                  value: `${item.id}`,
                  label: `${item.startTime.slice(5, 16)} ${item.title}${item.credits > 0 ? `（${item.credits}学分）` : ''}`,
                })),
              ]}
            />
          </Form.Item>
          <Form.Item label="签到处" htmlFor="door-name">
            <Input
              id="door-name"
              maxLength={30}
              value={door}
              onChange={(event) => {
                setDoor(event.target.value)
                localStorage.setItem('door-name', event.target.value)
              }}
            />
          </Form.Item>
        </Form>
        <TicketInput onTaken={(text) => void checkIn(text)} />
        <output aria-live="assertive">
          {checkInResult && (
            <p className="check-in-result" data-tone={checkInResult.tone}>
              <strong>{checkInResult.name}</strong>
              {checkInResult.text}
            </p>
          )}
        </output>
        <Scanner onFound={(text) => void checkIn(text)} />
        <p className="hint">
          {isKept
            ? '本机已备好：没有网络时，重新打开或刷新本页也能继续签到。'
            : '请保持本页打开：此浏览器没有网络时不能重新打开本页。'}
        </p>
      </section>
    </>
  )
}

/** Another device has reported it. */
const otherDeviceNote = 'elsewhere'

const describe = (ticket: Ticket, before: string | null, session: string): CheckInMessage =>
  before === otherDeviceNote
    ? { tone: 'warm', name: ticket.name || ticket.companyName, text: `已在“${session}”签到` }
    : before
      ? {
          tone: 'warm',
          name: ticket.name || ticket.companyName,
          text: session
            ? `已于${before.slice(5, 16)}在“${session}”签到`
            : `已于${before.slice(5, 16)}签到，请勿重复领取资料`,
        }
      : {
          tone: 'good',
          name: ticket.name || ticket.companyName,
          text: `${session ? `“${session}”` : ''}签到成功：${attendTypeTitle(ticket.activityAttendTypeId)}，${ticket.companyName}`,
        }

/** Hand scanners type the ticket and press Enter. */
function TicketInput({ onTaken }: { onTaken: (text: string) => void }) {
  const [text, setText] = useState('')
  const submit = () => {
    onTaken(text)
    setText('')
  }
  return (
    <Input.Search
      aria-label="签到码"
      size="large"
      placeholder="用扫码枪扫描，或输入签到码后按回车"
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onSearch={submit}
      enterButton="签到"
    />
  )
}
