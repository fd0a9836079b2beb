// Times as people say them, whatever the zone of the machine.
import { expect, test } from 'vitest'
import { momentOf, whenOf } from './when.ts'

const at = (text: string) => Date.parse(`${text}+08:00`)
const now = at('2026-11-21T00:10')

test.each([
  ['2026-11-21T00:05', '00:05', '00:05'],
  ['2026-11-20T23:59', '昨天', '昨天 23:59'],
  ['2026-11-19T08:00', '11月19日', '11月19日 08:00'],
  ['2025-12-31T18:30', '2025年12月31日', '2025年12月31日 18:30'],
])('%s is %s in a list and %s between messages', (time, inList, between) => {
  expect(whenOf(at(time), now)).toBe(inList)
  expect(momentOf(at(time), now)).toBe(between)
})
