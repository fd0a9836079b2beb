// What attending costs, what comes back, and how many places are left. Pure: the moment is given.
import { attendTypeTitle } from '@xinqiao/contract/meetings.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import type { OrderSubject } from '../../kit/order-subject.ts'
import type { MeetingRow, TypeRow } from './store.ts'

type Price = Pick<TypeRow, 'price_cents' | 'early_price_cents' | 'early_until'>

/** The early price holds until its moment, not in it. */
export function feeAt({ price_cents: price, early_price_cents: early, early_until: until }: Price, now: Date): number {
  return early !== null && until !== null && now < until ? early : price
}

type RefundRule = Pick<MeetingRow, 'full_refund_until' | 'half_refund_until' | 'starts_at'>

/** Of what was paid, in percent. */
export function refundPercentAt(rule: RefundRule, now: Date): 0 | 50 | 100 {
  if (now < rule.full_refund_until) return 100
  return now < rule.half_refund_until ? 50 : 0
}

/** Whole cents, in favour of whom it is paid back to. */
export const refundCents = (paidCents: number, percent: number): number => Math.ceil((paidCents * percent) / 100)

/** Null: as many as come. */
export const placesLeft = (quota: number | null, taken: number): number | null =>
  quota === null ? null : Math.max(0, quota - taken)

/** What somebody pays for, as orders call it. */
export const feeTitleOf = (meetingTitle: string, attendType: number): string =>
  `${meetingTitle}会务费（${attendTypeTitle(attendType)}）`

/** Where its holder sees it, whichever meeting is the newest. */
export const placeLink = (id: number): string => withQuery(routes.place, { id })

/** What a registration is called on certificates and in the audit log. */
export const subjectOf = (id: number) => `registration ${id}` as const

/** What the order of its fee is for. */
export const orderSubjectOf = (id: number): OrderSubject => ({ type: 'registration', id })
