// Sends messages to the other page of a call, in order.
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import type { CallState } from './call-state.ts'
import type { PeerMessage } from './peer-messages.ts'

/** @param readState the call at the time of the send */
export function createPeerSender({ client }: ChatSession, readState: () => CallState) {
  let lastSend = Promise.resolve()
  async function sendNow(attachExt: string): Promise<void> {
    const { channelId, peer, phase } = readState()
    if (channelId === null || peer === null || phase !== 'talking') return
    await client.request('signalling.control', { channelId, account: peer, attachExt }).catch(() => {})
  }
  /** A message that is lost with the connection is replaced by the next repair of the link. */
  const send = (message: PeerMessage): void => {
    lastSend = lastSend.then(() => sendNow(JSON.stringify(message)))
  }
  /** Waits until all messages are sent or lost. */
  const flush = (): Promise<void> => lastSend
  return { send, flush }
}
