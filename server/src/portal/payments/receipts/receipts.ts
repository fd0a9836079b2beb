// Receipts and invoices. Payers request them. Finance staff issue them in the program of the tax authority, and enter
// the numbers singly or as a sheet.
import { z } from 'zod'
import { fail, failField, orNotFound } from '@xinqiao/contract/errors.ts'
import type { StaffPaymentReceipt } from '@xinqiao/contract/http/payments/receipts.ts'
import type { ImportReport } from '@xinqiao/contract/http/endpoint.ts'
import {
  paymentReceiptKinds,
  formatYuan,
  type PaymentReceiptKind,
  type PaymentReceiptState,
} from '@xinqiao/contract/orders.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import { type Ctx, type Kit, type TransactionScope, type AuditedCtx, type KitInTransaction } from '../../../kit/ctx.ts'
import { isConflict, reserveId, transaction, type Tx } from '../../../kit/db/db.ts'
import { maskEmail } from '../../../kit/text/masks.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { checkLines, readLines, writeSheet } from '../../../kit/documents/sheets/sheets.ts'
import { formatTime } from '../../../kit/time.ts'
import { notifyUsers } from '../../notify/notify.ts'
import { requireOwnOrder } from '../rules/own-order.ts'
import * as receipts from '../records/receipt-store.ts'
import type { StaffScope } from '../refunds/refunds.ts'
import { orderKindOf } from '../rules/order-kind.ts'
import { lockOrder } from '../records/order-store.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'

type PaymentReceiptRequest = { orderNo: string; buyer: string; taxNo?: string | undefined; email?: string | undefined }

/** @throws Failure notFound, wrongState, alreadyAsked */
export async function requestReceipt(
  ctx: Ctx,
  { orderNo, buyer, taxNo = '', email }: PaymentReceiptRequest,
): Promise<null> {
  const { kit } = ctx
  const { id } = await requireOwnOrder(ctx, orderNo)
  return transaction(kit.sql, async (tx) => {
    const order = await lockOrder(tx, id)
    if (order.state !== 'paid') throw fail('wrongState', '订单支付后才能申请票据')
    const { receipt: kind } = orderKindOf(kit, order.kind)
    // receipts of dues are collected at the office, and invoices are sent by e-mail
    if (kind === 'invoice' && !email) throw failField('email', '请填写接收发票的邮箱')
    if (await receipts.isRefundPending(tx, id)) throw fail('wrongState', '该订单正在退款，不能申请票据')
    const receiptId = await reserveId(tx, 'receipt')
    const isNew = await receipts.insertReceipt(tx, {
      id: receiptId,
      order_id: id,
      kind,
      buyer,
      tax_no: taxNo,
      email_sealed: email ? kit.secrets.seal(email, sealBindings.receiptEmail(receiptId)) : null,
      cents: order.amount_cents - order.refunded_cents,
    })
    if (!isNew) throw fail('alreadyAsked')
    return null
  })
}

const presentUnmasked = (kit: KitInTransaction, row: receipts.StaffPaymentReceiptRow): StaffPaymentReceipt => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  orderId: row.order_id,
  orderNo: row.order_no,
  title: row.title,
  payer: row.payer,
  buyer: row.buyer,
  taxNo: row.tax_no,
  email: row.email_sealed ? kit.secrets.open(row.email_sealed, sealBindings.receiptEmail(row.id)) : '',
  cents: row.cents,
  number: row.number ?? '',
  voidNumber: row.void_number ?? '',
  issuer: row.issuer ?? '',
  createTime: formatTime(row.created_at),
  issueTime: row.issued_at && formatTime(row.issued_at),
})

/** Addresses are masked here. The export and the detail show them in full, and are audited. */
const presentMasked = (kit: Kit, row: receipts.StaffPaymentReceiptRow): StaffPaymentReceipt => {
  const whole = presentUnmasked(kit, row)
  return { ...whole, email: maskEmail(whole.email) }
}

