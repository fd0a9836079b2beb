// Parses Alipay bills: a zip with two CSV files in GB 18030, details and totals. Lines that begin with # surround the
// table, cells may end in a tab, amounts are in yuan.
import yauzl from 'yauzl'
import { parseCents } from '../amounts.ts'
import { GatewayFault, type BillLine } from '../pay.ts'

const isDetails = (text: string) => /^#-+\S*明细列表/m.test(text)

/**
 * @returns the file with the details, recognised by its content, because file names in the archive have another
 * encoding
 */
export async function unpackBill(packed: Buffer, maxBytes: number): Promise<{ text: string; bytes: Buffer }> {
  const zip = await yauzl.fromBufferPromise(packed, { lazyEntries: true, decodeStrings: false }).catch(() => {
    throw new GatewayFault('', 'the bill is no archive')
  })
  let size = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const chunks: Buffer[] = []
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        size += (chunk as Buffer).length
        if (size > maxBytes) throw new GatewayFault('', 'the bill is too large')
        chunks.push(chunk as Buffer)
      }
      const bytes = Buffer.concat(chunks)
      const text = new TextDecoder('gb18030').decode(bytes)
      if (isDetails(text)) return { text, bytes }
    }
  } finally {
    zip.close()
  }
  throw new GatewayFault('', 'the archive holds no bill')
}

/** Column whose cells may contain the separator of cells. */
const titleColumn = '商品名称'

/** @throws RangeError for a text that is no bill, or is incomplete */
export function readAlipayTable(text: string): { rows: Record<string, string>[]; notes: string } {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const framed = lines.filter((line) => !line.startsWith('#'))
  const head = framed[0]?.split(',').map((cell) => cell.trim()) ?? []
  const notes = lines.filter((line) => line.startsWith('#')).join('\n')
  if (head.length < 3 || !/明细列表结束/.test(notes)) throw new RangeError('not a bill, or cut short')
  const titleAt = head.indexOf(titleColumn)
  const rows = framed.slice(1).map((line) => {
    const cells = line.split(',')
    const extra = cells.length - head.length
    if (extra > 0 && titleAt !== -1) {
      cells.splice(titleAt, extra + 1, cells.slice(titleAt, titleAt + extra + 1).join(','))
    }
    if (cells.length < head.length) throw new RangeError('a line of the bill is too short')
    return Object.fromEntries(head.map((name, i) => [name, (cells[i] ?? '').trim()]))
  })
  return { rows, notes }
}

const readCount = (notes: string, label: string) =>
  Number(new RegExp(`${label}合计：(\\d+)笔`).exec(notes)?.[1] ?? Number.NaN)

/**
 * 业务明细: payments and refunds of a day.
 * @throws RangeError when its totals do not match
 */
export function readAlipayTrades(
  text: string,
  toAttemptNo: (tradeNo: string) => string,
): { lines: BillLine[]; totalCents: number } {
  const { rows, notes } = readAlipayTable(text)
  const lines = rows.map((row): BillLine => {
    const transactionId = row['支付宝交易号'] ?? ''
    const attemptNo = toAttemptNo(row['商户订单号'] ?? '')
    const cents = Math.abs(parseCents(row['订单金额（元）'] ?? ''))
    return row['业务类型'] === '退款'
      ? { type: 'refund', refundNo: row['退款批次号/请求号'] ?? '', transactionId, attemptNo, cents }
      : { type: 'payment', transactionId, attemptNo, cents }
  })
  const paymentCount = lines.filter((line) => line.type === 'payment').length
  if (readCount(notes, '交易') !== paymentCount || readCount(notes, '退款') !== lines.length - paymentCount) {
    throw new RangeError('the bill has not as many lines as it says')
  }
  const totalCents = lines.reduce((total, line) => total + (line.type === 'payment' ? line.cents : -line.cents), 0)
  return { lines, totalCents }
}

/** 账务明细: movements of the account; fees and withdrawals are not compared. */
export function readAlipayFunds(text: string): { lines: BillLine[]; totalCents: number } {
  const { rows } = readAlipayTable(text)
  const centsIn = (row: Record<string, string>, name: string) => Math.abs(parseCents(row[name] || '0'))
  const totalCents = rows
    .filter((row) => row['业务类型'] === '在线支付' || row['业务类型'] === '交易退款')
    .reduce((total, row) => total + centsIn(row, '收入金额（+元）') - centsIn(row, '支出金额（-元）'), 0)
  return { lines: [], totalCents }
}
