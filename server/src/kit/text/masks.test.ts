// Tests of the masks for personal data.
import { expect, test } from 'vitest'
import { maskEmail, maskIdNumber, maskName, maskPhone } from './masks.ts'

test('keeps enough of a masked value to tell rows apart', () => {
  expect(['王', '王禾', '王小禾', '阿卜杜拉·买买提', '𠮷田'].map(maskName)).toEqual([
    '*',
    '王*',
    '王*禾',
    '阿***提',
    '𠮷*',
  ])
  // white space between two characters is ignored
  expect(['王 禾', '王\u3000禾', '王\u00a0小 禾', ' '].map(maskName)).toEqual(['王*', '王*', '王*禾', '*'])
  expect(maskPhone('13800000201')).toBe('138****0201')
  expect(maskIdNumber('330102199003070034')).toBe('330***********0034')
  expect(maskIdNumber('12')).toBe('****')
  expect(maskEmail('wang@xinqiao.invalid')).toBe('w***@xinqiao.invalid')
})
