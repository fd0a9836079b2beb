// Tests of Alipay bills.
import { describe, expect, test } from 'vitest'
import { readAlipayFunds, readAlipayTable, readAlipayTrades } from './bills.ts'
import { toAttemptNo } from './replies.ts'

describe('a bill', () => {
  const columns = '支付宝交易号,商户订单号,业务类型,商品名称,订单金额（元）,退款批次号/请求号'
  const createBillText = (rows: readonly string[], sums: readonly string[]) =>
    ['#----业务明细列表----', columns, ...rows, '#----业务明细列表结束----', ...sums].join('\r\n')
  const billLine = '42\t,M1_1\t,交易,a,200.00,'

  test('reads a bill by its columns, also with commas in a title', () => {
    const text = createBillText(
      ['42\t,M1_1\t,交易,a,b,200.00,', '42\t,M1_1\t,退款,a,-5.00,R1\t'],
      ['#交易合计：1笔', '#退款合计：1笔'],
    )
    expect(readAlipayTrades(text, toAttemptNo)).toEqual({
      lines: [
        { type: 'payment', transactionId: '42', attemptNo: 'M1-1', cents: 20_000 },
        { type: 'refund', refundNo: 'R1', transactionId: '42', attemptNo: 'M1-1', cents: 500 },
      ],
      totalCents: 19_500,
    })
  })

  test('refuses a truncated bill', () => {
    expect(() =>
      readAlipayTrades(createBillText([billLine], ['#交易合计：2笔', '#退款合计：0笔']), toAttemptNo),
    ).toThrow(RangeError)
    expect(() => readAlipayTrades(createBillText([billLine], []), toAttemptNo)).toThrow(RangeError)
    expect(() => readAlipayTable(`#----业务明细列表----\r\n${columns}\r\n${billLine}`)).toThrow(RangeError)
    expect(() => readAlipayTable(createBillText(['42\t,M1_1\t'], []))).toThrow(RangeError)
    expect(() => readAlipayTable('')).toThrow(RangeError)
  })

  test('counts only sales and refunds in a bill of funds', () => {
    const funds = [
      '#----账务明细列表----',
      '账务流水号,商户订单号,商品名称,收入金额（+元）,支出金额（-元）,业务类型',
      '1,M1_1,a,200.00,,在线支付',
      '2,M1_1,a,,-5.00,交易退款',
      '3,M1_1,a,,-1.20,收费',
      '4,,a,,-100.00,提现',
      '#----账务明细列表结束----',
    ]
    expect(readAlipayFunds(funds.join('\r\n')).totalCents).toBe(19_500)
  })
})
