// Parses WeChat Pay bills: CSV with a back quote before each cell, amounts in yuan, totals at the end.
import { parseCents } from '../amounts.ts'
import type { BillLine } from '../pay.ts'

const cleanCell = (cell: string) => cell.replace(/^`/, '').trim()
const splitCells = (line: string) => line.split(/,(?=`)/).map(cleanCell)

type BillTable = { rows: Record<string, string>[]; sum: Record<string, string> }

/** @throws RangeError for a text that is no bill, or is incomplete */
export function readTable(text: string): BillTable {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter(Boolean)
  const head = lines[0]?.split(',').map(cleanCell) ?? []
  const sumAt = lines.findIndex((line, i) => i > 0 && !line.startsWith('`'))
  const sumHead = lines[sumAt]?.split(',').map(cleanCell)
  const sumCells = lines[sumAt + 1]
  if (head.length < 3 || sumAt < 1 || !sumHead || !sumCells) throw new RangeError('not a bill, or cut short')
  const asRecord = (names: readonly string[], line: string) => {
    const cells = splitCells(line)
    if (cells.length < names.length) throw new RangeError('a line of the bill is too short')
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']))
  }
  return { rows: lines.slice(1, sumAt).map((line) => asRecord(head, line)), sum: asRecord(sumHead, sumCells) }
}

/**
 * 交易账单: payments and refunds of a day.
 * @throws RangeError when its total does not match
 */
export function readTradeBill(text: string): { lines: BillLine[]; totalCents: number } {
  const { rows, sum } = readTable(text)
  const lines = rows.map((row): BillLine => {
    const transactionId = row['微信订单号'] ?? ''
    const attemptNo = row['商户订单号'] ?? ''
    if (row['交易状态'] === 'REFUND') {
      const refundNo = row['商户退款单号'] ?? ''
      return { type: 'refund', refundNo, transactionId, attemptNo, cents: parseCents(row['申请退款金额'] ?? '') }
    }
    return { type: 'payment', transactionId, attemptNo, cents: parseCents(row['订单金额'] ?? '') }
  })
  if (Number(sum['总交易单数']) !== lines.length) throw new RangeError('the bill has not as many lines as it says')
  const totalCents = lines.reduce((total, line) => total + (line.type === 'payment' ? line.cents : -line.cents), 0)
  return { lines, totalCents }
}

/** 资金账单: movements of the account; fees and withdrawals are not compared. */
export function readFundBill(text: string): { lines: BillLine[]; totalCents: number } {
  const { rows } = readTable(text)
  const signOfKind = (kind: string) => (kind === '交易' ? 1 : kind === '退款' ? -1 : 0)
  const totalCents = rows.reduce(
    (total, row) => total + signOfKind(row['业务类型'] ?? '') * Math.abs(parseCents(row['收支金额（元）'] ?? '')),
    0,
  )
  return { lines: [], totalCents }
}
