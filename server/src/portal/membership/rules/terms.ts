// States of a membership, computed from days.
import { renewalDays, type MemberState } from '@xinqiao/contract/membership.ts'
import { addDays, addMonths, daysBetween } from '../../../kit/time.ts'

/** The charter: a member who has not paid for a year has left the association. */
const leftAfterDays = 365

/** State of a membership on a day. Its term includes the day `termUntil`. */
export function memberStateOn(termUntil: string, today: string, graceDays: number): MemberState {
  const over = daysBetween(termUntil, today)
  if (over <= 0) return 'active'
  if (over <= graceDays) return 'grace'
  return over <= leftAfterDays ? 'lapsed' : 'left'
}

export const lastDayOfTerm = (from: string, months: number): string => addDays(addMonths(from, months), -1)

/**
 * A term that is paid in time or in the grace period begins when the previous one ends; later, it begins on the day of
 * payment.
 */
export const nextTermStart = (termUntil: string, state: MemberState, today: string): string =>
  state === 'active' || state === 'grace' ? addDays(termUntil, 1) : today

/** The next term can be paid some weeks before the current one ends. */
export const canRenew = (termUntil: string, state: MemberState, today: string): boolean =>
  state !== 'left' && daysBetween(today, termUntil) <= renewalDays

/**
 * The reminder that is due: the latest one whose day has come, even if the job missed that day.
 * @param days before the end of the term, negative after it; such as 60, 7, -30
 */
export function findReminderDue(termUntil: string, today: string, days: readonly number[]): number | null {
  const daysLeft = daysBetween(today, termUntil)
  return days.filter((day) => day >= daysLeft).reduce<number | null>((least, day) => Math.min(least ?? day, day), null)
}
