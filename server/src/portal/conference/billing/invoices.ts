// Invoices of conference fees, requested by an invoice title in the receipt. Until it is issued, an invoice follows the
// receipt. After a transfer only the former owner, who paid, can request it.
import { fail } from '@xinqiao/contract/errors.ts'
import { invoiceWords } from '@xinqiao/contract/meetings.ts'
import { taxNoPattern } from '@xinqiao/contract/orders.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import type { KitInTransaction, Work } from '../../../kit/ctx.ts'
import { reserveId, type Db, type Tx } from '../../../kit/db/db.ts'
import { sealedPlaces } from '../../../kit/auth/sealed-places.ts'
import { notifyUsers } from '../../notify/notify.ts'
import {
  changeReceipt,
  findByNo,
  findActiveReceipt,
  insertReceipt,
  isFirst,
  isRefundPending,
  type OrderRow,
} from '../../payments/payments.ts'
import { openContact, type Contact } from '../records/contacts.ts'
import type { RegistrationRow } from '../records/store.ts'

type Paid = { id: number; cents: number }
type Place = Pick<RegistrationRow, 'account_id' | 'order_no'>

/** True when the current owner is not the payer. */
export const isPaidByOther = (order: Pick<OrderRow, 'account_id'> | null, place: Pick<Place, 'account_id'>): boolean =>
  order !== null && order.account_id !== place.account_id

/** @throws Failure invalid */
export async function checkPayer(
  db: Db,
  place: Place,
  { invoiceTitle = '', taxNumber = '' }: { invoiceTitle?: string | undefined; taxNumber?: string | undefined },
): Promise<void> {
  const field = invoiceTitle ? 'invoiceTitle' : taxNumber ? 'taxNumber' : null
  if (!field || place.order_no === null) return
  if (isPaidByOther(await findByNo(db, place.order_no), place))
    throw fail('invalid', invoiceWords.paidByOther, { fields: { [field]: invoiceWords.paidByOther } })
}

function valuesOf({ secrets }: KitInTransaction, id: number, { invoiceTitle, taxNumber, email }: Contact) {
  const taxNo = taxNumber.toUpperCase()
  return {
    buyer: invoiceTitle,
    // titles from before the receipt was validated
    tax_no: taxNoPattern.test(taxNo) ? taxNo : '',
    email_sealed: email ? secrets.seal(email, sealedPlaces.receiptEmail(id)) : null,
  }
}

/** @returns false when none is requested, or the order already has an invoice */
export async function askInvoice(kit: KitInTransaction, tx: Tx, order: Paid, row: RegistrationRow): Promise<boolean> {
  const contact = openContact(kit, row)
  if (!contact.invoiceTitle || order.cents === 0) return false
  const id = await reserveId(tx, 'receipt')
  const values = valuesOf(kit, id, contact)
  return insertReceipt(tx, { id, order_id: order.id, kind: 'invoice', ...values, cents: order.cents })
}

type Followed = {
  /** Sentence for the notice, without the new values. */
  sentence: string
  isChanged: boolean
}
const nothing: Followed = { sentence: '', isChanged: false }

type Following = {
  order: OrderRow | null
  /** The current registration. */
  row: RegistrationRow
  /** The contact before the change. */
  before: Contact
  /** Notifies the owner too, because someone else made the change. */
  tells: boolean
  /** No invoice is wanted any more. */
  isUnwanted?: boolean | undefined
}

/**
 * Updates the requested invoice of a paid registration in the transaction that changes the receipt. Repeating it for an
 * unchanged receipt brings the invoice up to date.
 */
export async function followReceipt(work: Work, place: Following): Promise<Followed> {
  const { order, row } = place
  // only the former owner, who paid, can request it
  if (order?.state !== 'paid' || row.state !== 'paid' || isPaidByOther(order, row)) return nothing
  const followed = await follow(work, order, place)
  if (followed.sentence && place.tells && row.account_id !== null) {
    const title = `“${order.title}”：${followed.sentence}`
    await notifyUsers(work, { kind: 'payment', userIds: [row.account_id], title, link: routes.orders })
  }
  return followed
}

async function follow({ kit, tx }: Work, order: OrderRow, { row, before, isUnwanted }: Following): Promise<Followed> {
  const asked = await findActiveReceipt(tx, order.id)
  if (!asked) {
    // a refunded order gets no new request; an open request ends with the refund
    if (await isRefundPending(tx, order.id)) return nothing
    const paid = { id: order.id, cents: order.amount_cents - order.refunded_cents }
    return { sentence: '', isChanged: await askInvoice(kit, tx, paid, row) }
  }
  const contact = openContact(kit, row)
  const wanted = valuesOf(kit, asked.id, contact)
  const sentTo = asked.email_sealed ? kit.secrets.open(asked.email_sealed, sealedPlaces.receiptEmail(asked.id)) : ''
  if (asked.buyer === wanted.buyer && asked.tax_no === wanted.tax_no && sentTo === contact.email) return nothing
  const isNamedAnew = contact.invoiceTitle !== before.invoiceTitle || contact.taxNumber !== before.taxNumber
  // the request may have another title from the order, which the receipt does not know
  const isOfReceipt = asked.buyer === before.invoiceTitle
  if (asked.state !== 'asked')
    return isNamedAnew ? { ...nothing, sentence: `发票已按“${asked.buyer}”开具，不随之更改` } : nothing
  if (!contact.invoiceTitle) {
    if (!isOfReceipt && !isUnwanted) return nothing
    await changeReceipt(tx, asked.id, ['asked'], { state: 'cancelled' })
    return { sentence: '待开具的发票已撤回', isChanged: true }
  }
  const isMeant = isNamedAnew || (isOfReceipt && contact.email !== before.email)
  // the first request of an order follows the title; a later one may be separate
  if (!isMeant && !(await isFirst(tx, asked)))
    return { ...nothing, sentence: `待开具的发票按“${asked.buyer}”申请，与回执所填不一致，请核对` }
  await changeReceipt(tx, asked.id, ['asked'], wanted)
  return { sentence: '待开具的发票已随之更改', isChanged: true }
}
