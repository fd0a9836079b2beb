// Locks the accounts of a batch of messages, and decides which messages are new, sent before or refused.
import { imFail, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import { pipelineQueries, type Tx } from '../../../kit/db/db.ts'
import { selectBarriers } from '../../changes/barrier-store.ts'
import { failBarrier } from '../../changes/barriers.ts'
import { lockSendersAndReceivers, type ChatAccountRow } from '../../changes/store.ts'
import { selectPairs, type PairRowWithNullableKey } from '../../conversations/store.ts'
import * as store from '../records/store.ts'
import { messageKey, messageKeyOf, pairKey } from './message-keys.ts'
import { failForeignId, type OutgoingMessage } from './outgoing-message.ts'
import { selectRefusedMessages } from './refusal-store.ts'

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
export type IndexedAccounts = ReturnType<typeof indexAccounts>

/** Client ids that the other side uses earlier in the batch, in the same conversation. */
function findForeignIds(items: readonly OutgoingMessage[], { findPeer }: IndexedAccounts) {
  if (new Set(items.map(({ draft }) => draft.idClient)).size === items.length) return () => false
  const firstSenders = new Map<string, number>()
  const keyOf = (item: OutgoingMessage) =>
    `${pairKey(item.viewer.imId, findPeer(item)?.id ?? 0)} ${item.draft.idClient}`
  for (const item of items) if (!firstSenders.has(keyOf(item))) firstSenders.set(keyOf(item), item.viewer.imId)
  return (item: OutgoingMessage) => firstSenders.get(keyOf(item)) !== item.viewer.imId
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
  const keyOf = (senderId: number, receiver: string) => `${senderId} ${receiver}`
  const barrierKeys = new Set(barriers.map((row) => keyOf(row.sender_id, row.receiver)))
  return ({ viewer, draft }) => barrierKeys.has(keyOf(viewer.imId, draft.to))
}

/** Locks the accounts of the messages, and reads what decides on each message. */
export async function lockAndReadBatch(tx: Tx, items: readonly OutgoingMessage[]) {
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
