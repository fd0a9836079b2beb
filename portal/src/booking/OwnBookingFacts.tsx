// Shows an appointment to the person who booked it: time, counsellor, price and state.
import { bookingModes, bookingStates } from '@xinqiao/contract/counselling.ts'
import type { OwnBooking } from '@xinqiao/contract/http/booking/bookings.ts'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { SecretariatLink } from '../frame/SecretariatLink.tsx'
import { counsellorHref } from '../qa/question-addresses.ts'
import { formatMoment } from './format-slot.ts'

export const OwnBookingFacts = ({ booking }: { booking: OwnBooking }) => (
  <>
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h2 className="text-lg font-semibold text-ink">{formatMoment(booking.start)}</h2>
      <span className="rounded-full bg-tint px-2.5 py-0.5 text-sm text-brand-deep">
        {booking.state === 'booked' && booking.isOver ? '时间已过' : bookingStates[booking.state]}
      </span>
    </div>
    <p className="mt-1">
      <a
        href={counsellorHref({ id: booking.counsellorId, userId: booking.counsellorUserId })}
        className="text-brand-deep underline"
      >
        {booking.counsellorName}
      </a>
      ，{bookingModes[booking.mode]}，{booking.priceCents > 0 ? `${formatYuan(booking.priceCents)}元` : '会员免费'}
    </p>
    {booking.state === 'held' && booking.holdUntil && (
      <p className="text-sm text-warm-ink">请在 {booking.holdUntil.slice(11, 16)} 之前完成支付，逾期自动释放</p>
    )}
    {booking.state === 'cancelled' && booking.cancelReason && (
      <p className="text-sm text-muted">取消原因：{booking.cancelReason}</p>
    )}
    {booking.state === 'cancelled' && booking.isPaid && (
      <p className="text-sm text-muted">
        费用原路退回，到账进度见
        <a href={routes.orders} className="text-brand-deep underline">
          我的订单
        </a>
      </p>
    )}
    {booking.state === 'booked' && !booking.canChange && !booking.isOver && (
      <p className="text-sm text-muted">
        距开始不足24小时，不能改期或取消；如有紧急情况请
        <SecretariatLink />
      </p>
    )}
  </>
)
