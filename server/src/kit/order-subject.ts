// Subjects and quotes of orders. A feature that charges money (membership, conference, bookings) defines an OrderKind
// (type in ctx.ts), and its module.ts lists it. So the order core and the features stay separate.

/** The subject that an order pays for. It has at most one open or paid order. It is stored in columns of pay_order. */
export type OrderSubject = DueSubject | { type: 'registration' | 'booking'; id: number }

/** The fee for joining by an application, or for the term after the one that ends on `previousTermUntil`. */
export type DueSubject =
  | { type: 'application'; id: number; feeId: number }
  | { type: 'member'; id: number; feeId: number; previousTermUntil: string }

export type Quote = {
  subject: OrderSubject
  /** Title of the order, shown to the payer. */
  title: string
  amountCents: number
  /** End of the order, if something is held for the payer until then; otherwise the duration of the kind applies. */
  until?: Date
}

/** An order from the view of its kind. */
export type SettledOrder = {
  id: number
  orderNo: string
  /** The payer's account; null for cash from a person without one. */
  accountId: number | null
  subject: OrderSubject
  amountCents: number
  paidAt: Date | null
}

/** @throws RangeError for a subject that this kind never creates */
export function subjectIdOf(subject: OrderSubject, type: OrderSubject['type']): number {
  if (subject.type !== type) throw new RangeError(`an order for a ${type} has a ${subject.type} as its subject`)
  return subject.id
}
