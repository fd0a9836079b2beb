// Ways into an online session: the waiting room of its call, and the conversation of its two sides.
import { useState } from 'react'
import type { Booking } from '@xinqiao/contract/http/booking/bookings.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { useExclusiveTask } from '../forms/use-action.ts'
import { formatDay } from './format-slot.ts'

type EnterRoomButtonProps = { booking: Pick<Booking, 'id' | 'accid' | 'isOver' | 'start'> }

export function EnterRoomButton({ booking: { id, accid, isOver, start } }: EnterRoomButtonProps) {
  const { run } = useExclusiveTask()
  const [openedAt] = useState(() => Date.now())
  const isToday = formatDay(start) === formatDay(Math.floor(openedAt / 60_000))
  const enter = () =>
    run(async () => {
      const { openChatBox } = await import('../chat/chat-box.tsx')
      openChatBox(accid)
    })
  return (
    <>
      {!isOver && (
        <ButtonLink look={isToday ? 'primary' : 'ghost'} href={withQuery(routes.call, { booking: id })}>
          进入通话等候室
        </ButtonLink>
      )}
      <Button look="ghost" onClick={enter}>
        进入在线咨询
      </Button>
    </>
  )
}
