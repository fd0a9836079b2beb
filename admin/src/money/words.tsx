// Labels and formats of money and its states in the console.
import { Tag } from 'antd'
import { orderKindTitles, payProviders, yuan, type OrderKindName } from '@xinqiao/contract/orders.ts'

const tones = {
  grave: ['#8f241d', '#fbe9e7'],
  warm: ['#7a3413', '#fdf1ea'],
  good: ['#0b5f59', '#e0f2ee'],
  calm: ['#44555a', '#eef2f1'],
} as const
export type Tone = keyof typeof tones

export const StateTag = ({ tone, children }: { tone: Tone; children: string }) => (
  <Tag style={{ color: tones[tone][0], background: tones[tone][1], border: 0, margin: 0 }}>{children}</Tag>
)

/** `-1,234.50` */
export const money = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${yuan(Math.abs(cents)).replace(/\B(?=(\d{3})+(?!\d)\.)/g, ',')}`
export const Money = ({ cents }: { cents: number | null }) => (
  <span className="money">{cents === null ? '—' : money(cents)}</span>
)

/** Label of a ledger account. */
export function accountTitle(account: string): string {
  if (account === 'owed') return '待退回款'
  if (account.startsWith('income:')) {
    const kind = account.slice('income:'.length)
    return `收入：${kind in orderKindTitles ? orderKindTitles[kind as OrderKindName] : kind}`
  }
  return account in payProviders ? payProviders[account as keyof typeof payProviders] : account
}

export const minute = (time: string | null) => time?.slice(0, 16) ?? '—'
