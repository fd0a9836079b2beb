// Unread messages of teams that mention the account, by name or by mentioning all members.
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { targetOfMessage } from '@xinqiao/contract/im/messages/scene.ts'
import type { Client } from '../../client.ts'
import { keyOfTarget } from '../state/conversation-key.ts'

/** Limits of the first read after a sync: unread messages of each team, and number of teams. */
const maxMessages = 100
const maxTeams = 20

/** messaging.md 3: `apns` without accounts addresses all members. */
export const isMentioned = ({ from, content: { apns } }: WireMessage, account: string): boolean =>
  apns?.forcePush === true && from !== account && (apns.accounts?.includes(account) ?? true)

/** @param publish called after each change */
export function createMentionTracker(client: Client, account: string, publish: () => void) {
  /** Times of messages that mention the account, by key of the conversation. */
  const timesByKey = new Map<string, Set<number>>()

  function receiveMessage(msg: WireMessage): boolean {
    if (msg.scene === 'p2p' || !isMentioned(msg, account)) return false
    const key = keyOfTarget(targetOfMessage(msg, account))
    timesByKey.set(key, (timesByKey.get(key) ?? new Set()).add(msg.time))
    return true
  }

  async function readUnread(key: string): Promise<void> {
    const conversation = client.store.conversations.get(key)
    if (!conversation) return
    const { session, msgs } = conversation
    for (const msg of msgs) receiveMessage(msg)
    const readCount = msgs.filter(({ time }) => time > session.ack).length
    if (readCount >= session.unread) return
    const { scene, to, ack } = session
    const page = await client.request('msg.getHistoryMsgs', { scene, to, beginTime: ack, limit: maxMessages })
    for (const msg of page.msgs) receiveMessage(msg)
  }

  return {
    receive: receiveMessage,
    /** Removes the mention of a recalled message. */
    remove: (key: string, time: number): void => void timesByKey.get(key)?.delete(time),
    /** Reads the unread messages that arrived before this page was open. */
    async readAll(): Promise<void> {
      const unreadKeys = [...client.store.conversations]
        .filter(([, { session }]) => session.scene !== 'p2p' && session.unread > 0)
        .map(([key]) => key)
      // without a network, the next sync reads them
      await Promise.all(unreadKeys.slice(0, maxTeams).map((key) => readUnread(key).catch(() => null)))
      publish()
    },
    /** The number of unread messages that mention the account. */
    count: (key: string): number => {
      const ack = client.store.conversations.get(key)?.session.ack ?? Infinity
      return [...(timesByKey.get(key) ?? [])].filter((time) => time > ack).length
    },
  }
}
