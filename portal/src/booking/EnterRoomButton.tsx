// Ways into an online session: the waiting room of its call, and the conversation of its two sides.
import type { Booking } from '@xinqiao/contract/http/booking/bookings.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { useExclusiveTask } from '../forms/use-action.ts'

type EnterRoomButtonProps = { booking: Pick<Booking, 'id' | 'accid' | 'isOver'> }

export function EnterRoomButton({ booking: { id, accid, isOver } }: EnterRoomButtonProps) {
  const { run } = useExclusiveTask()
  const enter = () =>
    run(async () => {
      const { openChatBox } = await import('../chat/chat-box.tsx')
      openChatBox(accid)
    })
  return (
    <>
      {!isOver && <ButtonLink href={withQuery(routes.call, { booking: id })}>进入通话等候室</ButtonLink>}
      <Button look="ghost" onClick={enter}>
        进入在线咨询
      </Button>
    </>
  )
}
