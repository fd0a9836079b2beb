// Marks conversations as read, with one read receipt for each new last message.
import type { Client } from '../client.ts'

/** @returns marks a conversation as read */
export function createMarkRead(client: Client, account: string): (to: string) => void {
  /** Time of the last read receipt, by account. */
  const receiptTimes = new Map<string, number>()

  return (to) => {
    const time = client.store.conversations.get(to)?.msgs.findLast(({ from }) => from !== account)?.time ?? 0
    // both are repeated after a reconnect
    client.markRead(to).catch(() => null)
    if (time === 0 || (receiptTimes.get(to) ?? 0) >= time) return
    receiptTimes.set(to, time)
    client.request('msg.sendMsgReceipt', { scene: 'p2p', to, time }).catch(() => receiptTimes.delete(to))
  }
}
