// SQL of bank transfers.
import type { TransferState } from '@xinqiao/contract/orders.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { Db } from '../../../kit/db/db.ts'
import type { PaymentRow } from './payment-store.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { firstRow, onlyRow, readPage } from '../../../kit/db/results.ts'

export type TransferProofRow = Omit<Rows['transfer_proof'], 'state'> & { state: TransferState }
export type StaffTransferProofRow = TransferProofRow & {
  order_id: number
  order_no: string
  account_id: number
  title: string
  attempt_no: string
  amount_cents: number
  payer: string
  decider: string | null
}

const staffProofRows = (db: Db) => db`
  select p.*, a.order_id, a.attempt_no, a.amount_cents, o.order_no, o.title, o.account_id, payer.nickname as payer,
    decider.nickname as decider
  from transfer_proof p join pay_attempt a on a.id = p.attempt_id join pay_order o on o.id = a.order_id
  join account payer on payer.id = o.account_id left join account decider on decider.id = p.decided_by`

export function selectTransferProofs(db: Db, state: TransferState | undefined, { limit, offset }: PageLimits) {
  const where = state === undefined ? db`` : db`where p.state = ${state}`
  return readPage(
    db<StaffTransferProofRow[]>`${staffProofRows(db)} ${where} order by p.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from transfer_proof p ${where}`,
  )
}

export const selectTransferProof = (db: Db, id: number) =>
  firstRow(db<StaffTransferProofRow[]>`${staffProofRows(db)} where p.id = ${id}`)

export async function insertTransferProof(db: Db, attemptId: number, fileKey: string): Promise<void> {
  await db`insert into transfer_proof (attempt_id, file_key) values (${attemptId}, ${fileKey})`
}

/** @returns false when the transfer was decided meanwhile */
export async function updateProofDecision(
  db: Db,
  id: number,
  decided: { state: TransferState; decided_by: number; reason: string },
): Promise<boolean> {
  const result = await db`
    update transfer_proof set ${db(decided)}, decided_at = now() where id = ${id} and state = 'sent'`
  return result.count === 1
}

export async function hasOpenTransferProof(db: Db, attemptNo: string): Promise<boolean> {
  const [row] = await db`
    select 1 from transfer_proof p join pay_attempt a on a.id = p.attempt_id
    where a.attempt_no = ${attemptNo} and p.state = 'sent'`
  return row !== undefined
}

/** The payment with this number of the bank. */
export const selectBankPayment = (db: Db, serial: string) =>
  onlyRow(db<Pick<PaymentRow, 'attempt_id' | 'purpose'>[]>`
    select attempt_id, purpose from payment where provider = 'bank' and transaction_id = ${serial}`)
