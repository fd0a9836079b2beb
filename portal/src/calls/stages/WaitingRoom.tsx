// The waiting room of a consultation: the counsellor sees that the client is there, and calls.
import { useEffect, useRef, useState } from 'react'
import type { WaitingRoom as WaitingRoomState } from '@xinqiao/contract/http/booking/waiting-rooms.ts'
import { Failure } from '@xinqiao/contract/errors.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { formatClock, formatMoment } from '../../booking/format-slot.ts'
import { api } from '../../session/api.ts'
import type { Call } from '../session/call.ts'

const pollMs = 5_000

const describeFault = (error: unknown): string =>
  error instanceof Failure && error.status < 500 && error.status !== 429
    ? '预约有变动或登录已过期，请刷新页面，或到“我的预约”查看。'
    : '网络不通，暂时收不到等候室的消息，正在重试。'

/** A client who waits for this time without a call is shown help. */
const lateMs = 5 * 60_000
const parseTime = (time: string): number => Date.parse(`${time.replace(' ', 'T')}+08:00`)
const toMinute = (time: string): number => Math.floor(parseTime(time) / 60_000)
const isLate = ({ startTime }: WaitingRoomState): boolean => Date.now() - parseTime(startTime) > lateMs

/** The booked time, such as `11月29日（周日）20:00—20:50`. */
export const describeHours = ({ startTime, endTime }: Pick<WaitingRoomState, 'startTime' | 'endTime'>): string =>
  `${formatMoment(toMinute(startTime))}—${formatClock(toMinute(endTime))}`

function describeClient({ isPeerHere, isPeerReady }: WaitingRoomState): string {
  if (!isPeerHere) return '来访者还没有进入等候室。'
  return isPeerReady ? '来访者已在等候室。' : '来访者已进入等候室，正在检查设备，可以稍等片刻再呼叫。'
}

function describeCounsellor(room: WaitingRoomState): string {
  if (room.isPeerHere) return '咨询师已经到了，请稍候，马上会呼叫您。'
  return isLate(room)
    ? '已过预约的开始时间，咨询师还没有来。请继续在这里等候，也可以发消息提醒。'
    : '咨询师到时会呼叫您，请留在这个页面。'
}

type WaitingRoomProps = {
  call: Call
  first: WaitingRoomState
  /** The other side; null while the name is unknown. */
  name: string | null
  /** True with an open microphone. */
  isReady: boolean
  /** Called when the time of the consultation has passed. */
  onOver: () => void
}

export function WaitingRoom({ call, first, name, isReady, onOver }: WaitingRoomProps) {
  const [room, setRoom] = useState(first)
  const [fault, setFault] = useState<string | null>(null)
  const overRef = useRef(onOver)
  useEffect(() => {
    overRef.current = onOver
  }, [onOver])
  useEffect(() => {
    async function ask(): Promise<void> {
      try {
        const next = await api('POST /booking/waiting', { id: first.id, isReady })
        setRoom(next)
        setFault(null)
        if (next.state === 'over') overRef.current()
      } catch (error) {
        // the room is read again soon
        setFault(describeFault(error))
      }
    }
    void ask()
    const timer = setInterval(() => void ask(), pollMs)
    return () => clearInterval(timer)
  }, [first.id, isReady])
  /** Rings, unless the microphone was refused, which the page explains beside the button. */
  async function ring(hasVideo: boolean): Promise<void> {
    await call.media.open(hasVideo)
    if (call.media.state.current().audio) await call.ring(room.accid, hasVideo)
  }
  const hours = describeHours(room)
  const booked = `预约时间：${hours}${name === null ? '' : `，与${name}`}`
  if (fault !== null)
    return (
      <output>
        <Notice tone="warm">{fault}</Notice>
      </output>
    )
  if (room.state === 'early')
    return (
      <output>
        <Notice>
          {booked}。等候室在{formatMoment(toMinute(room.opensTime))}开放，到时这个页面会自动更新。现在可以先检查设备。
        </Notice>
      </output>
    )
  if (!room.isCounsellor)
    return (
      <>
        <p>{booked}</p>
        <output>
          <Notice>{describeCounsellor(room)}</Notice>
        </output>
        {!room.isPeerHere && isLate(room) && (
          <ButtonLink look="ghost" href={withQuery(routes.im, { to: room.accid })}>
            发消息给咨询师
          </ButtonLink>
        )}
      </>
    )
  return (
    <>
      <p>{booked}</p>
      <output>
        <Notice>{describeClient(room)}</Notice>
      </output>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void ring(true)}>呼叫</Button>
        <Button look="ghost" onClick={() => void ring(false)}>
          语音呼叫
        </Button>
      </div>
    </>
  )
}
