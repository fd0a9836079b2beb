// Tests of the phone rule.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDialablePhone } from './phone.ts'

test.each([
  '13912345678',
  '139 1234 5678',
  '+86 139-1234-5678',
  '0371-65901234',
  '(0371)65901234',
  '010-62345678-806',
  '0371-65901234转8',
  '65901234',
  '400-810-1234',
  '+852 2345 6789',
])('%s can be called', (phone) => {
  expect(isDialablePhone(phone)).toBe(true)
})

test.each([
  '',
  'abc',
  '-------',
  '12345',
  '12345678901',
  '1391234567',
  '00000000',
  '139123456789',
  '65901234转',
  '+',
  '12356甲',
])('%s cannot', (phone) => {
  expect(isDialablePhone(phone)).toBe(false)
})

test('accepts mobiles in any grouping, and rejects texts without seven digits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 9 }), fc.nat(999_999_999), (second, rest) => {
      const number = `1${second}${`${rest}`.padStart(9, '0')}`
      expect(isDialablePhone(number)).toBe(true)
      expect(isDialablePhone(`${number.slice(0, 3)}-${number.slice(3, 7)}-${number.slice(7)}`)).toBe(true)
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      if (isDialablePhone(text)) expect(text.replaceAll(/\D/g, '').length).toBeGreaterThanOrEqual(7)
    }),
  )
})
