// Marks conversations as read. Sends one read receipt for each new last message.
import { createP2pTarget } from '@xinqiao/contract/im/messages/scene.ts'
import { waitSecondsOf } from '../../base/wait-seconds.ts'
import type { Client } from '../../client.ts'
import { isTeamKey, targetOfKey } from '../state/conversation-key.ts'
import { findConversation } from '../threads/lines.ts'

/** @returns a function that marks a conversation as read */
export function createReadMarker(client: Client, account: string): (to: string) => void {
  /** Time of the last read receipt by account. */
  const receiptTimes = new Map<string, number>()
  /** Times up to which conversations are to be marked as read, by account or team. */
  const wantedTimes = new Map<string, number>()
  const busy = new Set<string>()

  /** Sends one ack at a time, so that many messages at once need few acks. */
  async function sendAck(to: string): Promise<void> {
    const timetag = wantedTimes.get(to)!
    const seconds = await client
      .request('msg.markSessionAckBatch', { sessions: [{ ...targetOfKey(to), timetag }] })
      // other failures are ignored: ack and receipt are repeated after a reconnect
      .then(() => 0, waitSecondsOf)
    if (seconds > 0) setTimeout(() => void sendAck(to), seconds * 1000)
    else if (wantedTimes.get(to)! > timetag) await sendAck(to)
    else {
      busy.delete(to)
      wantedTimes.delete(to)
    }
  }

  function markUpTo(to: string, time: number): void {
    // messaging.md 4: no ack when the last one is at or after the last message
    if (time <= Math.max(findConversation(client, to)?.session.ack ?? time, wantedTimes.get(to) ?? 0)) return
    wantedTimes.set(to, time)
    if (busy.has(to)) return
    busy.add(to)
    void sendAck(to)
  }

  return (to) => {
    const conversation = findConversation(client, to)
    const lastTime = conversation?.lastMsg?.time ?? 0
    markUpTo(to, lastTime)
    // the loaded lines may be the account's own, such as the record of a call, with unread ones before them
    const time = conversation?.msgs.findLast(({ from }) => from !== account)?.time ?? lastTime
    // a team has receipts only for messages that ask for them
    if (isTeamKey(to) || time === 0 || (receiptTimes.get(to) ?? 0) >= time) return
    receiptTimes.set(to, time)
    client.request('msg.sendMsgReceipt', { ...createP2pTarget(to), time }).catch(() => receiptTimes.delete(to))
  }
}
