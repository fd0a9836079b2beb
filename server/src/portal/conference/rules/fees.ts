// Fees, refunds and free places as functions of time.
import { attendTypeTitle } from '@xinqiao/contract/meetings.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import type { OrderSubject } from '../../../kit/pay/order-kind.ts'
import type { MeetingRow, AttendTypeRow } from '../records/store.ts'

type AttendTypePrice = Pick<AttendTypeRow, 'price_cents' | 'early_price_cents' | 'early_until'>

/** The fee at this moment: the early price until `early_until`, if there is one. */
export function feeAt(
  { price_cents: price, early_price_cents: early, early_until: until }: AttendTypePrice,
  now: Date,
): number {
  return early !== null && until !== null && now < until ? early : price
}

type RefundRule = Pick<MeetingRow, 'full_refund_until' | 'half_refund_until' | 'starts_at'>

/** Refund as a percentage of the payment. */
export function refundPercentAt(rule: RefundRule, now: Date): 0 | 50 | 100 {
  if (now < rule.full_refund_until) return 100
  return now < rule.half_refund_until ? 50 : 0
}

/** Amount of the refund in whole cents, rounded in favour of the payer. */
export const refundCentsOf = (paidCents: number, percent: number): number => Math.ceil((paidCents * percent) / 100)

/** Number of free places; null for no limit. */
export const countPlacesLeft = (quota: number | null, taken: number): number | null =>
  quota === null ? null : Math.max(0, quota - taken)

/** Title of the order for a fee. */
export const feeTitleOf = (meetingTitle: string, attendType: number): string =>
  `${meetingTitle}会务费（${attendTypeTitle(attendType)}）`

/** Address of the page of a registration. */
export const registrationLink = (id: number): string => withQuery(routes.place, { id })

/** Subject of a registration in certificates and the audit log. */
export const registrationSubject = (id: number) => `registration ${id}` as const

/** Subject of the order for a registration. */
export const orderSubjectOf = (id: number): OrderSubject => ({ type: 'registration', id })
