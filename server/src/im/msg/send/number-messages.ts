// Numbers a batch of messages: next seqs and times, sealed rows, and changes of the sessions.
import type { BodyCipher } from '../../../kit/chat/bodies.ts'
import { threadIdOf } from '../../conversations/message-store.ts'
import { participantsOf, type LockedPairConversation } from './conversation.ts'
import type { OutgoingMessage } from './outgoing-message.ts'
import type { NumberedRow, SessionIncrease } from './batch-store.ts'

export type NumberedMessage = {
  item: OutgoingMessage
  conversation: LockedPairConversation
  row: NumberedRow
}

function numberMessage(
  bodies: BodyCipher,
  item: OutgoingMessage,
  conversation: LockedPairConversation,
  now: number,
): NumberedMessage {
  const { viewer, draft } = item
  const position = { conversationId: conversation.id, seq: (conversation.lastSeq += 1) }
  conversation.lastTime = Math.max(now, conversation.lastTime + 1)
  const row = {
    conversation_id: position.conversationId,
    seq: position.seq,
    time: conversation.lastTime,
    sender_id: viewer.imId,
    id_client: draft.idClient,
    type: draft.content.type,
    is_unreadable: draft.content.isUnreadable !== 0,
    body: bodies.seal(conversation.sealedKey, position, draft.content),
    client_type: viewer.clientType,
    device_id: viewer.deviceId,
    thread_id: threadIdOf(draft.content),
    // the column is omitted for messages that may be pushed, which most are
    ...(draft.content.isPushable === 0 && { is_pushable: false }),
  }
  return { item, conversation, row }
}

function sumIncreases(numbered: readonly NumberedMessage[]): SessionIncrease[] {
  const increases = new Map<string, SessionIncrease>()
  for (const { conversation, row } of numbered) {
    for (const { id: imId, version } of participantsOf(conversation)) {
      const key = `${imId} ${conversation.id}`
      const increase = increases.get(key) ?? {
        im_account_id: imId,
        conversation_id: conversation.id,
        version: version + 1,
        unread: 0,
      }
      if (imId !== row.sender_id && row.is_unreadable) increase.unread += 1
      increases.set(key, increase)
    }
  }
  return [...increases.values()]
}

/**
 * Assigns each message the next seq and time of its conversation, and raises both in the conversations.
 * @param conversations the conversation of each item
 * @param now time of the database in ms, which no message is earlier than
 */
export function numberMessages(
  bodies: BodyCipher,
  items: readonly OutgoingMessage[],
  conversations: readonly LockedPairConversation[],
  now: number,
): { numbered: NumberedMessage[]; increases: SessionIncrease[] } {
  const numbered = items.map((item, i) => numberMessage(bodies, item, conversations[i]!, now))
  return { numbered, increases: sumIncreases(numbered) }
}
