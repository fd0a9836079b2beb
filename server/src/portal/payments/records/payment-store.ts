// SQL of payments and the ledger.
import type { PaymentPurpose, PaymentSource, PayProviderName } from '@xinqiao/contract/orders.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow, onlyRow } from '../../../kit/db/results.ts'
import type { ConfirmedPayment } from '../../../kit/pay/pay.ts'

export type PaymentRow = Omit<Rows['payment'], 'provider' | 'purpose' | 'learned_by'> & {
  provider: PayProviderName
  purpose: PaymentPurpose
  learned_by: PaymentSource
}

type NewPayment = ConfirmedPayment & {
  orderId: number
  attemptId: number
  provider: PayProviderName
  purpose: PaymentPurpose
  learnedBy: PaymentSource
}

export async function isKnownPayment(tx: Tx, provider: PayProviderName, transactionId: string): Promise<boolean> {
  const [row] = await tx`select 1 from payment where provider = ${provider} and transaction_id = ${transactionId}`
  return row !== undefined
}

export const insertPayment = (tx: Tx, payment: NewPayment) =>
  onlyRow(tx<PaymentRow[]>`
    insert into payment (order_id, attempt_id, provider, transaction_id, amount_cents, purpose, learned_by, paid_at)
    values (${payment.orderId}, ${payment.attemptId}, ${payment.provider}, ${payment.transactionId},
      ${payment.amountCents}, ${payment.purpose}, ${payment.learnedBy}, ${payment.paidAt})
    returning *`)

export async function updatePaymentPurpose(tx: Tx, id: number, purpose: PaymentPurpose): Promise<void> {
  await tx`update payment set purpose = ${purpose} where id = ${id}`
}

export const selectPayments = (db: Db, orderId: number) =>
  db<PaymentRow[]>`select * from payment where order_id = ${orderId} order by id`

export const selectPayment = (db: Db, id: number) => firstRow(db<PaymentRow[]>`select * from payment where id = ${id}`)

export type NewLedgerEntry = {
  order_id: number
  payment_id: number | null
  refund_id: number | null
  debit: string
  credit: string
  cents: number
}

export async function insertLedgerEntry(tx: Tx, entry: NewLedgerEntry): Promise<void> {
  await tx`insert into ledger_entry ${tx(entry)}`
}

export type LedgerEntryRow = Rows['ledger_entry']
export const selectLedgerEntries = (db: Db, orderId: number) =>
  db<LedgerEntryRow[]>`select * from ledger_entry where order_id = ${orderId} order by id`
