// Announces received messages in order. A message and its session wait for unknown names, and later
// messages wait behind it.
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { Store } from '../../store/store.ts'
import type { UserFetcher } from './user-fetcher.ts'

type AnnouncerDependencies = {
  store: Store
  users: UserFetcher
  /** The accounts whose names are displayed with a message. */
  listNamedAccounts: (msg: WireMessage) => string[]
  announce: (msg: WireMessage, isOffline: boolean) => void
}

export function createAnnouncer({ store, users, listNamedAccounts, announce }: AnnouncerDependencies) {
  const queue: { msg: WireMessage; announceSession?: () => void }[] = []
  let isAnnouncing = false

  const listUnknown = (msg: WireMessage) => listNamedAccounts(msg).filter((account) => !store.users.has(account))

  /** Skips a message that was recalled while it waited. */
  function announceIfPresent({ msg, announceSession }: (typeof queue)[number]): void {
    announceSession?.()
    if (!store.removedIds.has(msg.idServer)) announce(msg, false)
  }

  async function announceQueue(): Promise<void> {
    isAnnouncing = true
    try {
      for (let next = queue[0]; next; next = queue[0]) {
        const unknownAccounts = listUnknown(next.msg)
        if (unknownAccounts.length > 0) await users.fetch(unknownAccounts).catch(() => [])
        if (queue[0] !== next) continue // it was announced together with the result of a sync
        queue.shift()
        announceIfPresent(next)
      }
    } finally {
      isAnnouncing = false
      // an exception of a page's callback must not stop the next message
      if (queue.length > 0) void announceQueue()
    }
  }

  return {
    announceLive(msg: WireMessage, announceSession: () => void): void {
      const isNamed = listUnknown(msg).length === 0
      if (isNamed) announceSession()
      queue.push({ msg, ...(!isNamed && { announceSession }) })
      if (!isAnnouncing) void announceQueue()
    },
    /**
     * Announces a message from the result of a sync. Those that wait for a name are announced before it, without a
     * name.
     */
    announceOffline(msg: WireMessage): void {
      for (const earlier of queue.splice(0)) announceIfPresent(earlier)
      announce(msg, true)
    },
  }
}
