// The actions that the caller's appointment allows now.
import type { OwnBooking } from '@xinqiao/contract/http/booking/bookings.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { EnterRoomButton } from './EnterRoomButton.tsx'

/** Dialogs of the actions. */
export type BookingDialogName = 'pay' | 'cancel' | 'change' | 'rate' | 'complain'

type OwnBookingButtonsProps = { booking: OwnBooking; onOpenDialog: (name: BookingDialogName) => void }

export function OwnBookingButtons({ booking, onOpenDialog }: OwnBookingButtonsProps) {
  const { id, state } = booking
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {booking.accid && <EnterRoomButton booking={booking} />}
      {state === 'held' && <Button onClick={() => onOpenDialog('pay')}>去支付</Button>}
      {booking.canChange && (
        <Button look="ghost" onClick={() => onOpenDialog('change')}>
          改期
        </Button>
      )}
      {(booking.canChange || state === 'held') && (
        <Button look="ghost" onClick={() => onOpenDialog('cancel')}>
          取消预约
        </Button>
      )}
      {state === 'booked' && !booking.isOver && (
        <ButtonLink href={`/prod-api/booking/ics?id=${id}`} look="ghost">
          加入日历
        </ButtonLink>
      )}
      {booking.canRate && (
        <Button look="ghost" onClick={() => onOpenDialog('rate')}>
          {booking.stars === null ? '评价' : `修改评价（${booking.stars}分）`}
        </Button>
      )}
      {booking.hasBegun && (state === 'done' || state === 'noShow' || state === 'booked') && (
        <Button look="plain" onClick={() => onOpenDialog('complain')}>
          投诉
        </Button>
      )}
    </div>
  )
}
