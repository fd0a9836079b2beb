// The waiting room of a consultation: the counsellor sees that the client is there, and calls.
import { useEffect, useState } from 'react'
import type { WaitingRoom as WaitingRoomState } from '@xinqiao/contract/http/booking/waiting-rooms.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { formatMinute } from '../../frame/format-time.ts'
import { api } from '../../session/api.ts'
import type { Call } from '../session/call.ts'

const pollMs = 5_000

type WaitingRoomProps = { call: Call; first: WaitingRoomState }

export function WaitingRoom({ call, first }: WaitingRoomProps) {
  const [room, setRoom] = useState(first)
  useEffect(() => {
    const ask = () =>
      void api('POST /booking/waiting', { id: first.id }).then(setRoom, () => {
        // asked again soon
      })
    const timer = setInterval(ask, pollMs)
    return () => clearInterval(timer)
  }, [first.id])
  const hours = `${formatMinute(room.startTime)}—${room.endTime.slice(11, 16)}`
  if (room.state === 'early')
    return (
      <output>
        <Notice>
          预约时间是{hours}。等候室在{formatMinute(room.opensTime)}开放，可以先检查设备。
        </Notice>
      </output>
    )
  if (room.state === 'over')
    return (
      <output>
        <Notice>预约时间（{hours}）已过，不能再通话。如有需要请重新预约。</Notice>
      </output>
    )
  if (!room.isCounsellor)
    return (
      <>
        <p>预约时间：{hours}</p>
        <output>
          <Notice>
            {room.isPeerHere ? '咨询师已经到了，请稍候，马上会呼叫您。' : '咨询师到时会呼叫您，请留在这个页面。'}
          </Notice>
        </output>
      </>
    )
  return (
    <>
      <p>预约时间：{hours}</p>
      <output>
        <Notice>{room.isPeerHere ? '来访者已在等候室。' : '来访者还没有进入等候室。'}</Notice>
      </output>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void call.ring(room.accid, true)}>呼叫</Button>
        <Button look="ghost" onClick={() => void call.ring(room.accid, false)}>
          语音呼叫
        </Button>
      </div>
    </>
  )
}
