// When a membership is what: plain rules over days.
import { renewalDays, type MemberState } from '@xinqiao/contract/membership.ts'
import { addDays, addMonths, daysBetween } from '../../kit/time.ts'

/** The charter: who has not paid for a year has left. */
const leftAfterDays = 365

/** What a membership that nobody ended is on this day, its term being over at the end of `termUntil`. */
export function stateOn(termUntil: string, today: string, graceDays: number): MemberState {
  const over = daysBetween(termUntil, today)
  if (over <= 0) return 'active'
  if (over <= graceDays) return 'grace'
  return over <= leftAfterDays ? 'lapsed' : 'left'
}

export const lastDay = (from: string, months: number): string => addDays(addMonths(from, months), -1)

/** A term that is paid in time, or in grace, follows the one before; after that it begins anew. */
export const nextStart = (termUntil: string, state: MemberState, today: string): string =>
  state === 'active' || state === 'grace' ? addDays(termUntil, 1) : today

/** Nobody pays years ahead: the next term opens some weeks before this one ends. */
export const mayRenew = (termUntil: string, state: MemberState, today: string): boolean =>
  state !== 'left' && daysBetween(today, termUntil) <= renewalDays

/**
 * Which reminder is due: the last one whose day has come. A day on which the job did not run is made up for.
 * @param days before the end, after it below zero, such as 60, 7, -30
 */
export function reminderDue(termUntil: string, today: string, days: readonly number[]): number | null {
  const left = daysBetween(today, termUntil)
  return days.filter((day) => day >= left).reduce<number | null>((least, day) => Math.min(least ?? day, day), null)
}
