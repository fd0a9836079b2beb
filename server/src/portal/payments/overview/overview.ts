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
import { countWaiting, sumEntries, sumProviders, type Span } from './store.ts'
import { incomeOf, owed } from '../rules/ledger-accounts.ts'

export function spanOf(period: MoneyPeriod, today: string): Span {
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

const kinds = Object.keys(orderKindTitles) as OrderKindName[]
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

export async function readMoney({ sql }: Kit, period: MoneyPeriod = 'month', today: string = chinaDay()) {
  const [now, ever, brought, waiting] = await Promise.all([
    sumEntries(sql, spanOf(period, today)),
    sumEntries(sql, spanOf('all', today)),
    sumProviders(sql),
    countWaiting(sql),
  ])
  const lines = kinds.flatMap((kind) => {
    const found = now.find(({ account }) => account === incomeOf(kind))
    return found ? [{ kind, incomeCents: found.came, refundCents: found.went }] : []
  })
  const incomeCents = sum(lines.map((line) => line.incomeCents))
  const refundCents = sum(lines.map((line) => line.refundCents))
  const debt = ever.find(({ account }) => account === owed)
  return {
    period,
    kinds: lines,
    incomeCents,
    refundCents,
    netCents: incomeCents - refundCents,
    owedCents: debt ? debt.came - debt.went : 0,
    providers: brought.map(({ provider, cents }) => ({ provider: provider as PayProviderName, cents })),
    refundsAsked: waiting.refunds_asked,
    refundsFailed: waiting.refunds_failed,
    refundsToPayOut: waiting.refunds_to_pay_out,
    mismatches: waiting.mismatches,
  }
}
