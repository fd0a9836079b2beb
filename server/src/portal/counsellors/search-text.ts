// The text by which visitors find a counsellor, stored with each counsellor. It contains the names of the account and of
// the domains, so it is rebuilt in the transaction that changes one of them.
import type { Tx } from '../../kit/db/db.ts'
import { gramsOf, plainTexts } from './search-grams.ts'
import * as store from './search-text-store.ts'

type Texts = { name: string; department: string; professional_title: string; description: string }

export function makeSearchText(row: Texts, domains: readonly string[]): { grams: string[]; searched: string } {
  const texts = [row.name, row.department, row.professional_title, row.description, ...domains]
  return { grams: gramsOf(texts), searched: plainTexts(texts) }
}

async function rebuild(tx: Tx, counsellors: readonly store.SearchTextRow[]): Promise<void> {
  for (const row of counsellors) await store.saveSearchText(tx, row.id, makeSearchText(row, row.domains))
}

export const rebuildForDomain = async (tx: Tx, domainId: number): Promise<void> =>
  rebuild(tx, await store.lockByDomain(tx, domainId))

export const rebuildForAccount = async (tx: Tx, accountId: number): Promise<void> =>
  rebuild(tx, await store.lockByAccount(tx, accountId))
