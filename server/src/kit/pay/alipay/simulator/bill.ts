// Bills of the Alipay stand-in in the real format: two CSV files in GB 18030 in a zip.
import JSZip from 'jszip'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { toAlipayTime } from '../replies.ts'
import type { BilledRefund, TradeRow } from '../../simulator/store.ts'

/** Node decodes GB 18030 but does not encode it, so this table inverts all two-byte codes. */
let codes: Map<string, number> | undefined
function gbkCodes(): Map<string, number> {
  const map = new Map<string, number>()
  const decoder = new TextDecoder('gb18030')
  for (let high = 0x81; high <= 0xfe; high += 1) {
    for (let low = 0x40; low <= 0xfe; low += 1) {
      if (low !== 0x7f) map.set(decoder.decode(Uint8Array.of(high, low)), high * 256 + low)
    }
  }
  return map
}
function encode(text: string): Buffer {
  codes ??= gbkCodes()
  const bytes: number[] = []
  for (const character of text) {
    const code = codes.get(character)
    if (character.codePointAt(0)! < 0x80) bytes.push(character.codePointAt(0)!)
    else if (code === undefined) bytes.push(0x3f)
    else bytes.push(code >> 8, code & 0xff)
  }
  return Buffer.from(bytes)
}

const account = '20880000000000000156'
const formatHeadLines = (title: string, day: string) => [
  `#支付宝${title}查询`,
  `#账号：[${account}]`,
  `#起始日期：[${day} 00:00:00]   终止日期：[${day} 24:00:00]`,
]
const rule = '-----------------------------------------'
const formatSection = (title: string, columns: string, rows: readonly string[]) => [
  `#${rule}${title}列表${rule}`,
  columns,
  ...rows,
  `#${rule}${title}列表结束${rule}`,
]
const formatLastLine = (day: string) => `#导出时间：[${day} 09:00:00]`

async function zipBill(name: string, details: readonly string[], sums: readonly string[]): Promise<Buffer> {
  const zip = new JSZip()
  zip.file(`${account}_${name}(汇总).csv`, encode(`${sums.join('\r\n')}\r\n`))
  zip.file(`${account}_${name}.csv`, encode(`${details.join('\r\n')}\r\n`))
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
}

const tradeColumns =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'

const none = '0.00'
type TradeLine = {
  transactionId: string
  tradeNo: string
  kind: string
  title: string
  createdAt: Date
  doneAt: Date
  amount: string
  refundNo: string
}
const formatTradeLine = ({ transactionId, tradeNo, kind, title, createdAt, doneAt, amount, refundNo }: TradeLine) =>
  [
    ...[`${transactionId}\t`, `${tradeNo}\t`, kind, title, toAlipayTime(createdAt), toAlipayTime(doneAt)],
    ...['', '', '', '', '138****0000'],
    ...[amount, amount, none, none, none, none, none, '', none, none, refundNo && `${refundNo}\t`, none, none, ''],
  ].join(',')

const sumCents = (cents: readonly number[]) => formatYuan(cents.reduce((total, cent) => total + cent, 0))

export function packAlipayTrades(day: string, trades: readonly TradeRow[], refunds: readonly BilledRefund[]) {
  const rows = [
    ...trades.map((trade) =>
      formatTradeLine({
        transactionId: trade.transaction_id ?? '',
        tradeNo: trade.out_trade_no,
        kind: '交易',
        title: trade.description,
        createdAt: trade.created_at,
        doneAt: trade.paid_at!,
        amount: formatYuan(trade.paid_cents ?? 0),
        refundNo: '',
      }),
    ),
    ...refunds.map((refund) =>
      formatTradeLine({
        transactionId: refund.transaction_id,
        tradeNo: refund.out_trade_no,
        kind: '退款',
        title: refund.description,
        createdAt: refund.created_at,
        doneAt: refund.done_at!,
        amount: `-${formatYuan(refund.cents)}`,
        refundNo: refund.out_refund_no,
      }),
    ),
  ]
  const receivedCents = sumCents(trades.map((trade) => trade.paid_cents ?? 0))
  const refundedCents = sumCents(refunds.map((refund) => refund.cents))
  const details = [
    ...formatHeadLines('业务明细', day),
    ...formatSection('业务明细', tradeColumns, rows),
    `#交易合计：${trades.length}笔，商家实收共${receivedCents}元，商家优惠共0.00元`,
    `#退款合计：${refunds.length}笔，商家实收退款共-${refundedCents}元，商家优惠退款共0.00元`,
    formatLastLine(day),
  ]
  const sums = formatSection('业务汇总', '门店编号,门店名称,交易订单总笔数,退款订单总笔数,订单金额（元）', [
    `合计,,${trades.length},${refunds.length},${receivedCents}`,
  ])
  return zipBill(`${day.replaceAll('-', '')}_业务明细`, details, [...formatHeadLines('业务汇总', day), ...sums])
}

const fundColumns =
  '账务流水号,业务流水号,商户订单号,商品名称,发生时间,对方账号,收入金额（+元）,支出金额（-元）,账户余额（元）,交易渠道,业务类型,备注'

type FundLine = {
  transactionId: string
  tradeNo: string
  title: string
  at: Date
  income: string
  expense: string
  kind: string
}
const formatFundLine = ({ transactionId, tradeNo, title, at, income, expense, kind }: FundLine) =>
  [
    ...[`${transactionId}\t`, `${transactionId}\t`, `${tradeNo}\t`, title, toAlipayTime(at), '138****0000'],
    ...[income, expense, none, '支付宝', kind, ''],
  ].join(',')

export function packAlipayFunds(day: string, trades: readonly TradeRow[], refunds: readonly BilledRefund[]) {
  const rows = [
    ...trades.map((trade) =>
      formatFundLine({
        transactionId: trade.transaction_id ?? '',
        tradeNo: trade.out_trade_no,
        title: trade.description,
        at: trade.paid_at!,
        income: formatYuan(trade.paid_cents ?? 0),
        expense: '',
        kind: '在线支付',
      }),
    ),
    ...refunds.map((refund) =>
      formatFundLine({
        transactionId: refund.transaction_id,
        tradeNo: refund.out_trade_no,
        title: refund.description,
        at: refund.done_at!,
        income: '',
        expense: `-${formatYuan(refund.cents)}`,
        kind: '交易退款',
      }),
    ),
  ]
  const details = [
    ...formatHeadLines('账务明细', day),
    ...formatSection('账务明细', fundColumns, rows),
    formatLastLine(day),
  ]
  const sums = [...formatHeadLines('账务汇总', day), ...formatSection('账务汇总', '类型,笔数', [`合计,${rows.length}`])]
  return zipBill(`${day.replaceAll('-', '')}_账务明细`, details, sums)
}
