// Subscriptions to the events of other accounts, in the memory of this node. Those of an account without a connection
// are kept for an hour, so that a reload of its page does not end them.
import { maxSubscriptions, type EventSubscription } from '@xinqiao/contract/im/accounts/event.ts'
import { hourMs } from '@xinqiao/contract/time.ts'
import type { EventPublisher } from '../../kit/chat/im-ctx.ts'

const absenceMs = hourMs
/** im-sdk-api.md, figures: a subscription that is repeated within this time brings no current events. */
const repeatMs = 30_000

/** `time`: of the latest subscribing, in milliseconds. */
type EventSubscriptionEntry = Omit<EventSubscription, 'validTime'> & { publisherId: number; until: number }
export type SubscribeOptions = { type: number; seconds: number; isSync: boolean; isRenewal: boolean }

/** @param now milliseconds since 1970 */
export function createEventSubscriptions(now: () => number = Date.now) {
  /** Subscriptions of each account, by type and publisher. */
  const bySubscriber = new Map<number, Map<string, EventSubscriptionEntry>>()
  const byPublisher = new Map<number, Set<number>>()
  /** Accounts without a connection, and since when. */
  const absentSince = new Map<number, number>()
  const keyOf = (type: number, publisherId: number): string => `${type} ${publisherId}`
  const entriesOf = (imId: number): EventSubscriptionEntry[] => [...(bySubscriber.get(imId)?.values() ?? [])]

  function remove(imId: number, { type, publisherId }: EventSubscriptionEntry): void {
    const entries = bySubscriber.get(imId)
    if (!entries?.delete(keyOf(type, publisherId))) return
    if (entries.size === 0) bySubscriber.delete(imId)
    if (entriesOf(imId).some((entry) => entry.publisherId === publisherId)) return
    const subscribers = byPublisher.get(publisherId)
    subscribers?.delete(imId)
    if (subscribers?.size === 0) byPublisher.delete(publisherId)
  }

  /** @returns false beyond the limit */
  function add(imId: number, { imId: publisherId, accid }: EventPublisher, options: SubscribeOptions): boolean {
    const entries = bySubscriber.get(imId) ?? new Map<string, EventSubscriptionEntry>()
    const key = keyOf(options.type, publisherId)
    if (!entries.has(key) && entries.size >= maxSubscriptions) return false
    bySubscriber.set(imId, entries)
    const { type, isSync: sync } = options
    entries.set(key, { type, sync, to: accid, publisherId, time: now(), until: now() + options.seconds * 1000 })
    byPublisher.set(publisherId, (byPublisher.get(publisherId) ?? new Set()).add(imId))
    return true
  }

  return {
    add,
    remove,
    entriesOf,
    isWatched: (publisherId: number): boolean => byPublisher.has(publisherId),
    /** True when the account subscribed so recently that it has the current events. */
    isRepeated(imId: number, type: number, publisherId: number): boolean {
      const entry = bySubscriber.get(imId)?.get(keyOf(type, publisherId))
      return entry !== undefined && now() - entry.time < repeatMs
    },
    /** The accounts that receive events of this type of the publisher. */
    listSubscribers(publisherId: number, type: number): number[] {
      const key = keyOf(type, publisherId)
      const isValid = (imId: number) => (bySubscriber.get(imId)?.get(key)?.until ?? 0) > now()
      return [...(byPublisher.get(publisherId) ?? [])].filter(isValid)
    },
    list: (imId: number, type: number): EventSubscription[] =>
      entriesOf(imId)
        .filter((entry) => entry.type === type && entry.until > now())
        .map(({ to, time, until, sync }) => ({ type, to, time, validTime: Math.round((until - time) / 1000), sync })),
    enter: (imId: number): void => void absentSince.delete(imId),
    leave(imId: number): void {
      if (bySubscriber.has(imId)) absentSince.set(imId, now())
    },
    /** Removes expired subscriptions, and those of accounts that have been absent too long. */
    clean(): void {
      for (const imId of [...bySubscriber.keys()]) {
        const isAbsent = now() - (absentSince.get(imId) ?? Infinity) > absenceMs
        for (const entry of entriesOf(imId)) if (isAbsent || entry.until <= now()) remove(imId, entry)
      }
      for (const imId of absentSince.keys()) if (!bySubscriber.has(imId)) absentSince.delete(imId)
    },
  }
}
