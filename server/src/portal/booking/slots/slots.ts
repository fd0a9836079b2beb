// Computes free hours from weekly rules, exceptions, holidays and taken hours. Pure functions. Times are minutes since
// 1970, days are those of China, which has one time zone and no daylight saving.
import {
  bookableDays,
  bufferMinutes,
  minHoursBeforeBooking,
  consultationMinutes,
  type SlotMode,
} from '@xinqiao/contract/counselling.ts'
import type { BusySpan, OpenSpan, ScheduleException, WeeklyRule } from '../records/store.ts'

const dayMinutes = 1440
const chinaOffset = 8 * 60

export type FreeSlot = { start: number; mode: SlotMode }
type SchedulePlan = {
  rules: readonly WeeklyRule[]
  exceptions: readonly ScheduleException[]
  holidays: ReadonlySet<string>
}

export const minuteOfSlot = (at: Date): number => Math.floor(at.getTime() / 60_000)
export const timeOfMinute = (minute: number): Date => new Date(minute * 60_000)

/** Days since 1970 in China. */
const dayNumber = (minute: number): number => Math.floor((minute + chinaOffset) / dayMinutes)
const dayNameOf = (day: number): string => new Date(day * dayMinutes * 60_000).toISOString().slice(0, 10)
/** 1970-01-01 was a Thursday. */
const weekdayOfDay = (day: number): number => ((day + 3) % 7) + 1

function openSpansOf(day: number, { rules, exceptions, holidays }: SchedulePlan): readonly OpenSpan[] {
  const name = dayNameOf(day)
  const today = exceptions.filter((exception) => exception.day === name)
  if (today.some((exception) => !exception.open)) return []
  if (today.length > 0) return today
  if (holidays.has(name)) return []
  return rules.filter((rule) => rule.weekday === weekdayOfDay(day))
}

/** Consultations of a day, each followed by its pause. Touching or overlapping rules do not offer an hour twice. */
export function listSlotsOn(day: number, plan: SchedulePlan): FreeSlot[] {
  const slots: FreeSlot[] = []
  const midnight = day * dayMinutes - chinaOffset
  for (const { from, to, mode } of openSpansOf(day, plan).toSorted((a, b) => a.from - b.from)) {
    for (let at = from; at + consultationMinutes <= to; at += consultationMinutes + bufferMinutes) {
      const start = midnight + at
      const last = slots.at(-1)
      if (!last || last.start + consultationMinutes + bufferMinutes <= start) slots.push({ start, mode })
    }
  }
  return slots
}

const isFree = (start: number, taken: readonly BusySpan[]): boolean =>
  taken.every((span) => start + consultationMinutes + bufferMinutes <= span.start || span.end <= start)

/** @param taken hours including the pause after each consultation */
export function computeFreeSlots(now: Date, plan: SchedulePlan, taken: readonly BusySpan[]): FreeSlot[] {
  const earliest = minuteOfSlot(now) + minHoursBeforeBooking * 60
  const today = dayNumber(minuteOfSlot(now))
  const slots = Array.from({ length: bookableDays }, (_, i) => listSlotsOn(today + i, plan)).flat()
  // the pause after the last consultation of a day may reach into the next one
  const apart: FreeSlot[] = []
  for (const slot of slots) {
    const last = apart.at(-1)
    if (!last || last.start + consultationMinutes + bufferMinutes <= slot.start) apart.push(slot)
  }
  return apart.filter(({ start }) => start >= earliest && isFree(start, taken))
}
