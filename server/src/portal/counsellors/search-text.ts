// The text in which visitors' searches find a counsellor, stored with the counsellor. It contains the names of account
// and domains, so it is rebuilt in the transaction that changes one of them.
import type { Tx } from '../../kit/db/db.ts'
import { listGrams, joinSearchedText } from './search-grams.ts'
import * as store from './search-text-store.ts'

type CounsellorTexts = { name: string; department: string; professional_title: string; description: string }

export function createSearchText(
  row: CounsellorTexts,
  domains: readonly string[],
): { grams: string[]; searched: string } {
  const texts = [row.name, row.department, row.professional_title, row.description, ...domains]
  return { grams: listGrams(texts), searched: joinSearchedText(texts) }
}

async function rebuildSearchTexts(tx: Tx, counsellors: readonly store.SearchTextRow[]): Promise<void> {
  for (const row of counsellors) await store.updateSearchText(tx, row.id, createSearchText(row, row.domains))
}

export const rebuildSearchTextsOfDomain = async (tx: Tx, domainId: number): Promise<void> =>
  rebuildSearchTexts(tx, await store.lockCounsellorsByDomain(tx, domainId))

export const rebuildSearchTextOfAccount = async (tx: Tx, accountId: number): Promise<void> =>
  rebuildSearchTexts(tx, await store.lockCounsellorsByAccount(tx, accountId))
