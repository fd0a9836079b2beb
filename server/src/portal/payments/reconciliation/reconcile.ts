// Compares the daily bills with the ledger. A payment that only the provider has is queried and settled like any other.
// Remaining differences wait for finance staff.
import { fail, failField, orNotFound } from '@xinqiao/contract/errors.ts'
import type { PayProviderName } from '@xinqiao/contract/orders.ts'
import { chinaOffsetMs, dayMs } from '@xinqiao/contract/time.ts'
import type { Ctx, Kit } from '../../../kit/ctx.ts'
import { transaction } from '../../../kit/db/db.ts'
import { GatewayFault, type PaymentBill } from '../../../kit/pay/pay.ts'
import { providers } from '../../../kit/pay/providers.ts'
import { formatTime } from '../../../kit/time.ts'
import * as bills from './bill-store.ts'
import { requireProvider, listConfiguredProviders } from '../rules/providers.ts'
import { selectRefundByNo } from '../records/refund-store.ts'
import { applyRefundState, type StaffScope } from '../refunds/refunds.ts'
import { settlePayment } from '../settlement/settle.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'

/** Hour in China time from which yesterday's bills are available. */
const billReadyHour = 10
const chinaNow = () => new Date(Date.now() + chinaOffsetMs)

/**
 * Queries and settles a payment that only the provider has.
 * @returns true when the ledger contains it now
 */
async function recoverPayment(kit: Kit, provider: PayProviderName, attemptNo: string): Promise<boolean> {
  const trade = await requireProvider(kit, provider).query(attemptNo)
  if (trade.state !== 'paid') return false
  const { transactionId, amountCents, paidAt } = trade
  return (await settlePayment(kit, attemptNo, { transactionId, amountCents, paidAt }, 'bill')) !== 'unknown'
}

async function recoverRefund(kit: Kit, refundNo: string): Promise<boolean> {
  const refund = await selectRefundByNo(kit.sql, refundNo)
  if (!refund || (refund.state !== 'approved' && refund.state !== 'sent')) return false
  const refundState = await requireProvider(kit, refund.provider).queryRefund({
    refundNo,
    attemptNo: refund.attempt_no,
  })
  await applyRefundState(kit, refund, refundState)
  return refundState.state === 'done'
}

const compareBill = async (kit: Kit, billId: number, provider: PayProviderName, day: string) => [
  ...(await bills.selectPaymentDifferences(kit.sql, billId, provider, day)),
  ...(await bills.selectRefundDifferences(kit.sql, billId, provider, day)),
]
const emptyBill: PaymentBill = { lines: [], totalCents: 0, hash: '', bytes: Buffer.alloc(0) }

async function saveBillFiles(
  kit: Kit,
  provider: PayProviderName,
  day: string,
  { trade, fund }: { trade: PaymentBill | null; fund: PaymentBill | null },
) {
  if (trade) await kit.files.put(`b/${provider}/${day}-trade.csv`, trade.bytes, 'text/csv')
  if (fund) await kit.files.put(`b/${provider}/${day}-fund.csv`, fund.bytes, 'text/csv')
}

async function reconcileBill(kit: Kit, provider: PayProviderName, day: string): Promise<number> {
  const source = requireProvider(kit, provider)
  const [trade, fund] = [await source.bill(day, 'trade'), await source.bill(day, 'fund')]
  await saveBillFiles(kit, provider, day, { trade, fund })
  const { lines, totalCents, hash } = trade ?? emptyBill
  const save = () =>
    transaction(kit.sql, async (tx) => {
      const id = await bills.upsertBill(tx, provider, day, {
        state: trade || fund ? 'fetched' : 'none',
        trade_hash: hash,
        fund_hash: fund?.hash ?? '',
        trade_cents: totalCents,
        fund_cents: fund?.totalCents ?? 0,
        our_cents: await bills.sumNetPayments(tx, provider, day),
        failure: null,
      })
      await bills.replaceBillLines(tx, id, lines)
      return id
    })
  const billId = await save()
  const before = (await compareBill(kit, billId, provider, day)).filter(
    (difference) => difference.kind === 'missingHere',
  )
  const healed: bills.BillDifference[] = []
  for (const difference of before) {
    const line = lines.find((billLine) => billLine.transactionId === difference.transaction_id)
    const isHealed = difference.refund_no
      ? await recoverRefund(kit, difference.refund_no)
      : line !== undefined && (await recoverPayment(kit, provider, line.attemptNo))
    if (isHealed) healed.push(difference)
  }
  if (healed.length > 0) await save()
  const differences = await compareBill(kit, billId, provider, day)
  const theirFund = fund?.totalCents ?? 0
  if (theirFund !== totalCents) {
    const sums = { our_cents: totalCents, their_cents: theirFund }
    differences.push({ kind: 'fund', transaction_id: '', refund_no: '', order_id: null, ...sums })
  }
  await transaction(kit.sql, async (tx) => {
    await bills.replaceOpenDifferences(tx, billId, differences)
    const isStillOpen = (difference: bills.BillDifference) =>
      differences.some(
        (other) => other.transaction_id === difference.transaction_id && other.refund_no === difference.refund_no,
      )
    await bills.insertSettledDifferences(
      tx,
      billId,
      healed.filter((difference) => !isStillOpen(difference)),
    )
  })
  if (differences.length > 0)
    kit.log.error({ provider, day, differences: differences.length }, 'bill differs from the books')
  return billId
}

