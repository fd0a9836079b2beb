// The invoice that somebody asks for by writing its title into the receipt of attendance: with the payment, or later.
import { fail } from '@xinqiao/contract/errors.ts'
import { invoiceWords } from '@xinqiao/contract/meetings.ts'
import { taxNoPattern } from '@xinqiao/contract/orders.ts'
import type { Kit } from '../../kit/ctx.ts'
import { transaction, type Db, type Tx } from '../../kit/db.ts'
import { insertReceipt, isGoingBack } from '../orders/receipt-store.ts'
import { findByNo, lockOrder, type OrderRow } from '../orders/store.ts'
import { openContact } from './contacts.ts'
import * as registrationStore from './registration-store.ts'
import type { RegistrationRow } from './store.ts'

type Paid = { id: number; cents: number }
type Place = Pick<RegistrationRow, 'account_id' | 'order_no'>

/** Who has the place took it over from who paid for it. */
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

/** Once for each order: what was asked for already stands. */
export async function askInvoice(kit: Kit, tx: Tx, order: Paid, row: RegistrationRow): Promise<void> {
  const { invoiceTitle, taxNumber, email } = openContact(kit, row)
  if (!invoiceTitle || order.cents === 0) return
  const taxNo = taxNumber.toUpperCase()
  await insertReceipt(tx, {
    order_id: order.id,
    kind: 'invoice',
    buyer: invoiceTitle,
    // what was stored before it was checked with the receipt
    tax_no: taxNoPattern.test(taxNo) ? taxNo : '',
    email_sealed: email ? kit.secrets.seal(email) : null,
    cents: order.cents,
  })
}

/**
 * After a change of the receipt of a place that is paid. Orders are locked before registrations, as the order core does
 * when money comes, so this follows in a transaction of its own.
 */
export const askLateInvoice = (kit: Kit, id: number): Promise<void> =>
  transaction(kit.sql, async (tx) => {
    const found = await registrationStore.findRegistration(tx, id)
    const known = found?.order_no ? await findByNo(tx, found.order_no) : null
    if (!known) return
    const order = await lockOrder(tx, known.id)
    const row = await registrationStore.lockRegistration(tx, id)
    if (row?.state !== 'paid' || row.order_no !== order.order_no) return
    // what a former holder has paid is theirs to ask for
    if (isPaidByOther(order, row)) return
    if (order.state !== 'paid' || (await isGoingBack(tx, order.id))) return
    await askInvoice(kit, tx, { id: order.id, cents: order.amount_cents - order.refunded_cents }, row)
  })
