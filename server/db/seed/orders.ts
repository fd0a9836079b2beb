// Money of the demo site: orders of paid terms and registrations, and a refund that waits for its approval. A payment
// that only the provider knows is found by the next reconciliation.
import type { OrderKindName } from '@xinqiao/contract/orders.ts'
import { hourMs } from '@xinqiao/contract/time.ts'
import type { Kit } from '../../src/kit/ctx.ts'
import { transaction, type Tx } from '../../src/kit/db/db.ts'
import type { OrderSubject } from '../../src/kit/pay/order-kind.ts'
import { addDays, chinaDay } from '../../src/kit/time.ts'
import { selectDuesYears } from '../../src/portal/payments/dues-report/store.ts'
import { insertRefund } from '../../src/portal/payments/records/refund-store.ts'
import { updateAttemptResult, insertAttempt } from '../../src/portal/payments/records/attempt-store.ts'
import { updateOrder, insertOrder } from '../../src/portal/payments/records/order-store.ts'
import { insertLedgerEntry, insertPayment } from '../../src/portal/payments/records/payment-store.ts'
import { orderSubjectOf } from '../../src/portal/conference/rules/fees.ts'
import { incomeAccountOf } from '../../src/portal/payments/rules/ledger-accounts.ts'
import { spendingOf } from './dues.ts'

type ToPay = {
  running: number
  /** The payer's account; null for a member without one, who paid in cash. */
  accountId: number | null
  kind: OrderKindName
  subject: OrderSubject
  title: string
  cents: number
  paidAt: Date
}

const day = (at: Date) => new Date(at.getTime() + 8 * hourMs).toISOString().slice(0, 10).replaceAll('-', '')
/** Transaction numbers in the provider's format, the same on every day of seeding. */
const transactionOf = (running: number) => `42000${`${running * 982_451_653}`.padStart(23, '0')}`

async function seedTrade(
  tx: Tx,
  no: string,
  { title, cents, paidAt, running }: Omit<ToPay, 'accountId' | 'kind' | 'subject'>,
) {
  const trade = {
    out_trade_no: no,
    trade_type: 'NATIVE',
    description: title,
    total_cents: cents,
    notify_url: 'http://127.0.0.1/pay/wechat/notify',
    token: `seed-${running}`,
    state: 'SUCCESS',
    expires_at: new Date(paidAt.getTime() + 2 * hourMs),
    created_at: paidAt,
    paid_cents: cents,
    transaction_id: transactionOf(running),
    paid_at: paidAt,
  }
  await tx`insert into simulated_trade ${tx(trade)}`
}

const wechat = { provider: 'wechat', method: 'native', learnedBy: 'callback' } as const
const cash = { provider: 'cash', method: 'cash', learnedBy: 'staff' } as const

async function seedPaid(tx: Tx, toPay: ToPay): Promise<{ orderNo: string; orderId: number; paymentId: number }> {
  const { running, accountId, kind, subject, title, cents, paidAt } = toPay
  const orderNo = `M${day(paidAt)}${`${(running * 700_001) % 1_000_000_000_000}`.padStart(12, '0')}`
  const attemptNo = `${orderNo}-1`
  const order = (await insertOrder(tx, {
    order_no: orderNo,
    account_id: accountId,
    kind,
    subject,
    title,
    amount_cents: cents,
    expires_at: new Date(paidAt.getTime() + 24 * hourMs),
  }))!
  const provider = accountId === null ? cash : wechat
  const attempt = await insertAttempt(tx, {
    order_id: order.id,
    attempt_no: attemptNo,
    provider: provider.provider,
    method: provider.method,
    amount_cents: cents,
    expires_at: new Date(paidAt.getTime() + 2 * hourMs),
    query_at: null,
  })
  await updateAttemptResult(tx, attempt.id, 'paid', null)
  const payment = await insertPayment(tx, {
    orderId: order.id,
    attemptId: attempt.id,
    provider: provider.provider,
    purpose: 'order',
    learnedBy: provider.learnedBy,
    transactionId: accountId === null ? `seed-${running}` : transactionOf(running),
    amountCents: cents,
    paidAt,
  })
  const entry = { debit: provider.provider, credit: incomeAccountOf(kind), cents }
  await insertLedgerEntry(tx, { ...entry, order_id: order.id, payment_id: payment.id, refund_id: null })
  await updateOrder(tx, order.id, { state: 'paid', paid_at: paidAt })
  const createdAt = new Date(paidAt.getTime() - 90_000)
  await tx`update pay_order set created_at = ${createdAt} where id = ${order.id}`
  await tx`update pay_attempt set created_at = ${createdAt} where id = ${attempt.id}`
  await tx`update ledger_entry set at = ${paidAt} where payment_id = ${payment.id}`
  if (accountId !== null) await seedTrade(tx, attemptNo, toPay)
  return { orderNo, orderId: order.id, paymentId: payment.id }
}

