// One order as finance staff see and handle it.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { StaffOrder, StaffRefund } from '@xinqiao/contract/http/payments/staff.ts'
import type { OrderKindName, OrderState, RefundFilter } from '@xinqiao/contract/orders.ts'
import type { Kit } from '../../../kit/ctx.ts'
import { GatewayFault } from '../../../kit/pay/pay.ts'
import { formatTime } from '../../../kit/time.ts'
import { pollAttempt } from '../settlement/poll-attempts.ts'
import { presentOrderForStaff } from '../rules/present.ts'
import { selectRefunds, selectRefundsOfOrder, type StaffRefundRow } from '../records/refund-store.ts'
import * as staffOrderStore from './store.ts'
import * as attemptStore from '../records/attempt-store.ts'
import * as paymentStore from '../records/payment-store.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'

const presentOrderWithPayer = (order: staffOrderStore.StaffOrderRow): StaffOrder => ({
  ...presentOrderForStaff(order),
  payer: order.payer,
})

const presentRefundFor =
  (viewerId: number) =>
  (row: StaffRefundRow): StaffRefund => ({
    id: row.id,
    refundNo: row.refund_no,
    orderId: row.order_id,
    orderNo: row.order_no,
    title: row.title,
    payer: row.payer,
    provider: row.provider,
    amountCents: row.amount_cents,
    reason: row.reason,
    state: row.state,
    asker: row.asker ?? '',
    decider: row.decider ?? '',
    note: row.note,
    failure: row.failure ?? '',
    redirectedTo: row.redirected_to,
    paidOut: row.paid_out_at && { time: formatTime(row.paid_out_at), by: row.paid_by ?? '', reference: row.reference },
    isOwn: row.asked_by === viewerId,
    createTime: formatTime(row.created_at),
    doneTime: row.done_at && formatTime(row.done_at),
  })

export type OrderListInput = PageLimits & {
  kind: OrderKindName | undefined
  state: OrderState | undefined
  key: string | undefined
}

export async function listOrdersForStaff(kit: Kit, { key, ...query }: OrderListInput) {
  const phoneIndex = key && /^1\d{10}$/.test(key) ? kit.secrets.index('phone', key) : null
  const { rows, total } = await staffOrderStore.selectOrdersForStaff(kit.sql, { ...query, key, phoneIndex })
  return { content: rows.map(presentOrderWithPayer), totalElements: total }
}

export async function getOrderForStaff(kit: Kit, id: number, viewerId: number) {
  const order = orNotFound(await staffOrderStore.selectOrderForStaff(kit.sql, id))
  const [attempts, payments, refunds, entries] = await Promise.all([
    attemptStore.selectAttempts(kit.sql, id),
    staffOrderStore.selectPaymentsWithRest(kit.sql, id),
    selectRefundsOfOrder(kit.sql, id),
    paymentStore.selectLedgerEntries(kit.sql, id),
  ])
  return {
    ...presentOrderWithPayer(order),
    attempts: attempts.map((attempt) => ({
      id: attempt.id,
      attemptNo: attempt.attempt_no,
      provider: attempt.provider,
      method: attempt.method,
      state: attempt.state,
      createTime: formatTime(attempt.created_at),
      expiresTime: formatTime(attempt.expires_at),
      queries: attempt.queries,
      failure: attempt.failure ?? '',
    })),
    payments: payments.map((payment) => ({
      id: payment.id,
      provider: payment.provider,
      transactionId: payment.transaction_id,
      amountCents: payment.amount_cents,
      leftCents: payment.left_cents,
      purpose: payment.purpose,
      source: payment.learned_by,
      payTime: formatTime(payment.paid_at),
    })),
    refunds: refunds.map(presentRefundFor(viewerId)),
    entries: entries.map(({ at, ...entry }) => ({ ...entry, time: formatTime(at) })),
  }
}

/** @throws Failure notFound, payUnavailable */
export async function queryOrderNow(kit: Kit, id: number): Promise<null> {
  const order = orNotFound(await staffOrderStore.selectOrderForStaff(kit.sql, id))
  const attempt = await attemptStore.selectLiveAttempt(kit.sql, id)
  try {
    if (attempt) await pollAttempt(kit, { ...attempt, order_state: order.state })
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error
    throw fail('payUnavailable')
  }
  return null
}

export async function listAllRefunds(
  kit: Kit,
  viewerId: number,
  { state, ...page }: { state?: RefundFilter | undefined } & PageLimits,
) {
  const { rows, total } = await selectRefunds(kit.sql, state, page)
  return { content: rows.map(presentRefundFor(viewerId)), totalElements: total }
}