export async function listReceipts(
  kit: Kit,
  filter: { kind: PaymentReceiptKind | undefined; state: PaymentReceiptState | undefined },
  page: PageLimits,
) {
  const { rows, total } = await receipts.selectReceipts(kit.sql, filter, page)
  return { content: rows.map((row) => presentMasked(kit, row)), totalElements: total }
}

const receiptSubject = (row: receipts.StaffPaymentReceiptRow) => `receipt ${row.order_no}` as const

/** @throws Failure wrongState, numberTaken */
async function issueLockedReceipt(
  scope: TransactionScope,
  actorId: number,
  row: receipts.StaffPaymentReceiptRow,
  number: string,
): Promise<void> {
  const { tx } = scope
  const issueColumns = { state: 'issued' as const, number, issued_by: actorId, issued_at: new Date() }
  try {
    const isIssued = await tx.savepoint((inner) => receipts.updateReceipt(inner, row.id, ['asked'], issueColumns))
    if (!isIssued) throw fail('wrongState')
  } catch (error) {
    throw isConflict(error, 'receipt_number_once') ? fail('numberTaken') : error
  }
  const title = `“${row.title}”的${paymentReceiptKinds[row.kind]}已开具，号码${number}`
  if (row.account_id !== null) {
    await notifyUsers(scope, { kind: 'payment', userIds: [row.account_id], title, link: routes.orders })
  }
  await recordAudit(tx, { actorId, action: 'receiptIssued', subject: receiptSubject(row), reason: number })
}

const requireLockedReceipt = async (tx: Tx, id: number): Promise<receipts.StaffPaymentReceiptRow> =>
  orNotFound(await receipts.lockReceipt(tx, id))

/**
 * Number of an issued receipt, with the title and tax number on it, because the request may have been corrected since.
 */
type IssuedReceiptInput = { id: number; number: string; buyer: string; taxNo: string }

export const issueReceipt = async (scope: StaffScope, { id, number, ...seen }: IssuedReceiptInput): Promise<null> => {
  const { tx, actorId } = scope
  const row = await requireLockedReceipt(tx, id)
  const { buyer, tax_no: taxNo } = row
  if (row.state === 'asked' && (buyer !== seen.buyer || taxNo !== seen.taxNo)) {
    const now = `抬头已改为“${buyer}”，${taxNo ? `纳税人识别号${taxNo}` : '没有纳税人识别号'}`
    const message = `${now}，请核对开具的内容后再登记`
    throw fail('changedMeanwhile', message, { buyer, taxNo, fields: { number: message } })
  }
  await issueLockedReceipt(scope, actorId, row, number)
  return null
}

export const voidReceipt = async ({ tx, actorId }: StaffScope, id: number, number: string): Promise<null> => {
  const row = await requireLockedReceipt(tx, id)
  const voided = { state: 'voided' as const, void_number: number, voided_by: actorId }
  if (!(await receipts.updateReceipt(tx, id, ['toVoid'], voided))) throw fail('wrongState')
  await recordAudit(tx, { actorId, action: 'receiptVoided', subject: receiptSubject(row), reason: number })
  return null
}

export const revealReceiptEmail = async (
  { tx, kit, actorId }: StaffScope,
  { id, reason }: { id: number; reason: string },
) => {
  const row = await receipts.selectReceipt(tx, id)
  if (!row?.email_sealed) throw fail('notFound')
  await recordAudit(tx, { actorId, action: 'receiptMailRevealed', subject: receiptSubject(row), reason })
  return { email: kit.secrets.open(row.email_sealed, sealBindings.receiptEmail(row.id)) }
}

// ---- import and export as sheets

const maxRows = 2_000
const numberTitle = '票据号码'
const NumberLine = z.object({
  订单号: z.string('请填写订单号').min(1, '请填写订单号').max(32, '没有这个订单'),
  [numberTitle]: z.string('请填写票据号码').regex(/^[\w-]{1,30}$/, '号码只能有字母、数字和横线，最多30位'),
  // the values at the time of the export; a sheet that has only numbers lacks them
  抬头: z.string().optional(),
  纳税人识别号: z.string().optional(),
  邮箱: z.string().optional(),
})
const requiredTitles = ['订单号', numberTitle]

