// The actions that the caller's appointment allows now.
import type { OwnBooking } from '@xinqiao/contract/http/booking/bookings.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { EnterRoomButton } from './EnterRoomButton.tsx'

/** Actions that open a dialog. */
export type BookingStep = 'pay' | 'cancel' | 'change' | 'rate' | 'complain'

type OwnBookingButtonsProps = { booking: OwnBooking; onStep: (step: BookingStep) => void }

export function OwnBookingButtons({ booking, onStep }: OwnBookingButtonsProps) {
  const { id, state } = booking
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {booking.accid && <EnterRoomButton accid={booking.accid} />}
      {state === 'held' && <Button onClick={() => onStep('pay')}>去支付</Button>}
      {booking.canChange && (
        <Button look="ghost" onClick={() => onStep('change')}>
          改期
        </Button>
      )}
      {(booking.canChange || state === 'held') && (
        <Button look="ghost" onClick={() => onStep('cancel')}>
          取消预约
        </Button>
      )}
      {state === 'booked' && (
        <ButtonLink href={`/prod-api/booking/ics?id=${id}`} look="ghost">
          加入日历
        </ButtonLink>
      )}
      {booking.canRate && (
        <Button look="ghost" onClick={() => onStep('rate')}>
          {booking.stars === null ? '评价' : `修改评价（${booking.stars}分）`}
        </Button>
      )}
      {booking.hasBegun && (state === 'done' || state === 'noShow' || state === 'booked') && (
        <Button look="plain" onClick={() => onStep('complain')}>
          投诉
        </Button>
      )}
    </div>
  )
}
