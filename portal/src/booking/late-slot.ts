// The deadline of changes, for a slot that is not booked yet.
import { minHoursBeforeChange } from '@xinqiao/contract/counselling.ts'
import { hourMs } from '@xinqiao/contract/time.ts'

/**
 * @param start in minutes since 1970
 * @param now in milliseconds
 */
export const isAfterChangeDeadline = (start: number, now: number): boolean =>
  start * 60_000 - now < minHoursBeforeChange * hourMs
