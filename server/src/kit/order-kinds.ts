// What can be paid for. Features that charge money (membership, conference, bookings) do not see the order core's other
// users, nor it them: each writes one OrderKind, and http/order-kinds.ts puts them together into `kit.orderKinds`.
import type { OrderKindName } from '@xinqiao/contract/orders.ts'
import type { Kit } from './ctx.ts'
import type { Tx } from './db.ts'

/** What exactly is paid for: payable once at a time, and paid for once. Stored in columns of pay_order. */
export type OrderSubject = DueSubject | { type: 'registration' | 'booking'; id: number }

/** The fee of joining by an application, or of the term that follows a member's term ending on `previousTermUntil`. */
export type DueSubject =
  | { type: 'application'; id: number; feeId: number }
  | { type: 'member'; id: number; feeId: number; previousTermUntil: string }

export type Quote = {
  subject: OrderSubject
  /** As the payer sees it. */
  title: string
  amountCents: number
  /** Where something is held until then for whoever pays; else the kind's own time counts. */
  until?: Date
}

/** The transaction of what happens to an order; `after` runs once it is durable. */
export type OrderWork = { kit: Kit; tx: Tx; after: (event: () => void) => void }

/** What a kind hears about an order. */
export type SettledOrder = {
  id: number
  orderNo: string
  /** Null where cash was taken from somebody without an account. */
  accountId: number | null
  subject: OrderSubject
  amountCents: number
  paidAt: Date | null
}

export type OrderKind = {
  /** Dues get a receipt of dues, everything else an invoice (民发〔2014〕166号). */
  receipt: 'dues' | 'invoice'
  /** How long an order stays open, if its quote does not say. A code on the screen lives at most two hours of that. */
  payWithinMinutes: number
  /**
   * What this account is to pay now.
   * @param given what the caller named, such as a registration's id; must be checked to be the caller's own
   * @throws Failure notFound, wrongState, nothingToPay, … when there is nothing that it may pay
   */
  quote: (kit: Kit, accountId: number, given: string) => Promise<Quote>
  /** What the caller named, from the subject that `quote` made of it. */
  givenOf: (subject: OrderSubject) => string
  /**
   * In the transaction in which the order becomes paid, once: what is written here is there if and only if the money is
   * in the books. May not call outside services. That it was paid is told to the payer by the core.
   * @throws Failure when there is nothing to give for it any more: the order is then closed, and the money goes back by
   * itself. Any other error undoes all of it, and the payment is brought again.
   */
  paid: (work: OrderWork, order: SettledOrder) => Promise<void>
  /** The same, when all of it has gone back. */
  refunded: (work: OrderWork, order: SettledOrder) => Promise<void>
  /** In the transaction in which a refund that had been asked for is refused: what was paid for stands. */
  refundRefused?: (work: OrderWork, order: SettledOrder) => Promise<void>
  /** As `paid`, when the order ended unpaid; what was held for it can be let go. */
  closed?: (work: OrderWork, order: SettledOrder) => Promise<void>
  /** The same, instead of `closed`, when its payer has called the order off. */
  calledOff?: (work: OrderWork, order: SettledOrder) => Promise<void>
}

/** @throws RangeError when the order is for something else: its kind never made such a subject */
export function subjectIdOf(subject: OrderSubject, type: OrderSubject['type']): number {
  if (subject.type !== type) throw new RangeError(`an order for a ${type} has a ${subject.type} as its subject`)
  return subject.id
}

export type OrderKinds = Partial<Record<OrderKindName, OrderKind>>
