// The invoice that somebody asks for by writing its title into the receipt of attendance: with the payment, or later. As
// long as it is not issued it follows what the receipt says; what a former holder has paid is theirs alone to ask for.
import { fail, type Failure } from '@xinqiao/contract/errors.ts'
import { invoiceWords } from '@xinqiao/contract/meetings.ts'
import { taxNoPattern } from '@xinqiao/contract/orders.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import type { Kit } from '../../kit/ctx.ts'
import { transaction, type Db, type Tx } from '../../kit/db.ts'
import { notifyUsers } from '../notify/notify.ts'
import { changeReceipt, findStanding, insertReceipt, isFirst, isGoingBack } from '../orders/receipt-store.ts'
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

/** @returns false where nothing is asked for, or an invoice of this order stands already */
export async function askInvoice(kit: Kit, tx: Tx, order: Paid, row: RegistrationRow): Promise<boolean> {
  const contact = openContact(kit, row)
  if (!contact.invoiceTitle || order.cents === 0) return false
  return insertReceipt(tx, { order_id: order.id, kind: 'invoice', ...valuesOf(kit, contact), cents: order.cents })
}

/**
 * What is asked for follows a receipt that was changed, or that it should have followed earlier: the change is committed
 * before this runs, which may fail.
 * @returns what to say of it, which is nothing of what is new; null where there is nothing to do
 */
async function followReceipt(
  kit: Kit,
  tx: Tx,
  order: Paid,
  row: RegistrationRow,
  before: Contact,
): Promise<string | null> {
  const asked = await findStanding(tx, order.id)
  if (!asked) {
    // what goes back is not asked for anew; what is asked for holds no money, and ends with it
    if (await isGoingBack(tx, order.id)) return null
    return (await askInvoice(kit, tx, order, row)) ? '' : null
  }
  const contact = openContact(kit, row)
  const wanted = valuesOf(kit, contact)
  const sentTo = asked.email_sealed ? kit.secrets.open(asked.email_sealed) : ''
  if (asked.buyer === wanted.buyer && asked.tax_no === wanted.tax_no && sentTo === contact.email) return null
  const isNamedAnew = contact.invoiceTitle !== before.invoiceTitle || contact.taxNumber !== before.taxNumber
  // with the order it may have been asked for under another name, of which the receipt says nothing
  const isOfReceipt = asked.buyer === before.invoiceTitle
  if (asked.state !== 'asked') return isNamedAnew ? `发票已按“${asked.buyer}”开具，不随之更改` : null
  if (!contact.invoiceTitle) {
    if (!isOfReceipt) return null
    await changeReceipt(tx, asked.id, ['asked'], { state: 'cancelled' })
    return '待开具的发票已撤回'
  }
  const isMeant = isNamedAnew || (isOfReceipt && contact.email !== before.email)
  // the first of an order follows a title whenever there is one; a later one may have been asked for beside it
  if (!isMeant && !(await isFirst(tx, asked))) return `待开具的发票按“${asked.buyer}”申请，与回执所填不一致，请核对`
  await changeReceipt(tx, asked.id, ['asked'], wanted)
  return '待开具的发票已随之更改'
}

/**
 * @param before how to reach the person as it was; null where it has not changed
 * @param tells who has the place as well: somebody else has made the change
 * @param otherwise what is thrown where there is nothing to do
 */
type Late = { id: number; before: Contact | null; tells: boolean; otherwise?: Failure }

/**
 * After a change of the receipt of a place that is paid. Orders are locked before registrations, as the order core does
 * when money comes, so this follows in a transaction of its own.
 * @returns what became of an invoice that had been asked for, in a sentence
 */
export const askLateInvoice = (kit: Kit, { id, before, tells, otherwise }: Late): Promise<string> =>
  transaction(kit.sql, async (tx, after) => {
    const held = await lockPaid(tx, id)
    if (!held) {
      if (otherwise) throw otherwise
      return ''
    }
    const { order, row } = held
    const paid = { id: order.id, cents: order.amount_cents - order.refunded_cents }
    const sentence = await followReceipt(kit, tx, paid, row, before ?? openContact(kit, row))
    if (sentence === null && otherwise) throw otherwise
    if (sentence && tells && row.account_id !== null) {
      const title = `“${order.title}”：${sentence}`
      await notifyUsers({ kit, tx, after }, { kind: 'payment', userIds: [row.account_id], title, link: routes.orders })
    }
    return sentence ?? ''
  })

/** A place and its order; null unless who has it has paid it and may ask for its invoice. */
async function lockPaid(tx: Tx, id: number): Promise<{ order: OrderRow; row: RegistrationRow } | null> {
  const found = await registrationStore.findRegistration(tx, id)
  const known = found?.order_no ? await findByNo(tx, found.order_no) : null
  if (!known) return null
  const order = await lockOrder(tx, known.id)
  const row = await registrationStore.lockRegistration(tx, id)
  if (row?.state !== 'paid' || row.order_no !== order.order_no || order.state !== 'paid') return null
  // what a former holder has paid is theirs to ask for
  return isPaidByOther(order, row) ? null : { order, row }
}
