// Appointments: the user's, those of clients, and the schedule of a counsellor.
import type { CounsellorBooking, OwnBooking, Schedule } from '@xinqiao/contract/http/booking/bookings.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { Pagination } from '@xinqiao/ui/Pagination.tsx'
import { SavedHelpCard } from '../crisis/WriterHelpCard.tsx'
import { CounsellorBookingItem } from './CounsellorBookingItem.tsx'
import { OwnBookingItem } from './OwnBookingItem.tsx'
import { ScheduleForm } from './ScheduleForm.tsx'

type PagePosition = { page: number; last: number; total: number }
export type BookingProps =
  | ({ part: 'own'; items: OwnBooking[] } & PagePosition)
  | ({ part: 'clients'; items: CounsellorBooking[] } & PagePosition)
  | { part: 'schedule'; schedule: Schedule }

export function Screen(props: BookingProps) {
  if (props.part === 'schedule') return <ScheduleForm initial={props.schedule} />
  const tab = props.part === 'clients' ? 2 : null
  return (
    <div className="grid gap-4">
      {props.part === 'own' && <SavedHelpCard card="booking" />}
      <Card className="px-4.5 py-3 sm:px-7">
        {props.items.length === 0 ? (
          <EmptyState picture="/art/empty.svg" title="还没有预约" text="预约的时间、地点与提醒会显示在这里。">
            {props.part === 'own' && <ButtonLink href={routes.consult}>找一位咨询师</ButtonLink>}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {props.part === 'own'
              ? props.items.map((item) => <OwnBookingItem key={item.id} booking={item} />)
              : props.items.map((item) => <CounsellorBookingItem key={item.id} booking={item} />)}
          </ul>
        )}
        <Pagination {...props} hrefOf={(page) => withQuery(routes.booking, { tab, page: page > 1 ? page : null })} />
      </Card>
    </div>
  )
}
