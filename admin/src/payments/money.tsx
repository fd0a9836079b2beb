// Labels and formats of money and its states in the console.
import {
  orderKindTitles,
  payProviders,
  formatYuan,
  type OrderKindName,
  type PayProviderName,
} from '@xinqiao/contract/orders.ts'

/** Formats cents as yuan, such as `-1,234.50`. */
export const formatMoney = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${formatYuan(Math.abs(cents)).replace(/\B(?=(\d{3})+(?!\d)\.)/g, ',')}`
export const Money = ({ cents }: { cents: number | null }) => (
  <span className="money">{cents === null ? '—' : formatMoney(cents)}</span>
)

/** Label of a ledger account. */
export function labelOfLedgerAccount(account: string): string {
  if (account === 'owed') return '待退回款'
  if (account.startsWith('income:')) {
    const kind = account.slice('income:'.length)
    return `收入：${kind in orderKindTitles ? orderKindTitles[kind as OrderKindName] : kind}`
  }
  return account in payProviders ? payProviders[account as PayProviderName].title : account
}
