// Writes a batch of messages of any conversations in one transaction: locks the accounts, reads or creates the
// conversations, and stores the messages.
import type { ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { BodyCipher } from '../../../kit/chat/bodies.ts'
import { transaction, type Sql, type Tx } from '../../../kit/db/db.ts'
import { insertPairs, type PairRowWithNullableKey, type PairConversationRow } from '../../conversations/store.ts'
import type { LockedPairConversation } from './conversation.ts'
import { presentMessage } from '../../conversations/present-message.ts'
import { lockAndReadBatch, type IndexedAccounts } from './lock-batch.ts'
import { messageKey, messageKeyOf, pairKey } from './message-keys.ts'
import { findReusedId, type SendResult, type OutgoingMessage } from './outgoing-message.ts'
import { presentSession } from '../rules/present.ts'
import { selectSessionsOfPairs } from '../records/session-store.ts'
import type { selectSentMessages } from '../records/store.ts'
import { writeNumbered } from './write-numbered.ts'

/** The conversation of each message. Creates missing ones. */
async function findOrCreateConversations(
  tx: Tx,
  bodies: BodyCipher,
  items: readonly OutgoingMessage[],
  { findPeer, byId }: IndexedAccounts,
  found: readonly PairRowWithNullableKey[],
): Promise<LockedPairConversation[]> {
  const keys = items.map((item) => pairKey(item.viewer.imId, findPeer(item)!.id))
  const allowedKeys = new Set(keys)
  const missing: PairConversationRow[] = []
  const byPair = new Map<string, LockedPairConversation>()
  for (const { sealed_key: knownKey, ...row } of found) {
    const key = pairKey(row.low_id, row.high_id)
    if (!allowedKeys.has(key)) continue // blocked, so no conversation is created
    const sealedKey = knownKey ?? bodies.createKey(row.id)
    if (!knownKey) missing.push({ ...row, sealed_key: sealedKey })
    const createParticipant = (id: number) => {
      const { accid, version } = byId.get(id)!
      return { id, accid, version }
    }
    byPair.set(key, {
      id: row.id,
      low: createParticipant(row.low_id),
      high: createParticipant(row.high_id),
      lastSeq: row.last_seq,
      lastTime: row.last_time,
      sealedKey,
    })
  }
  if (missing.length > 0) await insertPairs(tx, missing)
  return keys.map((key) => byPair.get(key)!)
}

/** Messages that were sent before, with the current state of their sender's session. */
async function presentRepeats(tx: Tx, bodies: BodyCipher, sent: Awaited<ReturnType<typeof selectSentMessages>>) {
  const sessionRefs = sent.map((row) => ({ imId: row.sender_id, conversationId: row.conversation_id }))
  const rows = await selectSessionsOfPairs(tx, sessionRefs)
  return sent.map((row): SendResult => {
    const sessions = rows.filter(
      (session) => session.im_account_id === row.sender_id && session.conversation_id === row.conversation_id,
    )
    return {
      msg: presentMessage(row, bodies),
      sessions: sessions.map((session) => ({ imId: session.im_account_id, session: presentSession(session) })),
      isRepeat: true,
    }
  })
}

type BatchResults = (SendResult | ImFailure)[]

/** The result of each item. The first of several with one client id is new, the others repeat it. */
function presentBatch(
  items: readonly OutgoingMessage[],
  resultsByKey: ReadonlyMap<string, SendResult>,
  findRefusal: (item: OutgoingMessage) => ImFailure,
): BatchResults {
  const presentedKeys = new Set<string>()
  return items.map((item) => {
    const key = messageKeyOf(item)
    const result = resultsByKey.get(key)
    if (!result) return findRefusal(item)
    const isRepeat = result.isRepeat || presentedKeys.has(key)
    presentedKeys.add(key)
    return findReusedId(item, result.msg) ?? { ...result, isRepeat }
  })
}

/**
 * Writes a batch with the same number of statements for any number of messages.
 * @returns a function that presents the results; it is called after the commit
 */
async function writeBatch(
  tx: Tx,
  bodies: BodyCipher,
  items: readonly OutgoingMessage[],
): Promise<() => Promise<BatchResults>> {
  const { accounts, pairs, sent, findRefusal, newItems } = await lockAndReadBatch(tx, items)
  const conversations = await findOrCreateConversations(tx, bodies, newItems, accounts, pairs)
  const readWritten =
    newItems.length > 0 ? writeNumbered(tx, bodies, newItems, conversations, accounts.now) : async () => []
  const repeats = sent.length > 0 ? await presentRepeats(tx, bodies, sent) : []
  return async () => {
    const resultsByKey = new Map<string, SendResult>()
    for (const [i, result] of (await readWritten()).entries()) resultsByKey.set(messageKeyOf(newItems[i]!), result)
    for (const [i, result] of repeats.entries())
      resultsByKey.set(messageKey(sent[i]!.sender_id, sent[i]!.id_client), result)
    return presentBatch(items, resultsByKey, findRefusal)
  }
}

/**
 * Writes a batch of messages.
 * @returns for each item the stored message, or the reason for its refusal
 */
export async function writeMessages(
  sql: Sql,
  bodies: BodyCipher,
  items: readonly OutgoingMessage[],
): Promise<BatchResults> {
  const presentResults = await transaction(sql, (tx) => writeBatch(tx, bodies, items))
  return presentResults()
}
