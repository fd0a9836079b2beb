// Acknowledgements of read conversations and of delivered system messages.
import type { SendCommand } from '../../base/send-command.ts'
import type { Store } from '../../store/store.ts'

// Maximum number of acknowledgements in a request (messaging.md 5).
const maxAcksPerRequest = 100

/** Marks these conversations as read up to their last message. */
export async function markConversationsRead(
  store: Store,
  request: SendCommand,
  sessionIds: readonly string[],
): Promise<void> {
  const sessions = sessionIds.flatMap((sessionId) => {
    const conversation = store.conversations.get(sessionId)
    const timetag = conversation?.lastMsg?.time ?? 0
    // messaging.md 4: no ack when the last one is at or after the last message
    if (!conversation || conversation.session.ack >= timetag) return []
    const { scene, to } = conversation.session
    return [{ scene, to, timetag }]
  })
  for (let i = 0; i < sessions.length; i += maxAcksPerRequest)
    await request('msg.markSessionAckBatch', { sessions: sessions.slice(i, i + maxAcksPerRequest) })
}

/** Collects system messages that arrive together into one request. */
export function createSystemMessageAcknowledger(request: SendCommand): (idServer: string) => void {
  const deliveredIds: string[] = []
  return (idServer) => {
    if (deliveredIds.push(idServer) > 1) return
    queueMicrotask(() => {
      // messages whose acknowledgement fails are delivered again, and ignored as known
      while (deliveredIds.length > 0)
        request('notify.batchMarkRead', { ids: deliveredIds.splice(0, maxAcksPerRequest) }).catch(() => {})
    })
  }
}
