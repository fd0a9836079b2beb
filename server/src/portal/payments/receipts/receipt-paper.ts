// Receipt of dues as PDF, with payer, amount, term, number, and the association's name and stamp. It exists once the
// receipt has a number. A voided receipt is marked across the page.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { toChineseAmount } from './chinese-amount.ts'
import { viewerOf, type Ctx, type Kit, type AuditedCtx } from '../../../kit/ctx.ts'
import { createPdf, type Pdf } from '../../../kit/documents/pdf.ts'
import {
  findPrivateFile,
  linkToPrivateFile,
  readPrivateFile,
  storePrivateFile,
} from '../../../kit/files/private-files.ts'
import { chinaDay } from '../../../kit/time.ts'
import { requireOwnOrder } from '../rules/own-order.ts'
import * as store from '../records/receipt-store.ts'

const width = 595.28 // half of A4, the usual size of receipts
const height = 420.94
const margin = 36
const textColor = '#12312f'
const mutedColor = '#4d6b68'
const red = '#b3261e'

/** The order's title, such as 个人会员会费（2026-01-01 至 2026-12-31). */
const duesPeriodOf = (title: string) => /（(.+ 至 .+)）$/.exec(title)?.[1] ?? ''

function renderTable(pdf: Pdf, rows: readonly (readonly [string, string])[], top: number): number {
  const line = 30
  rows.forEach(([label, value], at) => {
    const y = top + at * line
    pdf
      .lineWidth(0.6)
      .strokeColor('#9cc7c0')
      .rect(margin, y, width - 2 * margin, line)
      .stroke()
    pdf
      .fillColor(mutedColor)
      .fontSize(11)
      .text(label, margin + 10, y + 8, { width: 100 })
    const size = value.length > 38 ? 8.5 : 11
    pdf
      .fillColor(textColor)
      .fontSize(size)
      .text(value, margin + 118, y + (size < 11 ? 10 : 8), {
        width: width - 2 * margin - 128,
        height: line - 8,
        lineBreak: true,
        ellipsis: true,
      })
  })
  return top + rows.length * line
}

async function readReceiptStamp(kit: Kit): Promise<Buffer | null> {
  const key = await store.selectReceiptStamp(kit.sql)
  const file = key ? await findPrivateFile(kit.sql, key) : null
  const stampFile = file && (await readPrivateFile(kit, file))
  if (!stampFile) return null
  const parts: Buffer[] = []
  for await (const part of stampFile.stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const voidedMessages = { toVoid: '款项已退，待红冲', voided: '已红冲作废' } as const

async function renderReceiptPaper(kit: Kit, row: store.PaymentReceiptPaperRow): Promise<Buffer> {
  if (row.kind !== 'dues' || row.number === null || row.issued_at === null)
    throw fail('notFound', '开具并登记号码后才能下载')
  const { number, issued_at: issuedAt } = row
  const [association, stamp] = await Promise.all([store.selectSiteName(kit.sql), readReceiptStamp(kit)])
  const voidedMessage = row.state === 'toVoid' || row.state === 'voided' ? voidedMessages[row.state] : null
  return createPdf({ title: `会费收据 ${number}`, size: [width, height], margin: 0 }, (pdf) => {
    const centered = { width, align: 'center' as const }
    pdf.fillColor(mutedColor).fontSize(12).text(association, 0, 34, centered)
    pdf
      .font('bold')
      .fillColor(textColor)
      .fontSize(22)
      .text('会费收据', 0, 54, { ...centered, characterSpacing: 6 })
    pdf.font('regular').fontSize(11).fillColor(mutedColor)
    pdf.text(`开具日期：${chinaDay(issuedAt)}`, margin, 100)
    pdf.text(`票据号码：${number}`, margin, 100, { width: width - 2 * margin, align: 'right' })
    const end = renderTable(
      pdf,
      [
        ['交款单位或个人', row.buyer],
        ...(row.tax_no ? [['纳税人识别号', row.tax_no] as const] : []),
        ['收款项目', row.title],
        ['会期', duesPeriodOf(row.title) || '—'],
        ['金额（大写）', toChineseAmount(row.cents)],
        ['金额（小写）', `￥${formatYuan(row.cents)}`],
        ['订单号', row.order_no],
      ],
      122,
    )
    pdf
      .fillColor(mutedColor)
      .fontSize(10)
      .text('会费标准由会员代表大会决议，收支情况每年向会员公示。', margin, end + 14)
    pdf
      .font('bold')
      .fillColor(textColor)
      .fontSize(12)
      .text(`收款单位：${association}`, margin, end + 34, { width: width - 2 * margin, align: 'right' })
    if (stamp) pdf.image(stamp, width - margin - 120, end - 26, { fit: [92, 92], align: 'center', valign: 'center' })
    if (voidedMessage)
      pdf
        .save()
        .rotate(-18, { origin: [width / 2, height / 2] })
        .fillColor(red)
        .opacity(0.35)
        .fontSize(54)
        .text(voidedMessage, 0, height / 2 - 30, centered)
        .restore()
  })
}

/** @throws Failure notFound */
export async function renderOwnReceipt(ctx: Ctx, orderNo: string): Promise<Buffer> {
  const order = await requireOwnOrder(ctx, orderNo)
  const row = await store.selectReceiptPaper(ctx.kit.sql, order.id)
  if (!row) throw fail('notFound', '开具并登记号码后才能下载')
  return renderReceiptPaper(ctx.kit, row)
}

/** @throws Failure notFound */
export async function renderReceiptForStaff(ctx: Ctx, id: number): Promise<Buffer> {
  const row = orNotFound(await store.selectReceipt(ctx.kit.sql, id))
  return renderReceiptPaper(ctx.kit, row)
}

// ---- the stamp

export async function getReceiptStamp(ctx: Ctx) {
  const key = await store.selectReceiptStamp(ctx.kit.sql)
  const file = key ? await findPrivateFile(ctx.kit.sql, key) : null
  return file && { url: linkToPrivateFile(ctx.kit, file, viewerOf(ctx)), name: file.name }
}

/** Stores the stamp as a private file, because its picture could be used to forge receipts. */
export async function storeReceiptStamp(_input: unknown, ctx: Ctx): Promise<string> {
  const { kit, file } = ctx
  if (!file || file.size === 0) throw fail('fileMissing')
  const { key } = await storePrivateFile(kit, file, {
    ownerId: viewerOf(ctx).id,
    purpose: 'receiptSeal',
    readers: ['administrator'],
    kinds: ['png', 'jpg'],
    wrongKind: '印章图片只能是PNG或JPG格式',
  })
  return key
}

export async function setReceiptStamp(_input: unknown, { tx }: AuditedCtx, key: string): Promise<null> {
  await store.upsertReceiptStamp(tx, key)
  return null
}