/** The books only grow. This invented past is the only exception, before any person works here. */
async function withoutLedgerTrigger(tx: Tx, work: () => Promise<void>): Promise<void> {
  await tx`alter table ledger_entry disable trigger ledger_entry_only_grows`
  await work()
  await tx`alter table ledger_entry enable trigger ledger_entry_only_grows`
}

type TermRow = {
  id: number
  member_id: number
  application_id: number | null
  account_id: number | null
  joined_on: string
  starts_on: string
  cents: number
  fee_id: number
  level: string
}

function subjectOfTerm(term: TermRow): OrderSubject {
  const { member_id: id, application_id: applicationId, fee_id: feeId, starts_on: startsOn } = term
  if (applicationId !== null && startsOn === term.joined_on) return { type: 'application', id: applicationId, feeId }
  return { type: 'member', id, feeId, previousTermUntil: addDays(startsOn, -1) }
}

export async function seedOrders(kit: Kit, today: number): Promise<void> {
  await transaction(kit.sql, (tx) =>
    withoutLedgerTrigger(tx, async () => {
      let running = 0
      const terms = await tx<TermRow[]>`
        select t.id, t.member_id, m.application_id, m.account_id, m.joined_on, t.starts_on, t.cents, t.fee_id,
          l.title as level
        from member_term t join member m on m.id = t.member_id join member_level l on l.id = m.level_id
        order by t.starts_on, t.id`
      for (const term of terms) {
        running += 1
        const paidAt = new Date(Math.min(Date.parse(`${term.starts_on}T10:05:00+08:00`), today - 26 * hourMs))
        const { orderNo } = await seedPaid(tx, {
          running,
          accountId: term.account_id,
          kind: 'membershipFee',
          subject: subjectOfTerm(term),
          title: `${term.level}会费`,
          cents: term.cents,
          paidAt,
        })
        await tx`update member_term set order_no = ${orderNo} where id = ${term.id}`
      }
      const registrations = await tx<{ id: number; account_id: number; paid_cents: number; title: string }[]>`
        select r.id, r.account_id, r.paid_cents, m.title from registration r join meeting m on m.id = r.meeting_id
        where r.state = 'paid' and r.account_id is not null and r.paid_cents > 0 order by r.id`
      let last = 0
      for (const registration of registrations) {
        running += 1
        // the latest payment is from yesterday, so that yesterday's bill has an entry to match
        const paidAt = new Date(today - 24 * hourMs * (registrations.length - last) + 15 * hourMs)
        last += 1
        const { orderNo } = await seedPaid(tx, {
          running,
          accountId: registration.account_id,
          kind: 'conference',
          subject: orderSubjectOf(registration.id),
          title: `${registration.title}会务费`,
          cents: registration.paid_cents,
          paidAt,
        })
        await tx`update registration set order_no = ${orderNo}, paid_at = ${paidAt} where id = ${registration.id}`
      }
      await seedRefund(tx)
      await seedReceipts(tx)
      await seedDuesReports(tx)
      running += 1
      const title = '线下收款码付款'
      await seedTrade(tx, 'OFFLINE20260001', { running, title, cents: 9_900, paidAt: new Date(today - 6 * hourMs) })
    }),
  )
}

/** A refund of a conference fee, requested by the finance office. */
async function seedRefund(tx: Tx): Promise<void> {
  const [firstPayment] = await tx<{ order_id: number; payment_id: number }[]>`
    select o.id as order_id, p.id as payment_id from pay_order o join payment p on p.order_id = o.id
    where o.kind = 'conference' order by o.id limit 1`
  const [finance] = await tx<{ id: number }[]>`select id from account where username = 'finance'`
  if (!firstPayment || !finance) return
  await insertRefund(tx, {
    orderId: firstPayment.order_id,
    paymentId: firstPayment.payment_id,
    cents: 10_000,
    reason: '报名时误选参会类型，退还差额',
    requestedBy: finance.id,
    state: 'asked',
  })
}

/** Two receipts that wait for their numbers: one for dues, one for a registration. */
async function seedReceipts(tx: Tx): Promise<void> {
  for (const [kind, of] of [
    ['dues', 'membershipFee'],
    ['invoice', 'conference'],
  ] as const) {
    await tx`
      insert into receipt (order_id, kind, buyer, cents)
      select o.id, ${kind}, account.nickname, o.amount_cents from pay_order o join account on account.id = o.account_id
      where o.kind = ${of} order by o.id desc limit 1`
  }
}

/** Publishes the accounts of earlier years, each on the first of March of the following year. */
async function seedDuesReports(tx: Tx): Promise<void> {
  const thisYear = Number(chinaDay().slice(0, 4))
  const note = '收支情况已经理事会审议、监事核查。'
  for (const { year, income_cents: incomeCents } of await selectDuesYears(tx)) {
    if (year >= thisYear) continue
    const spending = spendingOf(incomeCents).map(({ title, cents }) => ({ title, cents }))
    await tx`
      insert into dues_year (year, spending, note, published_at)
      values (${year}, ${tx.json(spending)}, ${note}, least(${new Date(`${year + 1}-03-01T10:00:00+08:00`)}, now()))`
  }
}
