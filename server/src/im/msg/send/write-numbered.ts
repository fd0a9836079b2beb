// Stores the messages of a batch by one statement, and presents the messages and the sessions that result.
import type { SessionState } from '@xinqiao/contract/im/messages/msg.ts'
import type { BodyCipher } from '../../../kit/chat/bodies.ts'
import type { Tx } from '../../../kit/db/db.ts'
import { insertBatch, type StoredBatch, type StoredSession } from './batch-store.ts'
import { peerOfParticipant, targetFor, type LockedPairConversation } from './conversation.ts'
import { numberMessages, type NumberedMessage } from './number-messages.ts'
import { toWireMessage } from '../../conversations/present-message.ts'
import { addressValuesOf, type OutgoingMessage, type SendResult } from './outgoing-message.ts'

/** Each participant's view of the conversation. */
function presentSessions(
  conversation: LockedPairConversation,
  stored: readonly StoredSession[],
): SendResult['sessions'] {
  return stored.map(({ im_account_id: imId, version, unread, ack, receipt, cleared_time: clearTime, ext }) => {
    const { id: peerId } = peerOfParticipant(conversation, imId)
    const { receipt: peerReceipt } = stored.find((session) => session.im_account_id === peerId)!
    const session: SessionState = {
      ...targetFor(conversation, imId),
      version,
      unread,
      ack,
      msgReceiptTime: peerReceipt,
      sentReceiptTime: receipt,
      lastSeq: conversation.lastSeq,
      updateTime: conversation.lastTime,
      isDeleted: false,
      clearTime,
      ext,
    }
    return { imId, session }
  })
}

/**
 * Sends the statement without waiting for its reply, so that the commit can travel with it.
 * @param conversations the conversation of each item
 * @param now time of the database in ms
 * @returns reads the reply
 */
export function writeNumbered(
  tx: Tx,
  bodies: BodyCipher,
  items: readonly OutgoingMessage[],
  conversations: readonly LockedPairConversation[],
  now: number,
): () => Promise<SendResult[]> {
  const { numbered, increases } = numberMessages(bodies, items, conversations, now)
  const rows = numbered.map(({ row }) => row)
  const query = insertBatch(tx, rows, increases).execute()
  return async () => {
    const [{ stored }] = await query
    return presentResults(numbered, [...new Set(conversations)], stored)
  }
}

function presentResults(
  numbered: readonly NumberedMessage[],
  conversations: readonly LockedPairConversation[],
  stored: StoredBatch,
): SendResult[] {
  const idsByPosition = new Map(
    stored.messages.map(({ conversation_id, seq, id }) => [`${conversation_id} ${seq}`, id]),
  )
  const storedSessions = Map.groupBy(stored.sessions, ({ conversation_id }) => conversation_id)
  const sessionsOf = new Map(
    conversations.map((conversation) => [
      conversation,
      presentSessions(conversation, storedSessions.get(conversation.id)!),
    ]),
  )
  return numbered.map(({ item, conversation, row }) => {
    const id = idsByPosition.get(`${row.conversation_id} ${row.seq}`)!
    const msg = toWireMessage({ ...row, id, ...addressValuesOf(item) }, item.draft.content)
    return { msg, sessions: sessionsOf.get(conversation)!, isRepeat: false }
  })
}
