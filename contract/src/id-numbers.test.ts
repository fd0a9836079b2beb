import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ageOn, checkCharacterOf, isCreditCodeValid, normaliseIdNumber, readIdNumber } from './id-numbers.ts'

const today = '2026-11-21'

describe('ID numbers', () => {
  // the two examples printed in GB 11643-1999
  test.each([
    ['11010519491231002X', '女', '1949-12-31'],
    ['440524188001010014', '男', null], // born before 1900: the check digit is valid, but the birth day is rejected
  ])('%s', (number, gender, birthDay) => {
    expect(readIdNumber(number, today)).toEqual({ isOld: false, isCheckRight: true, birthDay, gender })
  })

  test('detects every wrong digit and every swap of two neighbours', () => {
    const seventeen = fc.stringMatching(/^[1-9]\d{16}$/)
    fc.assert(
      fc.property(seventeen, fc.nat(16), fc.integer({ min: 1, max: 9 }), (digits, at, more) => {
        const check = checkCharacterOf(digits)
        const other = digits.slice(0, at) + ((Number(digits[at]) + more) % 10) + digits.slice(at + 1)
        expect(readIdNumber(other + check, today).isCheckRight).toBe(false)
        const swapped = digits.slice(0, at) + (digits[at + 1] ?? '') + digits[at] + digits.slice(at + 2)
        if (swapped !== digits && swapped.length === 17)
          expect(readIdNumber(swapped + check, today).isCheckRight).toBe(false)
      }),
    )
  })

  test('treats the old and the new number of a person as the same', () => {
    expect(normaliseIdNumber('110105491231002')).toBe('11010519491231002X')
    expect(normaliseIdNumber('11010519491231002x')).toBe('11010519491231002X')
    expect(readIdNumber('110105491231002', today)).toEqual({
      isOld: true,
      isCheckRight: true,
      birthDay: '1949-12-31',
      gender: '女',
    })
  })

  test.each(['110105199902300017', '110105209901010010', '110105199913010010', '110105199900010010'])(
    'refuses a day in %s that does not exist',
    (number) => expect(readIdNumber(number, today).birthDay).toBeNull(),
  )

  test('computes the age in whole years', () => {
    expect(ageOn('2012-11-21', today)).toBe(14)
    expect(ageOn('2012-11-22', today)).toBe(13)
  })
})

test('checks the check character of credit codes', () => {
  expect(isCreditCodeValid('91350100M000100Y43')).toBe(true) // the example of GB 32100-2015
  expect(isCreditCodeValid('91350100M000100Y44')).toBe(false)
  expect(isCreditCodeValid('91350100M00010OY43')).toBe(false)
})
