// A bus within one process: for a site with one node, and for tests with several.
import type { Bus } from './bus.ts'

type HubMember = { listeners: Map<string, (text: string) => void> }

/** Connects several buses of one process. */
export function createMemoryHub(): { join: () => Bus } {
  const members = new Set<HubMember>()
  return {
    join() {
      const listeners: HubMember['listeners'] = new Map()
      const member = { listeners }
      members.add(member)
      return {
        hasOthers: () => members.size > 1,
        publish(channel, text) {
          if (!members.has(member)) return
          // delivers asynchronously, like a network
          for (const receiver of members) {
            if (receiver.listeners.has(channel)) setImmediate(() => receiver.listeners.get(channel)?.(text))
          }
        },
        subscribe(channel, listener) {
          listeners.set(channel, listener)
          return Promise.resolve()
        },
        unsubscribe: (channel) => void listeners.delete(channel),
        onRestored: () => {},
        isReachable: () => Promise.resolve(true),
        close() {
          members.delete(member)
          listeners.clear()
          return Promise.resolve()
        },
      }
    },
  }
}
