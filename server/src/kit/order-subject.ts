// Subjects and quotes of orders. A feature that charges money (membership, conference, bookings) writes one OrderKind
// (type in ctx.ts) and http/order-kinds.ts registers it, so that the order core and the features stay apart.

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

/** @throws RangeError when the order is for something else: its kind never made such a subject */
export function subjectIdOf(subject: OrderSubject, type: OrderSubject['type']): number {
  if (subject.type !== type) throw new RangeError(`an order for a ${type} has a ${subject.type} as its subject`)
  return subject.id
}
