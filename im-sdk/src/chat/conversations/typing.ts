// Typing indicators: transient, delivered to online accounts only, never stored.
import type { SystemMessage } from '@xinqiao/contract/im/accounts/notify.ts'
import { createP2pTarget } from '@xinqiao/contract/im/messages/scene.ts'
import type { Client } from '../../client.ts'
import { isTeamKey } from '../state/conversation-key.ts'

const content = '{"typing":1}'
/** While the user types, the indicator is sent again after this time. The other side removes it a little later. */
const repeatMs = 3_000
const expiryMs = 5_000

export function createTypingTracker(client: Client, publish: () => void) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const notifiedAt = new Map<string, number>()

  function stopTyping(from: string): void {
    clearTimeout(timers.get(from))
    if (timers.delete(from)) publish()
  }
  return {
    /** Accounts that are typing a message to this one. */
    now: (): ReadonlySet<string> => new Set(timers.keys()),
    receive({ type, scene, from, content: notice }: SystemMessage): void {
      // an indicator in a team is not for this account alone
      if (type !== 'custom' || scene || notice !== content) return
      clearTimeout(timers.get(from))
      timers.set(
        from,
        setTimeout(() => stopTyping(from), expiryMs),
      )
      publish()
    },
    /** Clears the indicator when the message has arrived. */
    stop: stopTyping,
    notify(to: string): void {
      if (isTeamKey(to)) return
      const at = performance.now()
      if (at - (notifiedAt.get(to) ?? -Infinity) < repeatMs) return
      notifiedAt.set(to, at)
      // a lost indicator does no harm
      client
        .request('notify.sendCustomSysMsg', { ...createP2pTarget(to), content, sendToOnlineUsersOnly: true })
        .catch(() => null)
    },
    /** Allows the next indicator at once, because the message that was sent has removed the last one. */
    resetNotified: (to: string): void => void notifiedAt.delete(to),
  }
}
