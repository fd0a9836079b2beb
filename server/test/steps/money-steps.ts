// Random steps of payments in any order: late and repeated callbacks, queries, expiry, refunds, each payment method, a
// provider that does not reply, a process that dies before its commit. For tests of what must hold after each step.
import fc from 'fast-check'
import { expect } from 'vitest'
import { Failure } from '@xinqiao/contract/errors.ts'
import { keysOf } from '@xinqiao/contract/keys.ts'
import {
  isOnlineProvider,
  onlineProviders,
  payMethodTitles,
  providerOf,
  type OnlineProvider,
  type PayMethod,
} from '@xinqiao/contract/orders.ts'
import { chinaOffsetMs } from '@xinqiao/contract/time.ts'
import { pollPendingAttempts, closeExpiredOrders } from '../../src/portal/payments/settlement/poll-attempts.ts'
import { readPaymentStatus } from '../../src/portal/payments/checkout/payment-status.ts'
import { startPayment } from '../../src/portal/payments/checkout/start-payment.ts'
import { reconcileDay } from '../../src/portal/payments/reconciliation/reconcile.ts'
import { requestRefund, decideRefund, sendOrQueryDueRefunds } from '../../src/portal/payments/refunds/refunds.ts'
import { inTransaction, type Kit, type TransactionScope } from '../../src/kit/ctx.ts'
import { selectDisagreements, selectSums } from '../money-agreement.ts'
import type { TestServer, Caller } from '../test-server.ts'

type ActorScope = TransactionScope & { actorId: number }
/** Runs a step of staff in a transaction, as the dispatcher does. */
const actAs = <T>(kit: Kit, actorId: number, step: (actor: ActorScope) => Promise<T>): Promise<T> =>
  inTransaction(kit, (scope) => step({ ...scope, actorId }))

/** The order kind under test, as the steps control it. */
export type OrderControls = {
  /** Makes the next settlement fail before its commit. */
  crashNext: (how: 'paid' | 'refunded') => void
  /** Makes the next delivery fail, as if the subject had been taken. */
  refuseNext: () => void
  calm: () => void
  /** Changes the offer: another fee or another term. */
  change: (cents: number) => Promise<void> | void
}
/** Two staff members, who decide about refunds. */
type StaffIds = { finance: number; admin: number }
export type MoneySetup = { server: TestServer; kind: OrderControls; payers: readonly Caller[]; staff: StaffIds }

const onlineMethods = keysOf(payMethodTitles).filter((method) => isOnlineProvider(providerOf[method]))
/** The code to scan of each provider, which is its first method. */
const codeMethods = onlineProviders.map((provider) => onlineMethods.find((method) => providerOf[method] === provider)!)

type MoneyStep =
  | { do: 'start'; payer: number; method: PayMethod }
  | { do: 'pay'; trade: number; result: 'success' | 'fail' | 'duplicate' | 'wrongAmount' | 'lateNow' | 'silent' }
  | { do: 'callbacks' }
  | { do: 'readStatus'; payer: number }
  | { do: 'poll' }
  | { do: 'cancel'; payer: number }
  | { do: 'expire' }
  | { do: 'refund'; payment: number; part: boolean }
  | { do: 'processRefunds' }
  | { do: 'fee'; cents: number }
  | { do: 'crash'; how: 'paid' | 'refunded' }
  | { do: 'refuse' }
  | { do: 'fault'; at: OnlineProvider; how: 'error500' | 'hangUp' | 'wrongKey' | 'paidWhileClosing' }
  | { do: 'together'; payer: number; trade: number }

const index = fc.nat({ max: 5 })
type StepWeights = { start: number; pay: number; changes: number }
const usual: StepWeights = { start: 4, pay: 5, changes: 1 }

