// Typing indicators: transient, delivered to online accounts only, never stored.
import type { SystemMessage } from '@xinqiao/contract/im/notify.ts'
import type { Client } from '../client.ts'

const content = '{"typing":1}'
/** Interval of repetition while typing; the indicator expires a little later. */
const everyMs = 3_000
const believedMs = 5_000

export function createTyping(client: Client, publish: () => void) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const toldAt = new Map<string, number>()

  function stop(from: string): void {
    clearTimeout(timers.get(from))
    if (timers.delete(from)) publish()
  }
  return {
    /** The accounts that are typing to this one. */
    now: (): ReadonlySet<string> => new Set(timers.keys()),
    hear({ type, from, content: said }: SystemMessage): void {
      if (type !== 'custom' || said !== content) return
      clearTimeout(timers.get(from))
      timers.set(
        from,
        setTimeout(() => stop(from), believedMs),
      )
      publish()
    },
    /** Clears the indicator when the message arrives. */
    stop,
    tell(to: string): void {
      const at = performance.now()
      if (at - (toldAt.get(to) ?? -Infinity) < everyMs) return
      toldAt.set(to, at)
      // a lost indicator does no harm
      client
        .request('notify.sendCustomSysMsg', { scene: 'p2p', to, content, sendToOnlineUsersOnly: true })
        .catch(() => null)
    },
    sent: (to: string): void => void toldAt.delete(to),
  }
}
