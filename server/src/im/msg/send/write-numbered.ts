// Stores the messages of a batch by one statement, and presents the messages and the sessions that result.
import type { SessionState } from '@xinqiao/contract/im/msg.ts'
import type { BodyCipher } from '../../../kit/chat/bodies.ts'
import type { Tx } from '../../../kit/db/db.ts'
import { insertBatch, readStoredBatch, type MessageBatch, type StoredBatch, type StoredSession } from './batch-store.ts'
import { peerOfParticipant, targetFor, type LockedConversation } from './conversation.ts'
import { numberMessages, type NumberedMessage } from './number-messages.ts'
import { toWireMessage } from '../../conversations/present-message.ts'
import { addressValuesOf, type OutgoingMessage, type SendResult } from './outgoing-message.ts'

function toStatementInput(numbered: readonly NumberedMessage[], sessions: MessageBatch['sessions']): MessageBatch {
  const newMessages = new Map<LockedConversation, number>()
  for (const { conversation } of numbered) newMessages.set(conversation, (newMessages.get(conversation) ?? 0) + 1)
  return {
    accountIds: [...new Set(sessions.map(({ imId }) => imId))],
    conversations: Array.from(newMessages, ([{ id }, count]) => ({ id, newMessages: count })),
    sessions,
    messages: numbered.map(({ row }) => row),
  }
}

type LastMessagePlace = { seq: number; time: number }

/** Each participant's view of the conversation. */
function presentSessions(
  conversation: LockedConversation,
  stored: readonly StoredSession[],
  last: LastMessagePlace,
): SendResult['sessions'] {
  return stored.map(({ imId, version, unread, ack, clearTime, ext }) => {
    const { id: peerId } = peerOfParticipant(conversation, imId)
    const { receipt: peerReceipt } = stored.find((session) => session.imId === peerId)!
    const session: SessionState = {
      ...targetFor(conversation, imId),
      version,
      unread,
      ack,
      msgReceiptTime: peerReceipt,
      lastSeq: last.seq,
      updateTime: last.time,
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
 * @returns reads the reply
 */
export function writeNumbered(
  tx: Tx,
  bodies: BodyCipher,
  items: readonly OutgoingMessage[],
  conversations: readonly LockedConversation[],
): () => Promise<SendResult[]> {
  const { numbered, sessions } = numberMessages(bodies, items, conversations)
  const query = insertBatch(tx, toStatementInput(numbered, sessions)).execute()
  return async () => {
    const [{ written }] = await query
    return presentResults(numbered, [...new Set(conversations)], readStoredBatch(written))
  }
}

function presentResults(
  numbered: readonly NumberedMessage[],
  conversations: readonly LockedConversation[],
  stored: StoredBatch,
): SendResult[] {
  const placesBySeq = new Map(
    stored.messages.map(({ conversationId, seq, id, time }) => [`${conversationId} ${seq}`, { id, time }]),
  )
  const lastPlaces = new Map<number, LastMessagePlace>()
  for (const { conversationId, seq, time } of stored.messages) {
    if (seq > (lastPlaces.get(conversationId)?.seq ?? 0)) lastPlaces.set(conversationId, { seq, time })
  }
  const storedSessions = Map.groupBy(stored.sessions, ({ conversationId }) => conversationId)
  const sessionsOf = new Map(
    conversations.map((conversation) => {
      const { id } = conversation
      return [conversation, presentSessions(conversation, storedSessions.get(id)!, lastPlaces.get(id)!)]
    }),
  )
  return numbered.map(({ item, conversation, row }) => {
    const place = placesBySeq.get(`${row.conversation_id} ${row.seq}`)!
    const msg = toWireMessage({ ...row, ...place, ...addressValuesOf(item) }, item.draft.content)
    return { msg, sessions: sessionsOf.get(conversation)!, isRepeat: false }
  })
}