const createSteps = ({ start, pay, changes }: StepWeights): fc.Arbitrary<MoneyStep> =>
  fc.oneof(
    {
      weight: start,
      arbitrary: fc.record({
        do: fc.constant('start' as const),
        payer: fc.nat({ max: 1 }),
        // codes count twice, because only they exist at the provider before the payer opens a page
        method: fc.constantFrom(...onlineMethods, ...codeMethods),
      }),
    },
    {
      weight: pay,
      arbitrary: fc.record({
        do: fc.constant('pay' as const),
        trade: index,
        result: fc.constantFrom(
          'success' as const,
          'success' as const,
          'fail' as const,
          'duplicate' as const,
          'wrongAmount' as const,
          'lateNow' as const,
          'silent' as const,
        ),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ do: 'callbacks' as const }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('readStatus' as const), payer: fc.nat({ max: 1 }) }) },
    { weight: 2, arbitrary: fc.constant({ do: 'poll' as const }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), payer: fc.nat({ max: 1 }) }) },
    { weight: 1, arbitrary: fc.constant({ do: 'expire' as const }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), payment: index, part: fc.boolean() }) },
    { weight: 2, arbitrary: fc.constant({ do: 'processRefunds' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'refuse' as const }) },
    {
      weight: changes,
      arbitrary: fc.record({ do: fc.constant('fee' as const), cents: fc.constantFrom(20_000, 30_000) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('crash' as const),
        how: fc.constantFrom('paid' as const, 'refunded' as const),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('fault' as const),
        at: fc.constantFrom(...onlineProviders),
        how: fc.constantFrom('error500' as const, 'hangUp' as const, 'wrongKey' as const, 'paidWhileClosing' as const),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('together' as const), payer: fc.nat({ max: 1 }), trade: index }),
    },
  )

/** Expected errors: a refusal, or the crash that the test planned. */
async function survive(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    const isPlanned = error instanceof Failure || (error as Error).message === 'the process died here'
    if (!isPlanned) throw error
  }
}

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)]

export async function takeStep({ server, kind, payers, staff }: MoneySetup, step: MoneyStep): Promise<void> {
  const { kit, pay } = server
  const [sql, simulator] = [kit.sql, pay.simulator!]
  const selectTrades = () => sql<{ no: string }[]>`select out_trade_no as no from simulated_trade order by created_at`
  const start = (payer: number, method: PayMethod) => {
    const order = { accountId: payers[payer]!.id, kind: 'membershipFee', reference: '' } as const
    return survive(startPayment(kit, { ...order, method, openid: 'payer', ip: '::1' }))
  }
  const cancelOrder = async (payer: number) => {
    const { token } = payers[payer]!
    const [order] = (await server.requestAs({ token }, 'GET /order/mine')).data.content
    if (order) await server.requestAs({ token }, 'POST /order/cancel', { orderNo: order.orderNo })
  }
  const actOnTrade = async (at: number, result: Extract<MoneyStep, { do: 'pay' }>['result']) => {
    const trade = pick(await selectTrades(), at)
    if (!trade) return
    if (result === 'lateNow') await simulator.act(trade.no, 'late', 0)
    else if (result !== 'silent') await simulator.act(trade.no, result)
    else {
      // paid, while the test holds back the callback
      await sql`update simulated_callback set next_at = now() + interval '1 hour'`
      await sql`
        update simulated_trade set state = 'SUCCESS', paid_cents = total_cents, paid_at = now(),
          transaction_id = ${`silent ${trade.no}`}
        where out_trade_no = ${trade.no} and state = 'NOTPAY'`
    }
  }
  const hasten = () => sql`update pay_attempt set query_at = now() where state in ('starting', 'waiting')`
  switch (step.do) {
    case 'start':
      return start(step.payer, step.method)
    case 'pay':
      return actOnTrade(step.trade, step.result)
    case 'callbacks':
      await sql`update simulated_callback set next_at = now()`
      await simulator.deliverDue()
      return
    case 'readStatus':
      await hasten()
      return survive(readPaymentStatus(kit, payers[step.payer]!.id, 'membershipFee'))
    case 'cancel':
      return cancelOrder(step.payer)
    case 'poll':
      await hasten()
      return survive(pollPendingAttempts(kit))
    case 'expire':
      await sql`update pay_attempt set expires_at = now(), query_at = now() where state in ('starting', 'waiting')`
      await sql`update pay_order set expires_at = now() where state = 'open'`
      await survive(pollPendingAttempts(kit))
      return survive(closeExpiredOrders(kit))
    case 'refund': {
      const payments = await sql<{ id: number; cents: number }[]>`
        select id, amount_cents as cents from payment order by id`
      const payment = pick(payments, step.payment)
      if (!payment) return
      const cents = step.part ? Math.ceil(payment.cents / 3) : payment.cents
      await survive(actAs(kit, staff.finance, (actor) => requestRefund(actor, payment.id, cents, '申请退款测试')))
      const requestedRefunds = await sql<{ id: number }[]>`select id from refund where state = 'asked' order by id`
      for (const { id } of requestedRefunds)
        await survive(actAs(kit, staff.admin, (actor) => decideRefund(actor, id, { isApproved: true, note: '' })))
      return
    }
    case 'processRefunds':
      await sql`update refund set query_at = now() where state in ('approved', 'sent')`
      await survive(sendOrQueryDueRefunds(kit))
      await simulator.deliverDue()
      return
    case 'fee':
      return kind.change(step.cents)
    case 'crash':
      kind.crashNext(step.how)
      return
    case 'refuse':
      kind.refuseNext()
      return
    case 'fault':
      return pay.injectFault(step.how, step.at)
    case 'together':
      await hasten()
      await Promise.all([
        ...codeMethods.map((method) => start(step.payer, method)),
        actOnTrade(step.trade, 'duplicate'),
        survive(pollPendingAttempts(kit)),
        survive(readPaymentStatus(kit, payers[step.payer]!.id, 'membershipFee')),
        cancelOrder(step.payer),
      ])
  }
}

