// Subjects and quotes of orders. A feature that charges money (membership, conference, bookings) writes one OrderKind
// (type in ctx.ts) and its module.ts lists it, so that the order core and the features stay apart.

/** The thing that an order pays for. One open or paid order per subject; stored in columns of pay_order. */
export type OrderSubject = DueSubject | { type: 'registration' | 'booking'; id: number }

/** The fee of joining by an application, or of the term that follows a member's term ending on `previousTermUntil`. */
export type DueSubject =
  | { type: 'application'; id: number; feeId: number }
  | { type: 'member'; id: number; feeId: number; previousTermUntil: string }

export type Quote = {
  subject: OrderSubject
  /** Shown to the payer. */
  title: string
  amountCents: number
  /** End of the order when something is held for the payer until then; otherwise the kind's duration counts. */
  until?: Date
}

/** An order as its kind sees it. */
export type SettledOrder = {
  id: number
  orderNo: string
  /** Null for cash from a person without an account. */
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
