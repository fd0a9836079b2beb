// Marks conversations as read. Sends one read receipt for each new last message.
import { createP2pTarget } from '@xinqiao/contract/im/scene.ts'
import type { Client } from '../client.ts'
import { isTeamKey, sessionIdOfKey } from './conversation-key.ts'
import { findConversation } from './lines.ts'

/** @returns a function that marks a conversation as read */
export function createReadMarker(client: Client, account: string): (to: string) => void {
  /** Time of the last read receipt by account. */
  const receiptTimes = new Map<string, number>()

  return (to) => {
    const time = findConversation(client, to)?.msgs.findLast(({ from }) => from !== account)?.time ?? 0
    // a failure is ignored, because ack and receipt are repeated after a reconnect
    client.markRead(sessionIdOfKey(to)).catch(() => null)
    // a team has receipts only for messages that ask for them
    if (isTeamKey(to) || time === 0 || (receiptTimes.get(to) ?? 0) >= time) return
    receiptTimes.set(to, time)
    client.request('msg.sendMsgReceipt', { ...createP2pTarget(to), time }).catch(() => receiptTimes.delete(to))
  }
}
