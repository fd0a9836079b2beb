// The names of the domains: a dozen words that every list needs and that change once a year.
import type { Kit } from '../../kit/ctx.ts'
import type { DomainNames } from './present.ts'
import * as store from './domain-store.ts'

const freshMs = 1_000
type Held = { at: number; names: Promise<DomainNames> }
const held = new WeakMap<Kit['sql'], Held>()

async function read({ sql }: Kit): Promise<DomainNames> {
  return new Map((await store.listAllDomains(sql)).map(({ id, name }) => [id, name]))
}

export function loadDomainNames(kit: Kit): Promise<DomainNames> {
  const known = held.get(kit.sql)
  if (known && performance.now() - known.at < freshMs) return known.names
  const names = read(kit)
  held.set(kit.sql, { at: performance.now(), names })
  // what failed is asked again by the next
  names.catch(() => held.delete(kit.sql))
  return names
}

/** How many questions have any of several tags: not kept, so counted anew at most every ten seconds. */
const totalMs = 10_000
const totals = new WeakMap<Kit['sql'], Map<string, { at: number; count: Promise<number> }>>()
const mostTotals = 500

export function countTagged(kit: Kit, domainIds: readonly number[]): Promise<number> {
  // the count of one is kept with it
  if (domainIds.length === 1) return store.countTagged(kit.sql, domainIds)
  const known = totals.get(kit.sql) ?? new Map<string, { at: number; count: Promise<number> }>()
  totals.set(kit.sql, known)
  const key = domainIds.toSorted((a, b) => a - b).join()
  const found = known.get(key)
  if (found && performance.now() - found.at < totalMs) return found.count
  if (known.size >= mostTotals) known.clear()
  const count = store.countTagged(kit.sql, domainIds)
  known.set(key, { at: performance.now(), count })
  count.catch(() => known.delete(key))
  return count
}
