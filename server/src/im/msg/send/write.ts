// Writes a batch of messages of any conversations in one transaction: locks the accounts, reads or creates the
// conversations, and stores the messages.
import { imFail, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { BodyCipher } from '../../../kit/chat/bodies.ts'
import { pipelineQueries, transaction, type Sql, type Tx } from '../../../kit/db/db.ts'
import { selectBarriers } from '../../changes/barrier-store.ts'
import { failBarrier } from '../../changes/barriers.ts'
import { lockSendersAndReceivers, type ChatAccountRow } from '../../changes/store.ts'
import {
  selectPairs,
  insertPairs,
  type PairRowWithNullableKey,
  type PairConversationRow,
} from '../../conversations/store.ts'
import { selectRefusedMessages } from './refusal-store.ts'
import type { LockedPairConversation } from './conversation.ts'
import { presentMessage } from '../../conversations/present-message.ts'
import { failForeignId, findReusedId, type SendResult, type OutgoingMessage } from './outgoing-message.ts'
import { presentSession } from '../rules/present.ts'
import { selectSessionsOfPairs } from '../records/session-store.ts'
import * as store from '../records/store.ts'
import { writeNumbered } from './write-numbered.ts'

const messageKey = (senderId: number, idClient: string) => `${senderId} ${idClient}`
const messageKeyOf = ({ viewer, draft }: OutgoingMessage) => messageKey(viewer.imId, draft.idClient)
const pairKey = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`
const peerKey = (appId: number, accid: string) => `${appId} ${accid}`

/** The first of messages with the same client id. */
function dropDuplicates(items: readonly OutgoingMessage[]): OutgoingMessage[] {
  const byKey = new Map<string, OutgoingMessage>()
  for (const item of items) if (!byKey.has(messageKeyOf(item))) byKey.set(messageKeyOf(item), item)
  return [...byKey.values()]
}

/**
 * `findPeer` finds the receiver of a message, in the app of its sender. `now` is the time of the database in ms, when
 * it held all locks.
 */
function indexAccounts(rows: readonly ChatAccountRow[], items: readonly OutgoingMessage[]) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byName = new Map(rows.map((row) => [peerKey(row.app_id, row.accid), row]))
  const peers = new Map<OutgoingMessage, ChatAccountRow>()
  for (const item of items) {
    const sender = byId.get(item.viewer.imId)
    const peer = sender && byName.get(peerKey(sender.app_id, item.draft.to))
    if (peer) peers.set(item, peer)
  }
  const findPeer = (item: OutgoingMessage): ChatAccountRow | undefined => peers.get(item)
  return { findPeer, byId, now: Math.max(...rows.map((row) => row.now)) }
}
type IndexedAccounts = ReturnType<typeof indexAccounts>

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
async function presentRepeats(tx: Tx, bodies: BodyCipher, sent: Awaited<ReturnType<typeof store.selectSentMessages>>) {
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

/** Client ids that the other side uses earlier in the batch, in the same conversation. */
function findForeignIds(items: readonly OutgoingMessage[], { findPeer }: IndexedAccounts) {
  if (new Set(items.map(({ draft }) => draft.idClient)).size === items.length) return () => false
  const firstSenders = new Map<string, number>()
  const keyOf = (item: OutgoingMessage) =>
    `${pairKey(item.viewer.imId, findPeer(item)?.id ?? 0)} ${item.draft.idClient}`
  for (const item of items) if (!firstSenders.has(keyOf(item))) firstSenders.set(keyOf(item), item.viewer.imId)
  return (item: OutgoingMessage) => firstSenders.get(keyOf(item)) !== item.viewer.imId
}

type BatchResults = (SendResult | ImFailure)[]

/** Locks the accounts of the messages, and reads what decides on each message. */
async function lockAndReadBatch(tx: Tx, items: readonly OutgoingMessage[]) {
  const appIds = items.map(({ viewer }) => viewer.appId)
  const senderIds = items.map(({ viewer }) => viewer.imId)
  const receivers = items.map(({ draft }) => draft.to)
  const idClients = items.map(({ draft }) => draft.idClient)
  // pipelined: statements after the first already see the commits that its lock waited for
  const [accountRows, sentRows, pairs, refusedRows] = await pipelineQueries([
    lockSendersAndReceivers(tx, appIds, senderIds, receivers),
    store.selectSentMessages(tx, senderIds, idClients),
    selectPairs(tx, appIds, senderIds, receivers),
    selectRefusedMessages(tx, appIds, senderIds, receivers, idClients),
  ])
  const accounts = indexAccounts(accountRows, items)
  const refusals = new Map(refusedRows.map((row) => [items[row.position - 1], row]))
  const isBlocked = (item: OutgoingMessage) => refusals.get(item)?.is_blocked === true
  const sentKeys = new Set(sentRows.map((row) => messageKey(row.sender_id, row.id_client)))
  const wasFriend = (item: OutgoingMessage) => refusals.get(item)?.was_friend === true
  const hasBarrier = await readBarriers(tx, items, accounts, pairs, wasFriend)
  const repeatsIdInBatch = findForeignIds(items, accounts)
  const hasForeignId = (item: OutgoingMessage) => refusals.get(item)?.has_foreign_id === true || repeatsIdInBatch(item)
  // messages sent before the block stay sent
  const isWritable = (item: OutgoingMessage) =>
    accounts.findPeer(item) !== undefined &&
    !sentKeys.has(messageKeyOf(item)) &&
    !isBlocked(item) &&
    !hasForeignId(item) &&
    !hasBarrier(item)
  const findRefusal = (item: OutgoingMessage): ImFailure => {
    if (isBlocked(item)) return imFail('blockedByPeer')
    if (hasBarrier(item)) return failBarrier()
    return accounts.findPeer(item) ? failForeignId() : imFail('notFound', '对方账号不存在')
  }
  return { accounts, pairs, sent: sentRows, findRefusal, newItems: dropDuplicates(items.filter(isWritable)) }
}

/** Looks for barriers only between former friends, and where a message would begin a conversation. */
async function readBarriers(
  tx: Tx,
  items: readonly OutgoingMessage[],
  { findPeer }: IndexedAccounts,
  pairs: readonly PairRowWithNullableKey[],
  wasFriend: (item: OutgoingMessage) => boolean,
): Promise<(item: OutgoingMessage) => boolean> {
  const newPairs = new Set(pairs.filter((row) => !row.sealed_key).map((row) => pairKey(row.low_id, row.high_id)))
  const isDoubtful = (item: OutgoingMessage) =>
    newPairs.has(pairKey(item.viewer.imId, findPeer(item)?.id ?? 0)) || wasFriend(item)
  const doubtfulItems = items.filter(isDoubtful)
  if (doubtfulItems.length === 0) return () => false
  const senderIds = doubtfulItems.map(({ viewer }) => viewer.imId)
  const receivers = doubtfulItems.map(({ draft }) => draft.to)
  const barriers = await selectBarriers(tx, senderIds, receivers)
  const barrierKeys = new Set(barriers.map((row) => messageKey(row.sender_id, row.receiver)))
  return ({ viewer, draft }) => barrierKeys.has(messageKey(viewer.imId, draft.to))
}

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
