// Limits the texts that alerts keep because no conversation and no page shows them to the duty staff.
import { LRUCache } from 'lru-cache'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { hourSeconds } from '../../kit/time.ts'

const maxWriters = 5_000
/** Limit per writer and level, against floods. */
const maxKeptTextsPerHour = 20

/** @returns counts a text on this node, and says whether an alert may keep it */
export function createTextLimit() {
  const counts = new LRUCache<string, number>({ max: maxWriters, ttl: hourSeconds * 1_000, noUpdateTTL: true })
  return (writerId: number, level: CrisisLevel): boolean => {
    const key = `${writerId} ${level}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= maxKeptTextsPerHour
  }
}
