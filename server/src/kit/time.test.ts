import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskEmail, maskIdNumber, maskName, maskNameIn, maskPhone } from './text/masks.ts'
import { addDays, addMonths, chinaDay, daysBetween } from './time.ts'

const anyDay = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('a day in China begins at 16:00 of the day before in Greenwich', () => {
  expect(chinaDay(new Date('2026-11-20T15:59:59Z'))).toBe('2026-11-20')
  expect(chinaDay(new Date('2026-11-20T16:00:00Z'))).toBe('2026-11-21')
})

test('days are counted both ways', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -5000, max: 5000 }), (day, days) => {
      const other = addDays(day, days)
      expect(daysBetween(day, other)).toBe(days)
      expect(addDays(other, -days)).toBe(day)
    }),
  )
})

test('a month later is the same day, or the last one of a shorter month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2024-02-29', 12)).toBe('2025-02-28')
  expect(addMonths('2026-11-21', 60)).toBe('2031-11-21')
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: 600 }), (day, months) => {
      const later = addMonths(day, months)
      const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
      const [laterYear = 0, laterMonth = 0, laterDate = 0] = later.split('-').map(Number)
      expect((laterYear - year) * 12 + laterMonth - month).toBe(months)
      expect(laterDate).toBeLessThanOrEqual(date)
    }),
  )
})

test('masks keep what tells rows apart', () => {
  expect(['王', '王禾', '王小禾', '阿卜杜拉·买买提', '𠮷田'].map(maskName)).toEqual([
    '*',
    '王*',
    '王*禾',
    '阿***提',
    '𠮷*',
  ])
  // two signs set wide are two signs
  expect(['王 禾', '王\u3000禾', '王\u00a0小 禾', ' '].map(maskName)).toEqual(['王*', '王*', '王*禾', '*'])
  expect(maskPhone('13800000201')).toBe('138****0201')
  expect(maskIdNumber('330102199003070034')).toBe('330***********0034')
  expect(maskIdNumber('12')).toBe('****')
  expect(maskEmail('wang@xinqiao.invalid')).toBe('w***@xinqiao.invalid')
})

test('a name is masked in a text also without what its title adds to it', () => {
  expect(maskNameIn('司马知夏每周义诊，司 马\u3000知夏说好', '司马知夏先生')).toBe('司**夏每周义诊，司**夏说好')
  for (const title of [
    '李书涵（县医院）',
    '（县医院）李书涵',
    '李书涵(县医院',
    '李书涵老师（县医院（东区））',
    '李 书涵 医生',
  ])
    expect(maskNameIn('李书涵扎根基层，同事都说“李书 涵好”', title)).toBe('李*涵扎根基层，同事都说“李*涵好”')
  expect(maskNameIn('王禾义诊', '王\u3000禾同志')).toBe('王*义诊')
  expect(maskNameIn('李书涵老师来了', '李书涵老师')).toBe('李***师来了')
  // a single sign is no name to look for
  expect(maskNameIn('王老师与王禾', '王老师')).toBe('王*师与王禾')
  expect(maskNameIn('无人', '（）')).toBe('无人')
})
