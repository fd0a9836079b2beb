// How money and its states are shown in the console.
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

/** An account of the books in words. */
export function accountTitle(account: string): string {
  if (account === 'owed') return '待退回款'
  if (account.startsWith('income:')) {
    const kind = account.slice('income:'.length)
    return `收入：${kind in orderKindTitles ? orderKindTitles[kind as OrderKindName] : kind}`
  }
  return account in payProviders ? payProviders[account as keyof typeof payProviders] : account
}

export const minute = (time: string | null) => time?.slice(0, 16) ?? '—'

/** A page's number from its address. */
export const pageIn = (params: URLSearchParams): number => {
  const text = params.get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}

/** A filter from the address: what the table does not have counts as absent. */
export const oneOf = <K extends string>(table: Record<K, string>, value: string | null): K | undefined =>
  value !== null && value in table ? (value as K) : undefined

/** `path?name=value`, without what is empty. */
export function addressOf(path: string, query: Record<string, string | undefined>): string {
  const search = new URLSearchParams(Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1])))
  return search.size > 0 ? `${path}?${search}` : path
}
export const pageText = (page: number) => (page > 1 ? `${page}` : undefined)
