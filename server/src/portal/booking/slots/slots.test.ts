import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bufferMinutes, minHoursBeforeBooking, consultationMinutes } from '@xinqiao/contract/counselling.ts'
import { chinaOffsetMs } from '@xinqiao/contract/time.ts'
import type { ScheduleException, WeeklyRule } from '../records/store.ts'
import { computeFreeSlots, minuteOfSlot, listSlotsOn, timeOfMinute } from './slots.ts'

const chinaTime = (text: string) => new Date(`${text}:00+08:00`)
const formatStarts = (slots: { start: number }[]) =>
  slots.map(({ start }) => new Date(timeOfMinute(start).getTime() + chinaOffsetMs).toISOString().slice(5, 16))
// a Saturday
const now = chinaTime('2026-11-21T08:00')
const rules: WeeklyRule[] = [{ weekday: 1, from: 9 * 60, to: 12 * 60, mode: 'both' }]
const plan = { rules, exceptions: [] as ScheduleException[], holidays: new Set<string>() }

test('offers the hours of a weekly rule on its days only', () => {
  expect(formatStarts(computeFreeSlots(now, plan, [])).slice(0, 4)).toEqual([
    '11-23T09:00',
    '11-23T10:00',
    '11-23T11:00',
    '11-30T09:00',
  ])
})

test('applies closed days, days with other hours, and holidays', () => {
  const closed = { day: '2026-11-23', open: false, from: 0, to: 1440, mode: 'both' as const }
  const other = { day: '2026-11-24', open: true, from: 14 * 60, to: 15 * 60, mode: 'online' as const }
  const holidays = new Set(['2026-11-30', '2026-11-24'])
  expect(formatStarts(computeFreeSlots(now, { rules, exceptions: [closed, other], holidays }, [])).slice(0, 2)).toEqual(
    ['11-24T14:00', '12-07T09:00'],
  )
})

test('offers neither taken hours nor hours that are too soon', () => {
  const start = minuteOfSlot(chinaTime('2026-11-23T10:00'))
  const taken = [{ start, end: start + consultationMinutes + bufferMinutes }]
  expect(formatStarts(computeFreeSlots(now, plan, taken)).slice(0, 2)).toEqual(['11-23T09:00', '11-23T11:00'])
  expect(formatStarts(computeFreeSlots(chinaTime('2026-11-23T08:30'), plan, [])).slice(0, 1)).toEqual(['11-23T11:00'])
})

test('offers future hours that overlap neither each other nor taken ones', () => {
  const span = fc
    .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }))
    .filter(([from, to]) => from < to)
  const rule = fc.record({ weekday: fc.integer({ min: 1, max: 7 }), span }).map(({ weekday, span: [from, to] }) => ({
    weekday,
    from,
    to,
    mode: 'both' as const,
  }))
  fc.assert(
    fc.property(
      fc.array(rule, { maxLength: 8 }),
      fc.array(fc.nat({ max: 40_000 }), { maxLength: 6 }),
      (given, offsets) => {
        const taken = offsets.map((offset) => ({
          start: minuteOfSlot(now) + offset,
          end: minuteOfSlot(now) + offset + 60,
        }))
        const slots = computeFreeSlots(now, { ...plan, rules: given }, taken)
        const whole = consultationMinutes + bufferMinutes
        for (const [i, { start }] of slots.entries()) {
          expect(start).toBeGreaterThanOrEqual(minuteOfSlot(now) + minHoursBeforeBooking * 60)
          const next = slots[i + 1]
          if (next) expect(next.start - start).toBeGreaterThanOrEqual(whole)
          expect(taken.some((item) => start < item.end && item.start < start + whole)).toBe(false)
        }
      },
    ),
  )
})

test('keeps the pause after the last hour of a day free on the next day', () => {
  const late: WeeklyRule[] = [
    { weekday: 7, from: 961, to: 1431, mode: 'both' },
    { weekday: 1, from: 0, to: 50, mode: 'both' },
  ]
  const starts = computeFreeSlots(now, { ...plan, rules: late }, []).map(({ start }) => start)
  expect(starts.length).toBeGreaterThan(0)
  for (const [i, start] of starts.entries())
    if (i > 0) expect(start - starts[i - 1]!).toBeGreaterThanOrEqual(consultationMinutes + bufferMinutes)
})

test('offers each hour once when spans overlap', () => {
  const twice: WeeklyRule[] = [
    { weekday: 1, from: 540, to: 720, mode: 'online' },
    { weekday: 1, from: 540, to: 660, mode: 'offline' },
  ]
  const monday = Math.floor((minuteOfSlot(chinaTime('2026-11-23T00:00')) + 480) / 1440)
  expect(listSlotsOn(monday, { ...plan, rules: twice }).map(({ start }) => start)).toHaveLength(3)
})
