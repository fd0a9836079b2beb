// The invoice that somebody asks for by writing its title into the receipt of attendance: with the payment, or later. As
// long as it is not issued it follows what the receipt says; what a former holder has paid is theirs alone to ask for.
import { fail } from '@xinqiao/contract/errors.ts'
import { invoiceWords } from '@xinqiao/contract/meetings.ts'
import { taxNoPattern } from '@xinqiao/contract/orders.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import type { Kit } from '../../kit/ctx.ts'
import { transaction, type Db, type Tx } from '../../kit/db.ts'
import { notifyUsers } from '../notify/notify.ts'
import { changeReceipt, findStanding, insertReceipt, isGoingBack } from '../orders/receipt-store.ts'
import { findByNo, lockOrder, type OrderRow } from '../orders/store.ts'
import { openContact, type Contact } from './contacts.ts'
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

function valuesOf({ secrets }: Kit, { invoiceTitle, taxNumber, email }: Contact) {
  const taxNo = taxNumber.toUpperCase()
  return {
    buyer: invoiceTitle,
    // what was stored before it was checked with the receipt
    tax_no: taxNoPattern.test(taxNo) ? taxNo : '',
    email_sealed: email ? secrets.seal(email) : null,
  }
}

/** Once for each order: what was asked for already stands. */
export async function askInvoice(kit: Kit, tx: Tx, order: Paid, row: RegistrationRow): Promise<void> {
  const contact = openContact(kit, row)
  if (!contact.invoiceTitle || order.cents === 0) return
  await insertReceipt(tx, { order_id: order.id, kind: 'invoice', ...valuesOf(kit, contact), cents: order.cents })
}

/** What is asked for follows a receipt that was changed. @returns what to say of it; nothing of what was new */
async function followReceipt(kit: Kit, tx: Tx, order: Paid, row: RegistrationRow, before: Contact): Promise<string> {
  const asked = await findStanding(tx, order.id)
  if (!asked) {
    await askInvoice(kit, tx, order, row)
    return ''
  }
  const contact = openContact(kit, row)
  const wanted = valuesOf(kit, contact)
  const sentTo = asked.email_sealed ? kit.secrets.open(asked.email_sealed) : ''
  if (asked.buyer === wanted.buyer && asked.tax_no === wanted.tax_no && sentTo === contact.email) return ''
  const isNamedAnew = contact.invoiceTitle !== before.invoiceTitle || contact.taxNumber !== before.taxNumber
  // with the order it may have been asked for under another name, of which the receipt says nothing
  const isOfReceipt = asked.buyer === before.invoiceTitle
  if (!isNamedAnew && !(isOfReceipt && contact.email !== before.email)) return ''
  if (asked.state !== 'asked') return isNamedAnew ? `发票已按“${asked.buyer}”开具，不随之更改` : ''
  if (contact.invoiceTitle) {
    await changeReceipt(tx, asked.id, ['asked'], wanted)
    return '待开具的发票已随之更改'
  }
  if (!isOfReceipt) return ''
  await changeReceipt(tx, asked.id, ['asked'], { state: 'cancelled' })
  return '待开具的发票已撤回'
}

/** @param tells who has the place as well: somebody else has made the change */
type Late = { id: number; before: Contact; tells: boolean }

/**
 * After a change of the receipt of a place that is paid. Orders are locked before registrations, as the order core does
 * when money comes, so this follows in a transaction of its own.
 * @returns what became of an invoice that had been asked for, in a sentence
 */
export const askLateInvoice = (kit: Kit, { id, before, tells }: Late): Promise<string> =>
  transaction(kit.sql, async (tx, after) => {
    const found = await registrationStore.findRegistration(tx, id)
    const known = found?.order_no ? await findByNo(tx, found.order_no) : null
    if (!known) return ''
    const order = await lockOrder(tx, known.id)
    const row = await registrationStore.lockRegistration(tx, id)
    if (row?.state !== 'paid' || row.order_no !== order.order_no) return ''
    // what a former holder has paid is theirs to ask for
    if (isPaidByOther(order, row)) return ''
    if (order.state !== 'paid' || (await isGoingBack(tx, order.id))) return ''
    const paid = { id: order.id, cents: order.amount_cents - order.refunded_cents }
    const sentence = await followReceipt(kit, tx, paid, row, before)
    if (sentence && tells && row.account_id !== null) {
      const title = `“${order.title}”：${sentence}`
      await notifyUsers({ kit, tx, after }, { kind: 'payment', userIds: [row.account_id], title, link: routes.orders })
    }
    return sentence
  })
