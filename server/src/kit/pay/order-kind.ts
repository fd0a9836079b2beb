// Kinds of orders: their quotes, and what happens when an order is paid or ends. A feature that charges money
// (membership, conference, bookings) defines one, and its module.ts lists it. `Kit` holds all of them.

/** The subject that an order pays for. It has at most one open or paid order. It is stored in columns of pay_order. */
export type OrderSubject = DuesSubject | { type: 'registration' | 'booking'; id: number }

/** The fee for joining by an application, or for the term after the one that ends on `previousTermUntil`. */
export type DuesSubject =
  | { type: 'application'; id: number; feeId: number }
  | { type: 'member'; id: number; feeId: number; previousTermUntil: string }

export type OrderQuote = {
  subject: OrderSubject
  /** Title of the order, shown to the payer. */
  title: string
  amountCents: number
  /** End of the order, if something is held for the payer until then; otherwise the duration of the kind applies. */
  until?: Date
}

/** An order from the view of its kind. */
export type OrderOfKind = {
  id: number
  orderNo: string
  /** The payer's account; null for cash from a person without one. */
  accountId: number | null
  subject: OrderSubject
  amountCents: number
  paidAt: Date | null
}

/**
 * @typeParam Services the services of the server (`Kit`)
 * @typeParam Scope a transaction and the services in it
 */
export type OrderKindOf<Services, Scope> = {
  /** An order of dues gets a receipt of dues, all others an invoice (民发〔2014〕166号). */
  receipt: 'dues' | 'invoice'
  /**
   * How long an order stays open, unless its quote has another time. Its payment code is valid for at most two hours of
   * it.
   */
  payWithinMinutes: number
  /**
   * Computes the amount that this account has to pay now.
   * @param reference the caller's input, such as the id of a registration; check that it belongs to the caller
   * @throws Failure notFound, wrongState, nothingToPay, … when the account has nothing to pay
   */
  quote: (kit: Services, accountId: number, reference: string) => Promise<OrderQuote>
  /** Returns the reference with which `quote` finds this subject again. */
  referenceOf: (subject: OrderSubject) => string
  /**
   * Delivers what was paid for, once, in the transaction in which the order becomes paid. It must not call outside
   * services. The core notifies the payer.
   * @throws Failure when delivery is no longer possible: the order is closed, and the payment is refunded
   * automatically. Any other error rolls everything back, and the payment is settled again later.
   */
  paid: (scope: Scope, order: OrderOfKind) => Promise<void>
  /** Called when the whole payment was refunded. */
  refunded: (scope: Scope, order: OrderOfKind) => Promise<void>
  /** Called when a requested refund is refused. The subject stays valid. */
  refundRefused?: (scope: Scope, order: OrderOfKind) => Promise<void>
  /** Called when the order has ended without a payment. Release what it held. */
  expired?: (scope: Scope, order: OrderOfKind) => Promise<void>
  /** Called instead of `expired` when the payer cancelled the order. */
  cancelledByPayer?: (scope: Scope, order: OrderOfKind) => Promise<void>
}
