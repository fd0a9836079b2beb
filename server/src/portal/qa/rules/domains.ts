// Cache of domain names, and of the number of questions for sets of tags.
import { createTtlCache } from '../../../kit/db/ttl-cache.ts'
import type { Kit } from '../../../kit/ctx.ts'
import * as store from '../records/domain-store.ts'

export const loadDomainNames = createTtlCache(1_000, store.selectDomainNames)

/**
 * No counter covers several tags, so their count is cached: for ten seconds, or until the count of one of the tags
 * changes.
 */
const totalCacheMs = 10_000
type CachedTotal = { at: number; sum: number; count: Promise<number> }
const cachedTotals = new WeakMap<Kit['sql'], Map<string, CachedTotal>>()
const maxTotals = 500

/** @param sum total of the question counts of all tags; when it changes, the cached count is stale */
export function countTaggedQuestions(kit: Kit, domainIds: readonly number[], sum: number): Promise<number> {
  const totals = cachedTotals.get(kit.sql) ?? new Map<string, CachedTotal>()
  cachedTotals.set(kit.sql, totals)
  const key = domainIds.toSorted((a, b) => a - b).join()
  const cached = totals.get(key)
  if (cached && cached.sum === sum && performance.now() - cached.at < totalCacheMs) return cached.count
  if (totals.size >= maxTotals) totals.clear()
  const count = store.countQuestionsOfDomains(kit.sql, domainIds)
  totals.set(key, { at: performance.now(), sum, count })
  count.catch(() => totals.delete(key))
  return count
}