export async function exportRequestedReceipts(kit: Kit, kind: PaymentReceiptKind): Promise<Uint8Array> {
  const rows = (await receipts.selectRequestedReceipts(kit.sql, kind, maxRows)).map((row) => presentUnmasked(kit, row))
  return writeSheet(
    paymentReceiptKinds[kind],
    [
      { title: '订单号', width: 26, value: (row: StaffPaymentReceipt) => row.orderNo },
      { title: '项目', width: 40, value: (row) => row.title },
      { title: '抬头', width: 30, value: (row) => row.buyer },
      { title: '纳税人识别号', width: 24, value: (row) => row.taxNo },
      { title: '金额（元）', width: 12, value: (row) => Number(formatYuan(row.cents)) },
      { title: '邮箱', width: 28, value: (row) => row.email },
      { title: '申请时间', width: 20, value: (row) => row.createTime },
      { title: numberTitle, width: 24, value: () => '' },
    ],
    rows,
  )
}

/** Finds differences from a receipt that was corrected after the export, and may have been issued with old data. */
function findChangesSinceExport(
  kit: KitInTransaction,
  row: receipts.StaffPaymentReceiptRow,
  line: z.output<typeof NumberLine>,
): Record<string, string> {
  const { buyer, taxNo, email } = presentUnmasked(kit, row)
  const problems: Record<string, string> = {}
  // every issued receipt has a title
  if (line.抬头 && line.抬头 !== buyer) problems['抬头'] = `抬头已改为“${buyer}”`
  if (line.纳税人识别号 !== undefined && line.纳税人识别号 !== taxNo)
    problems['纳税人识别号'] = taxNo ? `纳税人识别号已改为“${taxNo}”` : '纳税人识别号已去掉'
  if (line.邮箱 !== undefined && line.邮箱 !== email) problems['邮箱'] = '邮箱已更改，请重新导出后核对'
  return problems
}

export async function readNumberSheet(_input: unknown, { file }: Ctx) {
  if (!file || file.size === 0) throw fail('fileMissing')
  const lines = await readLines(await file.read(), requiredTitles, maxRows)
  return { rows: lines.length, ...checkLines(lines, NumberLine) }
}

/** Imports the numbers of receipts: all rows or none. */
export async function importReceiptNumbers(
  _input: unknown,
  ctx: AuditedCtx,
  { rows, good, bad }: Awaited<ReturnType<typeof readNumberSheet>>,
): Promise<ImportReport> {
  const { kit, tx, viewer } = ctx
  const ready: { row: receipts.StaffPaymentReceiptRow; number: string }[] = []
  const lineByNumber = new Map<string, number>()
  for (const { line, value } of good) {
    const number = value[numberTitle]
    const row = await receipts.lockRequestedReceiptOfOrder(tx, value.订单号)
    const problems: Record<string, string> = {}
    if (!row) problems['订单号'] = '没有待开具的申请'
    else if (await receipts.isReceiptNumberTaken(tx, row.kind, number)) problems[numberTitle] = '该号码已登记'
    if (row) Object.assign(problems, findChangesSinceExport(kit, row, value))
    for (const [name, cell] of Object.entries({ 订单号: value.订单号, [numberTitle]: number })) {
      const before = lineByNumber.get(`${name} ${cell}`)
      if (before === undefined) lineByNumber.set(`${name} ${cell}`, line)
      else problems[name] = `与第${before}行重复`
    }
    if (row && Object.keys(problems).length === 0) ready.push({ row, number })
    else bad.push({ line, problems })
  }
  bad.sort((a, b) => a.line - b.line)
  if (bad.length > 0) return { rows, imported: 0, bad }
  for (const { row, number } of ready) await issueLockedReceipt(ctx, viewer.id, row, number)
  return { rows, imported: ready.length, bad }
}
