import { expect, test } from 'vitest'
import { counsellors } from './counsellors.ts'
import { parseWeeklyHours } from './week.ts'

test.each([
  ['周二、周四 14:00–18:00', ['2 840-1080', '4 840-1080']],
  ['周三 18:00–21:00，周六 9:00–17:00', ['3 1080-1260', '6 540-1020']],
  ['周六至周日 8:30–11:30', ['6 510-690', '7 510-690']],
])('%s', (hours, expected) => {
  expect(parseWeeklyHours(hours).map(({ weekday, from, to }) => `${weekday} ${from}-${to}`)).toEqual(expected)
})

test('books every counsellor of the demo site when their page says so', () => {
  for (const { hours } of counsellors)
    for (const { weekday, from, to } of parseWeeklyHours(hours)) {
      expect([1, 2, 3, 4, 5, 6, 7]).toContain(weekday)
      expect(to - from).toBeGreaterThanOrEqual(50)
    }
})
