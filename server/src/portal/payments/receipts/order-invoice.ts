// The invoice of an order, which another area requests, updates or withdraws.
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import type { KitInTransaction } from '../../../kit/ctx.ts'
import { reserveId, type Tx } from '../../../kit/db/db.ts'
import { insertReceipt, lockActiveReceipt, updateReceipt, type PaymentReceiptRow } from '../records/receipt-store.ts'

export type InvoiceDetails = { buyer: string; taxNo: string; email: string }

const invoiceColumns = ({ secrets }: KitInTransaction, id: number, { buyer, taxNo, email }: InvoiceDetails) => ({
  buyer,
  tax_no: taxNo,
  email_sealed: email ? secrets.seal(email, sealBindings.receiptEmail(id)) : null,
})

/** The valid invoice or receipt of the order, locked until the transaction ends. */
export const findLockedInvoice = (tx: Tx, orderId: number): Promise<PaymentReceiptRow | null> =>
  lockActiveReceipt(tx, orderId)

/** @returns false when the order already has a valid receipt or invoice */
export async function requestOrderInvoice(
  kit: KitInTransaction,
  tx: Tx,
  order: { id: number; cents: number },
  details: InvoiceDetails,
): Promise<boolean> {
  const id = await reserveId(tx, 'receipt')
  const columns = invoiceColumns(kit, id, details)
  return insertReceipt(tx, { id, order_id: order.id, kind: 'invoice', ...columns, cents: order.cents })
}

export const invoiceDetailsOf = ({ secrets }: KitInTransaction, invoice: PaymentReceiptRow): InvoiceDetails => ({
  buyer: invoice.buyer,
  taxNo: invoice.tax_no,
  email: invoice.email_sealed ? secrets.open(invoice.email_sealed, sealBindings.receiptEmail(invoice.id)) : '',
})

/** Changes a requested invoice, but not an issued one. */
export async function changeRequestedInvoice(
  kit: KitInTransaction,
  tx: Tx,
  id: number,
  details: InvoiceDetails,
): Promise<void> {
  await updateReceipt(tx, id, ['asked'], invoiceColumns(kit, id, details))
}

/** Withdraws a requested invoice, but not an issued one. */
export async function withdrawRequestedInvoice(tx: Tx, id: number): Promise<void> {
  await updateReceipt(tx, id, ['asked'], { state: 'cancelled' })
}