/** Completes everything that is in progress. */
async function letSettle({ server, kind }: MoneySetup): Promise<void> {
  const { kit, pay } = server
  kind.calm()
  for (const gateway of Object.values((await pay.opened()).gateways)) gateway.clearFaults()
  const today = new Date(Date.now() + chinaOffsetMs).toISOString().slice(0, 10)
  for (let round = 0; round < 6; round += 1) {
    // an unscanned code of Alipay cannot be closed: a later payment, if its callback is lost, is only in the bill
    if (round === 2) for (const name of onlineProviders) await reconcileDay(kit, name, today)
    await kit.sql`update simulated_callback set next_at = now()`
    await pay.simulator!.deliverDue()
    await kit.sql`update pay_attempt set query_at = now() where state in ('starting', 'waiting')`
    await pollPendingAttempts(kit)
    await kit.sql`update refund set query_at = now() where state in ('approved', 'sent')`
    await sendOrQueryDueRefunds(kit)
  }
}

/**
 * @param clear restores what a run has changed
 * @param ofKind one row for each disagreement between the orders and what they paid for
 */
export async function expectAgreement(
  setup: MoneySetup,
  clear: () => Promise<unknown>,
  ofKind: () => PromiseLike<readonly object[]>,
  { numRuns, ...weights }: { numRuns: number } & Partial<StepWeights>,
): Promise<void> {
  const { server, kind } = setup
  const expectNone = async (where: string) =>
    expect([...(await selectDisagreements(server)), ...(await ofKind())], where).toEqual([])
  const stepLists = fc.array(createSteps({ ...usual, ...weights }), { minLength: 8, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(stepLists, async (steps) => {
      await clear()
      kind.calm()
      for (const gateway of Object.values((await server.pay.opened()).gateways)) gateway.clearFaults()
      for (const step of steps) {
        await takeStep(setup, step)
        await expectNone(JSON.stringify(step))
      }
      await letSettle(setup)
      await expectNone('at the end')
      const [row] = await selectSums(server)
      expect(row!.ours).toBe(row!.theirs)
    }),
    { numRuns, endOnFailure: false },
  )
}
