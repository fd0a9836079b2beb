// SQL of receipts and invoices.
import type { PaymentReceiptKind, PaymentReceiptState } from '@xinqiao/contract/orders.ts'
import type { Rows } from '../../../../db/rows.ts'
import { valuesWithId, type Db, type Tx } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { firstRow, readPage } from '../../../kit/db/results.ts'

export type PaymentReceiptRow = Omit<Rows['receipt'], 'kind' | 'state'> & {
  kind: PaymentReceiptKind
  state: PaymentReceiptState
}
type NewPaymentReceipt = Pick<
  PaymentReceiptRow,
  'id' | 'order_id' | 'kind' | 'buyer' | 'tax_no' | 'email_sealed' | 'cents'
>

/**
 * Stores a request for a receipt.
 * @returns false when one was already requested for the order
 */
export async function insertReceipt(tx: Tx, receipt: NewPaymentReceipt): Promise<boolean> {
  const result = await tx`
    insert into receipt ${valuesWithId(tx, receipt)}
    on conflict (order_id) where state in ('asked', 'issued', 'toVoid') do nothing`
  return result.count === 1
}

/** True when a refund of the payment is requested or in progress. */
export async function isRefundPending(tx: Tx, orderId: number): Promise<boolean> {
  const [row] = await tx`
    select 1 as found from refund r join payment p on p.id = r.payment_id
    where r.order_id = ${orderId} and r.state in ('asked', 'approved', 'sent') and p.purpose = 'order' limit 1`
  return row !== undefined
}

/** Locks the valid receipt of the order: one that is requested, issued, or to be voided. */
export const lockActiveReceipt = (tx: Tx, orderId: number) =>
  firstRow(tx<PaymentReceiptRow[]>`
    select * from receipt where order_id = ${orderId} and state in ('asked', 'issued', 'toVoid') for update`)

/** True when this is the first request for the order. */
export async function isFirstReceipt(
  tx: Tx,
  { id, order_id }: Pick<PaymentReceiptRow, 'id' | 'order_id'>,
): Promise<boolean> {
  const [row] = await tx`select 1 from receipt where order_id = ${order_id} and id < ${id} limit 1`
  return row === undefined
}

/**
 * Changes a receipt that is in one of these states.
 * @returns false when it is no longer
 */
export async function updateReceipt(
  db: Db,
  id: number,
  from: readonly PaymentReceiptState[],
  change: Partial<Omit<PaymentReceiptRow, 'id' | 'order_id' | 'kind' | 'cents' | 'created_at'>>,
): Promise<boolean> {
  const result = await db`update receipt set ${db(change)} where id = ${id} and state in ${db(from)}`
  return result.count === 1
}

/** After a refund: cancels receipts that are not issued yet, and marks issued ones to be voided. */
export async function markReceiptToVoid(tx: Tx, orderId: number): Promise<void> {
  await tx`
    update receipt set state = case state when 'asked' then 'cancelled' else 'toVoid' end
    where order_id = ${orderId} and state in ('asked', 'issued')`
}

export type StaffPaymentReceiptRow = PaymentReceiptRow & {
  order_no: string
  title: string
  /** The payer's account; null for cash from a person without one. */
  account_id: number | null
  /** Name of the payer's account; empty without one. */
  payer: string
  issuer: string | null
}
const staffReceiptRows = (db: Db) => db`
  select r.*, o.order_no, o.title, o.account_id, coalesce(payer.nickname, '') as payer, issuer.nickname as issuer
  from receipt r join pay_order o on o.id = r.order_id left join account payer on payer.id = o.account_id
  left join account issuer on issuer.id = r.issued_by`

export function selectReceipts(
  db: Db,
  { kind, state }: { kind: PaymentReceiptKind | undefined; state: PaymentReceiptState | undefined },
  { limit, offset }: PageLimits,
) {
  const where = db`where ${kind ? db`r.kind = ${kind}` : db`true`} and ${state ? db`r.state = ${state}` : db`true`}`
  return readPage(
    db<StaffPaymentReceiptRow[]>`${staffReceiptRows(db)} ${where} order by r.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from receipt r ${where}`,
  )
}

/** Requested receipts and invoices, oldest first. */
export const selectRequestedReceipts = (db: Db, kind: PaymentReceiptKind, limit: number) =>
  db<StaffPaymentReceiptRow[]>`
    ${staffReceiptRows(db)} where r.kind = ${kind} and r.state = 'asked' order by r.id limit ${limit}`

/** Locks the receipt, so that it cannot be corrected while its number is entered. */
export const lockReceipt = (tx: Tx, id: number) =>
  firstRow(tx<StaffPaymentReceiptRow[]>`${staffReceiptRows(tx)} where r.id = ${id} for update of r`)

export const selectReceipt = (db: Db, id: number) =>
  firstRow(db<StaffPaymentReceiptRow[]>`${staffReceiptRows(db)} where r.id = ${id}`)

// ---- PDF

export type PaymentReceiptPaperRow = Pick<
  StaffPaymentReceiptRow,
  'kind' | 'state' | 'number' | 'issued_at' | 'buyer' | 'tax_no' | 'title' | 'cents' | 'order_no'
>

/** The newest receipt of an order that has a number. */
export const selectReceiptPaper = (db: Db, orderId: number) =>
  firstRow(db<PaymentReceiptPaperRow[]>`
    ${staffReceiptRows(db)} where r.order_id = ${orderId} and r.number is not null order by r.id desc limit 1`)

export async function selectSiteName(db: Db): Promise<string> {
  const [row] = await db<{ name: string | null }[]>`select settings ->> 'name' as name from site_settings`
  return row?.name ?? '心理卫生协会'
}

export async function selectReceiptStamp(db: Db): Promise<string | null> {
  const [row] = await db<{ key: string }[]>`select key from receipt_seal`
  return row?.key ?? null
}

export async function upsertReceiptStamp(db: Db, key: string): Promise<void> {
  await db`
    insert into receipt_seal (key) values (${key}) on conflict (only_row) do update set key = excluded.key`
}

/** Locks the receipt that waits for its number, so that it cannot be corrected meanwhile. */
export const lockRequestedReceiptOfOrder = (tx: Tx, orderNo: string) =>
  firstRow(tx<StaffPaymentReceiptRow[]>`
    ${staffReceiptRows(tx)} where o.order_no = ${orderNo} and r.state = 'asked' for update of r`)

export async function isReceiptNumberTaken(db: Db, kind: PaymentReceiptKind, number: string): Promise<boolean> {
  const [row] = await db`select 1 from receipt where kind = ${kind} and number = ${number}`
  return row !== undefined
}

/** The newest receipt of each of these orders. */
export const selectNewestReceipts = (db: Db, orderIds: readonly number[]) =>
  db<PaymentReceiptRow[]>`
    select distinct on (order_id) * from receipt where order_id = any(${[...orderIds]}) order by order_id, id desc`
