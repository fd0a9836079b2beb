// Income, refunds and balance of a period. Overpayments (wrong amount, repeated, late) are a liability until they are
// refunded.
import {
  orderKindTitles,
  type MoneyPeriod,
  type OrderKindName,
  type PayProviderName,
} from '@xinqiao/contract/orders.ts'
import type { Kit } from '../../../kit/ctx.ts'
import { addDays, addMonths, chinaDay } from '../../../kit/time.ts'
import { countWaitingWork, sumLedgerEntries, sumPaymentsByProvider, type DaySpan } from './store.ts'
import { incomeAccountOf, refundsPayable } from '../rules/ledger-accounts.ts'

export function daySpanOf(period: MoneyPeriod, today: string): DaySpan {
  const month = `${today.slice(0, 8)}01`
  switch (period) {
    case 'today':
      return { from: today, to: today }
    case 'month':
      return { from: month, to: today }
    case 'lastMonth':
      return { from: addMonths(month, -1), to: addDays(month, -1) }
    case 'year':
      return { from: `${today.slice(0, 5)}01-01`, to: today }
    case 'all':
      return { from: null, to: null }
  }
}

const orderKinds = Object.keys(orderKindTitles) as OrderKindName[]
const sumNumbers = (numbers: readonly number[]) => numbers.reduce((total, item) => total + item, 0)

export async function readMoneyOverview({ sql }: Kit, period: MoneyPeriod = 'month', today: string = chinaDay()) {
  const [now, ever, brought, waiting] = await Promise.all([
    sumLedgerEntries(sql, daySpanOf(period, today)),
    sumLedgerEntries(sql, daySpanOf('all', today)),
    sumPaymentsByProvider(sql),
    countWaitingWork(sql),
  ])
  const lines = orderKinds.flatMap((kind) => {
    const income = now.find(({ account }) => account === incomeAccountOf(kind))
    return income ? [{ kind, incomeCents: income.inflow_cents, refundCents: income.outflow_cents }] : []
  })
  const incomeCents = sumNumbers(lines.map((line) => line.incomeCents))
  const refundCents = sumNumbers(lines.map((line) => line.refundCents))
  const debt = ever.find(({ account }) => account === refundsPayable)
  return {
    period,
    kinds: lines,
    incomeCents,
    refundCents,
    netCents: incomeCents - refundCents,
    owedCents: debt ? debt.inflow_cents - debt.outflow_cents : 0,
    providers: brought.map(({ provider, cents }) => ({ provider: provider as PayProviderName, cents })),
    refundsRequested: waiting.refunds_asked,
    refundsFailed: waiting.refunds_failed,
    refundsToPayOut: waiting.refunds_to_pay_out,
    mismatches: waiting.mismatches,
  }
}