/**
 * Compares the bill of a day with the ledger.
 * @returns the id of the bill
 * @throws GatewayFault after recording it
 */
export async function reconcileDay(kit: Kit, provider: PayProviderName, day: string): Promise<number> {
  try {
    return await reconcileBill(kit, provider, day)
  } catch (error) {
    if (error instanceof GatewayFault || error instanceof RangeError) {
      await bills.upsertBillFailure(kit.sql, provider, day, error.message.slice(0, 300))
    }
    throw error
  }
}

/**
 * Job: compares all days without a bill, oldest first.
 * @returns the number of days
 */
export async function reconcileDueDays(kit: Kit): Promise<number> {
  const isTooEarly = chinaNow().getUTCHours() < billReadyHour
  const today = chinaNow().toISOString().slice(0, 10)
  let count = 0
  for (const provider of listConfiguredProviders(kit)) {
    for (const { day } of await bills.selectDaysToFetch(kit.sql, provider, providers[provider].billDays)) {
      const isYesterday = Date.parse(today) - Date.parse(day) === dayMs
      if (isTooEarly && isYesterday) continue
      try {
        await reconcileDay(kit, provider, day)
        count += 1
      } catch (error) {
        // a failing day must not block the others; the next run tries it again
        kit.log.error({ err: error, provider, day }, 'bill not fetched')
      }
    }
  }
  return count
}

/** @throws Failure invalid, payUnavailable */
export async function reconcileRequestedDay({ day }: { day: string }, { kit }: Ctx): Promise<{ id: number }> {
  if (day >= chinaNow().toISOString().slice(0, 10)) {
    const message = '当天的账单次日上午10点后生成，请选择更早的日期'
    throw failField('day', message)
  }
  try {
    // waits for all providers, even when one fails
    const results = await Promise.allSettled(
      listConfiguredProviders(kit).map((provider) => reconcileDay(kit, provider, day)),
    )
    const firstRejection = results.find((result) => result.status === 'rejected')
    if (firstRejection) throw firstRejection.reason
    const [id = 0] = results.map((result) => (result.status === 'fulfilled' ? result.value : 0))
    return { id }
  } catch (error) {
    if (!(error instanceof GatewayFault) && !(error instanceof RangeError)) throw error
    kit.log.error({ err: error, day }, 'bill not fetched')
    throw fail('payUnavailable', '账单获取失败，请稍后再试')
  }
}

const presentBill = (row: bills.ListedBillRow) => ({
  id: row.id,
  day: row.day,
  provider: row.provider,
  state: row.state,
  lines: row.lines,
  tradeCents: row.trade_cents,
  fundCents: row.fund_cents,
  ourCents: row.our_cents,
  open: row.open,
  failure: row.failure ?? '',
  fetchTime: formatTime(row.fetched_at),
})

export async function listBills(kit: Kit, page: PageLimits) {
  const { rows, total } = await bills.selectBills(kit.sql, page)
  return { content: rows.map(presentBill), totalElements: total }
}

export async function getBill(kit: Kit, id: number) {
  const [row, differences] = await Promise.all([bills.selectBill(kit.sql, id), bills.selectDifferences(kit.sql, id)])
  if (!row) throw fail('notFound')
  return {
    ...presentBill(row),
    tradeHash: row.trade_hash,
    fundHash: row.fund_hash,
    differences: differences.map((difference) => ({
      id: difference.id,
      kind: difference.kind,
      transactionId: difference.transaction_id,
      refundNo: difference.refund_no,
      orderId: difference.order_id,
      orderNo: difference.order_no ?? '',
      ourCents: difference.our_cents,
      theirCents: difference.their_cents,
      state: difference.state,
      note: difference.note,
      settler: difference.settler ?? '',
      settleTime: difference.settled_at && formatTime(difference.settled_at),
    })),
  }
}

export const settleDifference = async ({ tx, actorId }: StaffScope, id: number, note: string): Promise<null> => {
  orNotFound(await bills.selectDifference(tx, id))
  if (!(await bills.markDifferenceSettled(tx, id, actorId, note))) throw fail('wrongState')
  return null
}
