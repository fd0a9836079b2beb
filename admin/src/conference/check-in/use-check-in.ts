// State of a check-in device: its ticket list, check-ins that are not reported yet, and the result of the last scan.
import { App } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isSignedOut, errorMessageOf } from '../../kit/api/hooks.ts'
import { api } from '../../kit/api/api.ts'
import { describeCheckIn, otherDeviceNote, type CheckInMessage } from './check-in-messages.ts'
import {
  computeClockOffsetMs,
  estimateServerNow,
  explainClosed,
  digestTicket,
  emptyDeviceData,
  deleteDeviceData,
  saveDeviceData,
  readDeviceData,
  checkInKeyOf,
} from './check-in-store.ts'
import { removeWorker, prepareOffline } from './check-in-worker.ts'

/** The reason why the server does not count a reported check-in. */
const refusals: Partial<Record<string, string>> = {
  unknown: '不是这次会议的签到码',
  unpaid: '尚未缴费或已取消',
  early: '未到签到时间',
  over: '不在会议期间',
}
const syncEveryMs = 5_000
const maxBatchSize = 500
export const defaultEntrance = '报到处'

/** @returns whether the screen can be opened again without a network */
export function useOfflineScreen(): boolean {
  const [isPrepared, setPrepared] = useState(false)
  useEffect(() => {
    const prepare = async () => {
      // the decoder of the camera must also work without a network
      await import('qr/decode.js')
      setPrepared(await prepareOffline())
    }
    prepare().catch(() => setPrepared(false))
  }, [])
  return isPrepared
}

function useDeviceData(meetingId: number) {
  const [deviceData, setDeviceData] = useState(() => readDeviceData(meetingId))
  const latest = useRef(deviceData)
  const changeDeviceData = (next: typeof deviceData) => {
    latest.current = next
    saveDeviceData(meetingId, next)
    setDeviceData(next)
  }
  return { deviceData, latest, changeDeviceData }
}
type DeviceDataState = ReturnType<typeof useDeviceData>

/** Reports check-ins and fetches the ticket list, every few seconds and when the network is back. */
function useCheckInSync(id: number, entrance: string, { latest, changeDeviceData }: DeviceDataState) {
  const { message } = App.useApp()
  const [figures, setFigures] = useState<{ expected: number; arrived: number } | null>(null)
  const [isOnline, setOnline] = useState(true)
  const running = useRef<Promise<void> | null>(null)

  async function reportWaiting(): Promise<void> {
    const scans = latest.current.waiting.slice(0, maxBatchSize)
    if (scans.length === 0) return
    const reply = await api('POST /admin/meeting/checkIn', { id, entrance: entrance || defaultEntrance, scans })
    changeDeviceData({ ...latest.current, waiting: latest.current.waiting.filter((item) => !scans.includes(item)) })
    setFigures(reply)
    for (const { result, name } of reply.results) {
      const refusal = refusals[result]
      if (refusal) message.warning(`${name || '一张签到码'}未能签到：${refusal}`)
    }
  }

  const syncNow = useEffectEvent(async () => {
    try {
      await reportWaiting()
      const list = await api('GET /admin/meeting/door', { id })
      const days = { from: list.from, until: list.until, behindMs: computeClockOffsetMs(list.now) }
      changeDeviceData({ ...latest.current, tickets: list.tickets, sessions: list.sessions, days })
      setFigures(list)
      setOnline(true)
    } catch (error) {
      if (!isSignedOut(error)) setOnline(false)
      if (latest.current.tickets.length === 0 && !isSignedOut(error)) message.error(errorMessageOf(error))
    }
  })
  /** Reports check-ins and loads the ticket list. One run at a time; concurrent callers wait for it. */
  const sync = useEffectEvent(
    () =>
      (running.current ??= syncNow().finally(() => {
        running.current = null
      })),
  )
  useEffect(() => {
    void sync()
    const timer = setInterval(() => void sync(), syncEveryMs)
    addEventListener('online', sync)
    return () => {
      clearInterval(timer)
      removeEventListener('online', sync)
    }
  }, [])
  return { figures, isOnline, sync }
}

export function useCheckIn(id: number, entrance: string, sessionParam: string | null) {
  const { message, modal } = App.useApp()
  const state = useDeviceData(id)
  const { deviceData, latest, changeDeviceData } = state
  const { figures, isOnline, sync } = useCheckInSync(id, entrance, state)
  const [result, setResult] = useState<CheckInMessage | null>(null)
  const session = deviceData.sessions.find((item) => `${item.id}` === sessionParam)
  const sessionId = session?.id

  const checkIn = async (text: string) => {
    const ticket = text.trim()
    if (!ticket) return
    const digest = await digestTicket(ticket)
    const findAttendee = () => latest.current.tickets.find((item) => item.digest === digest)
    // the list may still be loading, and a payment may have arrived since it was loaded
    if (!findAttendee() && isOnline) await sync()
    const attendee = findAttendee()
    if (!attendee) {
      setResult({ tone: 'bad', name: '无法识别', text: '不是这次会议的签到码，或尚未缴费；可改为现场报名' })
      return
    }
    const closedMessage = explainClosed(latest.current.days)
    if (closedMessage) {
      setResult({ tone: 'bad', name: attendee.name || attendee.companyName, text: closedMessage })
      return
    }
    const key = checkInKeyOf(digest, sessionId)
    const reported = attendee.sessionIds.includes(sessionId ?? 0) ? otherDeviceNote : undefined
    const earlier = latest.current.seen[key] ?? (sessionId === undefined ? attendee.checkedInTime : reported)
    setResult(describeCheckIn(attendee, earlier ?? null, session?.title ?? ''))
    if (earlier) return
    const { waiting, seen, days } = latest.current
    const at = estimateServerNow(days?.behindMs)
    const scan = sessionId === undefined ? { ticket, at } : { ticket, at, sessionId }
    changeDeviceData({ ...latest.current, waiting: [...waiting, scan], seen: { ...seen, [key]: at } })
    void sync()
  }

  const clearDevice = () =>
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
        changeDeviceData(emptyDeviceData)
        message.success('已清除')
      },
    })

  return { deviceData, figures, isOnline, session, result, checkIn, clearDevice }
}
