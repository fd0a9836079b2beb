// General way of writing a batch of messages, in one transaction: seqs, unread counts and new versions. The fast path is
// `cached-write.ts`.
import type { WireMessage } from '@xinqiao/contract/im/messages.ts'
import type { Rows } from '../../../../db/rows.ts'
import { imFail, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { Bodies } from '../../../kit/chat/bodies.ts'
import { inOrder, transaction, type Sql, type Tx } from '../../../kit/db/db.ts'
import { raiseAccounts, type AccountRow } from '../../changes/store.ts'
import { findPairs, insertPairs, raiseConversations, type FoundPair, type PairRow } from '../../conversations/store.ts'
import { listBlocks } from './block-store.ts'
import type { KnownConversation } from './known-conversation.ts'
import { numberMessages, type NumberedMessage } from './number-messages.ts'
import { presentMessage, toWireMessage } from '../../conversations/present-message.ts'
import { presentSession } from '../rules/present.ts'
import { addressOf, type SendResult, type OutgoingMessage } from './outgoing-message.ts'
import { readSessions, touchSessions, type SessionRow } from '../records/session-store.ts'
import * as store from '../records/store.ts'

const messageKey = (senderId: number, idClient: string) => `${senderId} ${idClient}`
const peerKey = (appId: number, accid: string) => `${appId} ${accid}`
const pairOf = (a: number, b: number) => ({ low: Math.min(a, b), high: Math.max(a, b) })

/** Creates missing conversations. */
async function createMissingConversations(
  tx: Tx,
  bodies: Bodies,
  found: readonly FoundPair[],
  pairs: readonly { low: number; high: number }[],
) {
  const wanted = new Set(pairs.map(({ low, high }) => `${low} ${high}`))
  const byPair = new Map<string, PairRow>()
  const missing: PairRow[] = []
  for (const { sealed_key: sealedKey, ...row } of found) {
    const name = `${row.low_id} ${row.high_id}`
    if (!sealedKey && !wanted.has(name)) continue // blocked: create no conversation
    const conversation = { ...row, sealed_key: sealedKey ?? bodies.makeKey(row.id) }
    if (!sealedKey) missing.push(conversation)
    byPair.set(name, conversation)
  }
  if (missing.length > 0) await insertPairs(tx, missing)
  return byPair
}

function toKnownConversation(row: PairRow, byId: ReadonlyMap<number, AccountRow>): KnownConversation {
  const participant = (id: number) => ({ id, accid: byId.get(id)!.accid })
  return {
    id: row.id,
    low: participant(row.low_id),
    high: participant(row.high_id),
    lastSeq: row.last_seq,
    sealedKey: row.sealed_key,
  }
}

/** The first of messages with the same client id. */
function dropDuplicates(items: readonly OutgoingMessage[]): OutgoingMessage[] {
  const byKey = new Map<string, OutgoingMessage>()
  for (const item of items) {
    const key = messageKey(item.viewer.imId, item.draft.idClient)
    if (!byKey.has(key)) byKey.set(key, item)
  }
  return [...byKey.values()]
}

/** `findPeer`: the receiver of a message, in the app of its sender. */
type Accounts = {
  findPeer: (item: OutgoingMessage) => AccountRow | undefined
  byId: ReadonlyMap<number, AccountRow>
}

function indexAccounts(rows: readonly AccountRow[]): Accounts {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byName = new Map(rows.map((row) => [peerKey(row.app_id, row.accid), row]))
  const findPeer: Accounts['findPeer'] = ({ viewer, draft }) => {
    const sender = byId.get(viewer.imId)
    return sender && byName.get(peerKey(sender.app_id, draft.to))
  }
  return { findPeer, byId }
}

/** Rows of the messages: each one is later than the last one of its conversation. */
function assignTimes(
  numbered: readonly NumberedMessage[],
  findPeer: Accounts['findPeer'],
  rowsById: ReadonlyMap<number, PairRow>,
): store.NewMessage[] {
  return numbered.map(({ item, conversation, row }) => {
    const conversationRow = rowsById.get(conversation.id)!
    conversationRow.last_seq = row.seq
    conversationRow.last_time = Math.max(findPeer(item)!.now, conversationRow.last_time + 1)
    return { ...row, time: conversationRow.last_time }
  })
}

/** Views of both sides of a conversation, from their two rows. */
function toSessionRows(
  rows: readonly Rows['im_session'][],
  conversations: Iterable<PairRow>,
  accountsById: ReadonlyMap<number, AccountRow>,
): SessionRow[] {
  const byId = new Map([...conversations].map((conversation) => [conversation.id, conversation]))
  const byPlace = new Map(rows.map((row) => [`${row.im_account_id} ${row.conversation_id}`, row]))
  return rows.map((row) => {
    const { low_id, high_id, last_seq, last_time } = byId.get(row.conversation_id)!
    const peerId = row.im_account_id === low_id ? high_id : low_id
    const peer_receipt = byPlace.get(`${peerId} ${row.conversation_id}`)!.receipt
    const target = accountsById.get(peerId)!.accid
    return { ...row, last_seq, last_time, scene: 'p2p', target, peer_receipt }
  })
}

type WrittenMessage = { msg: WireMessage; conversationId: number }

/** Numbers and inserts messages that are neither sent before nor blocked. */
async function insertNewMessages(
  tx: Tx,
  bodies: Bodies,
  items: readonly OutgoingMessage[],
  { findPeer, byId }: Accounts,
  found: readonly FoundPair[],
) {
  const pairs = items.map((item) => pairOf(item.viewer.imId, findPeer(item)!.id))
  const rowsByPair = await createMissingConversations(tx, bodies, found, pairs)
  const rowsById = new Map([...rowsByPair.values()].map((row) => [row.id, row]))
  const rows = pairs.map(({ low, high }) => rowsByPair.get(`${low} ${high}`)!)
  const knownByRow = new Map(rows.map((row) => [row, toKnownConversation(row, byId)]))
  const conversations = rows.map((row) => knownByRow.get(row)!)
  const { numbered, sessions } = numberMessages(bodies, items, conversations)
  const messageRows = assignTimes(numbered, findPeer, rowsById)
  const [, ids, sessionRows] = await inOrder([
    raiseConversations(tx, [...rowsById.values()]),
    store.insertMessages(tx, messageRows),
    touchSessions(
      tx,
      sessions.map((session) => ({ ...session, version: byId.get(session.imId)!.version })),
    ),
  ])
  const idOf = new Map(ids.map((row) => [`${row.conversation_id} ${row.seq}`, row.id]))
  const messages = numbered.map(({ item }, i): [string, WrittenMessage] => {
    const { viewer, draft } = item
    const row = messageRows[i]!
    const id = idOf.get(`${row.conversation_id} ${row.seq}`)!
    const msg = toWireMessage({ ...row, ...addressOf(item), id }, draft.content)
    return [messageKey(viewer.imId, draft.idClient), { msg, conversationId: row.conversation_id }]
  })
  return {
    messages,
    states: toSessionRows(sessionRows, rowsById.values(), byId),
    // accounts without a message in this batch are not locked and may have changed
    conversations: [...new Set(conversations)],
  }
}

/** States of both sides by conversation. */
function presentStates(states: readonly SessionRow[]): Map<number, SendResult['sessions']> {
  const statesByConversation = Map.groupBy(states, (state) => state.conversation_id)
  return new Map(
    Array.from(statesByConversation, ([conversationId, rows]) => {
      // the later state of an account replaces an earlier one
      const byAccount = new Map(rows.map((row) => [row.im_account_id, presentSession(row)]))
      return [conversationId, Array.from(byAccount, ([imId, session]) => ({ imId, session }))]
    }),
  )
}

/** Four round trips including begin and commit; the number of statements does not depend on the number of messages. */
async function writeBatch(
  tx: Tx,
  bodies: Bodies,
  items: readonly OutgoingMessage[],
  remember: (conversations: KnownConversation[]) => void,
) {
  const senderIds = items.map(({ viewer }) => viewer.imId)
  const receivers = items.map(({ draft }) => draft.to)
  const idClients = items.map(({ draft }) => draft.idClient)
  // pipelined: statements after the first already see the commits that its lock waited for
  const [accountRows, sent, found, blocks] = await inOrder([
    raiseAccounts(tx, senderIds, receivers),
    store.findSent(tx, senderIds, idClients),
    findPairs(tx, senderIds, receivers),
    listBlocks(tx, senderIds, receivers),
  ])
  const accounts = indexAccounts(accountRows)
  const messages = new Map(
    sent.map((row): [string, WrittenMessage] => [
      messageKey(row.sender_id, row.id_client),
      { msg: presentMessage(row, bodies), conversationId: row.conversation_id },
    ]),
  )
  const seen = new Set(messages.keys())
  const states: SessionRow[] = []

  const blocked = new Set(blocks.map((row) => messageKey(row.sender_id, row.receiver)))
  const isBlocked = ({ viewer, draft }: OutgoingMessage) => blocked.has(messageKey(viewer.imId, draft.to))
  // messages sent before the block stay sent
  const isNew = (item: OutgoingMessage) =>
    accounts.findPeer(item) !== undefined && !seen.has(messageKey(item.viewer.imId, item.draft.idClient))
  const newItems = dropDuplicates(items.filter((item) => isNew(item) && !isBlocked(item)))
  if (newItems.length > 0) {
    const inserted = await insertNewMessages(tx, bodies, newItems, accounts, found)
    for (const [key, message] of inserted.messages) messages.set(key, message)
    states.push(...inserted.states)
    remember(inserted.conversations)
  }
  if (sent.length > 0) {
    const places = sent.map((row) => ({ imId: row.sender_id, conversationId: row.conversation_id }))
    states.push(...(await readSessions(tx, places)))
  }

  const sessionsOf = presentStates(states)
  return items.map((item): SendResult | ImFailure => {
    const key = messageKey(item.viewer.imId, item.draft.idClient)
    const message = messages.get(key)
    if (!message && isBlocked(item)) return imFail('blockedByPeer')
    if (!message) return imFail('notFound', '对方账号不存在')
    const isRepeat = seen.has(key)
    seen.add(key)
    return { msg: message.msg, sessions: sessionsOf.get(message.conversationId) ?? [], isRepeat }
  })
}

/** One result per item: the stored message, or the reason for its refusal. */
export const writeMessages = (
  sql: Sql,
  bodies: Bodies,
  items: readonly OutgoingMessage[],
  learn: (conversations: KnownConversation[]) => void = () => {},
): Promise<(SendResult | ImFailure)[]> =>
  transaction(sql, (tx, after) => writeBatch(tx, bodies, items, (list) => after(() => learn(list))))
