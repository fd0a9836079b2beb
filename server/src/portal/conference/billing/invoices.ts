// Invoices of conference fees. An invoice title in the receipt requests one. Until it is issued, it is updated with the
// receipt. After a transfer, only the former attendee, who paid, can request one.
import { failField } from '@xinqiao/contract/errors.ts'
import { invoiceMessages } from '@xinqiao/contract/meetings.ts'
import { taxNoPattern } from '@xinqiao/contract/orders.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import type { KitInTransaction, TransactionScope } from '../../../kit/ctx.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { notifyUsers } from '../../notify/notify.ts'
import {
  changeRequestedInvoice,
  findLockedInvoice,
  selectOrderByNo,
  invoiceDetailsOf,
  isFirstReceipt,
  isRefundPending,
  requestOrderInvoice,
  withdrawRequestedInvoice,
  type InvoiceDetails,
  type OrderRow,
  type PaymentReceiptRow,
} from '../../payments/payments.ts'
import { openContact, type ReceiptContactValues } from '../records/contacts.ts'
import type { RegistrationRow } from '../records/store.ts'

type InvoicedOrder = { id: number; cents: number }
type OrderedRegistration = Pick<RegistrationRow, 'account_id' | 'order_no'>

/** True when the current attendee did not pay. */
export const isPaidByOther = (
  order: Pick<OrderRow, 'account_id'> | null,
  registration: Pick<OrderedRegistration, 'account_id'>,
): boolean => order !== null && order.account_id !== registration.account_id

/**
 * Refuses an invoice title of an attendee who did not pay.
 * @throws Failure invalid
 */
export async function checkInvoicePayer(
  db: Db,
  registration: OrderedRegistration,
  { invoiceTitle = '', taxNumber = '' }: { invoiceTitle?: string | undefined; taxNumber?: string | undefined },
): Promise<void> {
  const field = invoiceTitle ? 'invoiceTitle' : taxNumber ? 'taxNumber' : null
  if (!field || registration.order_no === null) return
  if (isPaidByOther(await selectOrderByNo(db, registration.order_no), registration))
    throw failField(field, invoiceMessages.paidByOther)
}

function toInvoiceDetails({ invoiceTitle, taxNumber, email }: ReceiptContactValues): InvoiceDetails {
  const taxNo = taxNumber.toUpperCase()
  // titles that were stored before receipts were validated
  return { buyer: invoiceTitle, taxNo: taxNoPattern.test(taxNo) ? taxNo : '', email }
}

/** @returns false when no invoice is requested, or the order already has one */
export async function requestInvoice(
  kit: KitInTransaction,
  tx: Tx,
  order: InvoicedOrder,
  row: RegistrationRow,
): Promise<boolean> {
  const contact = openContact(kit, row)
  if (!contact.invoiceTitle || order.cents === 0) return false
  return requestOrderInvoice(kit, tx, order, toInvoiceDetails(contact))
}

type InvoiceUpdateResult = {
  /** Message for the notice, without the new values. */
  message: string
  isChanged: boolean
}
const noUpdate: InvoiceUpdateResult = { message: '', isChanged: false }

type ReceiptChange = {
  order: OrderRow | null
  /** The registration after the change. */
  row: RegistrationRow
  /** The contact before the change. */
  before: ReceiptContactValues
  /** True when another person made the change. */
  shouldNotifyOwner: boolean
  isInvoiceUnwanted?: boolean | undefined
}

/**
 * Updates the requested invoice of a paid registration, in the transaction that changes the receipt. With an unchanged
 * receipt, it brings an outdated invoice up to date.
 */
export async function updateRequestedInvoice(
  scope: TransactionScope,
  change: ReceiptChange,
): Promise<InvoiceUpdateResult> {
  const { order, row } = change
  // only the former attendee can request one, because that account paid
  if (order?.state !== 'paid' || row.state !== 'paid' || isPaidByOther(order, row)) return noUpdate
  const invoice = await findLockedInvoice(scope.tx, order.id)
  const update = invoice ? await updateInvoice(scope, invoice, change) : await requestMissingInvoice(scope, order, row)
  if (update.message && change.shouldNotifyOwner && row.account_id !== null) {
    const title = `“${order.title}”：${update.message}`
    await notifyUsers(scope, { kind: 'payment', userIds: [row.account_id], title, link: routes.orders })
  }
  return update
}

/** Requests an invoice, unless a refund is pending: after it, a refunded order gets no new invoice. */
async function requestMissingInvoice(
  { kit, tx }: TransactionScope,
  order: OrderRow,
  row: RegistrationRow,
): Promise<InvoiceUpdateResult> {
  if (await isRefundPending(tx, order.id)) return noUpdate
  const invoicedOrder = { id: order.id, cents: order.amount_cents - order.refunded_cents }
  return { message: '', isChanged: await requestInvoice(kit, tx, invoicedOrder, row) }
}

async function updateInvoice(
  { kit, tx }: TransactionScope,
  invoice: PaymentReceiptRow,
  { row, before, isInvoiceUnwanted }: ReceiptChange,
): Promise<InvoiceUpdateResult> {
  const contact = openContact(kit, row)
  const [current, wanted] = [invoiceDetailsOf(kit, invoice), toInvoiceDetails(contact)]
  if (current.buyer === wanted.buyer && current.taxNo === wanted.taxNo && current.email === wanted.email)
    return noUpdate
  const isRenamed = contact.invoiceTitle !== before.invoiceTitle || contact.taxNumber !== before.taxNumber
  // the payer may have entered another title on the page of the order
  const hasTitleOfReceipt = invoice.buyer === before.invoiceTitle
  if (invoice.state !== 'asked')
    return isRenamed ? { ...noUpdate, message: `发票已按“${invoice.buyer}”开具，不随之更改` } : noUpdate
  if (!contact.invoiceTitle) return hasTitleOfReceipt || isInvoiceUnwanted ? withdrawInvoice(tx, invoice) : noUpdate
  const isForInvoice = isRenamed || (hasTitleOfReceipt && contact.email !== before.email)
  // the first request of an order uses the title of the receipt; later ones have titles that the payer entered
  if (!isForInvoice && !(await isFirstReceipt(tx, invoice)))
    return { ...noUpdate, message: `待开具的发票按“${invoice.buyer}”申请，与回执所填不一致，请核对` }
  await changeRequestedInvoice(kit, tx, invoice.id, wanted)
  return { message: '待开具的发票已随之更改', isChanged: true }
}

async function withdrawInvoice(tx: Tx, invoice: PaymentReceiptRow): Promise<InvoiceUpdateResult> {
  await withdrawRequestedInvoice(tx, invoice.id)
  return { message: '待开具的发票已撤回', isChanged: true }
}
