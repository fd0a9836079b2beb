// Bills of the WeChat stand-in in the real format: yuan, back quotes, totals at the end.
import { chinaOffsetMs } from '@xinqiao/contract/time.ts'
import type { BilledRefund, TradeRow } from '../../simulator/store.ts'

const formatYuan = (cents: number) => (cents / 100).toFixed(2)
const toChinaTime = (at: Date | null) =>
  at ? new Date(at.getTime() + chinaOffsetMs).toISOString().slice(0, 19).replace('T', ' ') : ''
const billLine = (cells: readonly (string | number)[]) => cells.map((cell) => `\`${cell}`).join(',')
const billFile = (head: string, rows: readonly string[], sumHead: string, sum: string) =>
  `\uFEFF${[head, ...rows, sumHead, sum].join('\r\n')}\r\n`

const tradeHead =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const tradeSumHead = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'

type BillAccount = { appId: string; mchId: string }

export function writeTradeBill(
  { appId, mchId }: BillAccount,
  trades: readonly TradeRow[],
  refunds: readonly BilledRefund[],
) {
  const paymentLines = trades.map((trade) => {
    const cents = formatYuan(trade.paid_cents ?? 0)
    const start = [toChinaTime(trade.paid_at), appId, mchId, 0, '', trade.transaction_id ?? '', trade.out_trade_no]
    const middle = [trade.openid ?? '', trade.trade_type, 'SUCCESS', 'OTHERS', 'CNY', cents, '0.00', 0, 0]
    return billLine([
      ...start,
      ...middle,
      '0.00',
      '0.00',
      '',
      '',
      trade.description,
      '',
      '0.00',
      '0.00%',
      cents,
      '0.00',
      '',
    ])
  })
  const back = refunds.map((refund) => {
    const cents = formatYuan(refund.cents)
    const start = [toChinaTime(refund.done_at), appId, mchId, 0, '', refund.transaction_id, refund.out_trade_no, '']
    const middle = [
      refund.trade_type,
      'REFUND',
      'OTHERS',
      'CNY',
      '0.00',
      '0.00',
      refund.refund_id,
      refund.out_refund_no,
    ]
    const end = [cents, '0.00', 'ORIGINAL', 'SUCCESS', refund.description, '', '0.00', '0.00%', '0.00', cents, '']
    return billLine([...start, ...middle, ...end])
  })
  const receivedCents = trades.reduce((sum, trade) => sum + (trade.paid_cents ?? 0), 0)
  const refundedCents = refunds.reduce((sum, refund) => sum + refund.cents, 0)
  const count = trades.length + refunds.length
  const sum = billLine([
    count,
    formatYuan(receivedCents),
    formatYuan(refundedCents),
    '0.00',
    '0.00',
    formatYuan(receivedCents),
    formatYuan(refundedCents),
  ])
  return billFile(tradeHead, [...paymentLines, ...back], tradeSumHead, sum)
}

const fundHead =
  '记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额（元）,账户结余（元）,资金变更提交申请人,备注,业务凭证号'
const fundSumHead = '资金流水总笔数,收入笔数,收入金额,支出笔数,支出金额'

export function writeFundBill(trades: readonly TradeRow[], refunds: readonly BilledRefund[]) {
  const rows = [
    ...trades.map((trade) => {
      const id = trade.transaction_id ?? ''
      const cents = formatYuan(trade.paid_cents ?? 0)
      return billLine([
        toChinaTime(trade.paid_at),
        id,
        id,
        '交易',
        '交易',
        '收入',
        cents,
        '0.00',
        'system',
        '',
        trade.out_trade_no,
      ])
    }),
    ...refunds.map((refund) => {
      const { refund_id: id, out_refund_no: no, cents } = refund
      return billLine([
        toChinaTime(refund.done_at),
        id,
        id,
        '退款',
        '退款',
        '支出',
        formatYuan(cents),
        '0.00',
        'system',
        '',
        no,
      ])
    }),
  ]
  const receivedCents = trades.reduce((sum, trade) => sum + (trade.paid_cents ?? 0), 0)
  const refundedCents = refunds.reduce((sum, refund) => sum + refund.cents, 0)
  const sum = billLine([
    rows.length,
    trades.length,
    formatYuan(receivedCents),
    refunds.length,
    formatYuan(refundedCents),
  ])
  return billFile(fundHead, rows, fundSumHead, sum)
}
