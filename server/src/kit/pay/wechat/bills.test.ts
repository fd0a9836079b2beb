// Tests of amounts and tables of bills.
import { expect, test } from 'vitest'
import { parseCents } from '../amounts.ts'
import { readTable, readTradeBill } from './bills.ts'

test.each([
  ['200.00', 20_000],
  ['0.01', 1],
  ['0.1', 10],
  ['-3.05', -305],
  ['1234567.89', 123_456_789],
  ['19.99', 1_999],
])('reads %s yuan as %i cents', (text, cents) => {
  expect(parseCents(text)).toBe(cents)
})
test.each(['', '1.234', '1e3', '１', 'NaN', '1,000.00'])('reads no amount from %j', (text) => {
  expect(() => parseCents(text)).toThrow(RangeError)
})

test('refuses a truncated bill', () => {
  expect(() => readTable('交易时间,商户号,金额\r\n`a,`b,`1.00\r\n')).toThrow(RangeError)
  expect(() => readTable('')).toThrow(RangeError)
  const head = '交易时间,微信订单号,商户订单号,交易状态,订单金额,申请退款金额,商户退款单号'
  const line = '`2026-11-21 10:00:00,`42,`M1-1,`SUCCESS,`200.00,`0.00,`'
  expect(readTradeBill([head, line, '总交易单数,订单总金额', '`1,`200.00'].join('\r\n')).totalCents).toBe(20_000)
  expect(() => readTradeBill([head, line, '总交易单数,订单总金额', '`2,`400.00'].join('\r\n'))).toThrow(RangeError)
})
