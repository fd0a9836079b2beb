// General way of writing a batch of messages, in one transaction: seqs, unread counts and new versions. The fast path is
// `cached-write.ts`.
import type { SessionState } from '@xinqiao/contract/im/msg.ts'
import type { Rows } from '../../../db/rows.ts'
import { imFail, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { Bodies } from '../../kit/chat/bodies.ts'
import { inOrder, transaction, type Sql, type Tx } from '../../kit/db/db.ts'
import { raiseAccounts, type AccountRow } from '../changes/store.ts'
import { listBlocks } from './block-store.ts'
import type { CachedConversation } from './cached-write.ts'
import { presentMessage, presentSession, toWireMessage } from './present.ts'
import type { SendResult, OutgoingMessage } from './outgoing-message.ts'
import { readSessions, touchSessions, type SessionRow, type TouchedSession } from './session-store.ts'
import * as store from './store.ts'

const messageKey = (senderId: number, idClient: string) => `${senderId} ${idClient}`
const pairOf = (a: number, b: number) => ({ low: Math.min(a, b), high: Math.max(a, b) })

/** Creates missing conversations. */
async function createMissingConversations(
  tx: Tx,
  bodies: Bodies,
  found: readonly store.FoundConversation[],
  pairs: readonly { low: number; high: number }[],
) {
  const wanted = new Set(pairs.map(({ low, high }) => `${low} ${high}`))
  const byPair = new Map<string, store.ConversationRow>()
  const missing: store.ConversationRow[] = []
  for (const { sealed_key: sealedKey, ...row } of found) {
    const name = `${row.low_id} ${row.high_id}`
    if (!sealedKey && !wanted.has(name)) continue // blocked: create no conversation
    const conversation = { ...row, sealed_key: sealedKey ?? bodies.makeKey(row.id) }
    if (!sealedKey) missing.push(conversation)
    byPair.set(name, conversation)
  }
  if (missing.length > 0) await store.insertConversations(tx, missing)
  return byPair
}

function toCachedConversation(row: store.ConversationRow, byId: ReadonlyMap<number, AccountRow>): CachedConversation {
  const participant = (id: number) => ({ id, accid: byId.get(id)!.accid })
  return {
    id: row.id,
    low: participant(row.low_id),
    high: participant(row.high_id),
    lastSeq: row.last_seq,
    sealedKey: row.sealed_key,
  }
}

type NewOutgoingMessage = OutgoingMessage & { key: string; conversation: store.ConversationRow; row: store.NewMessage }

/** Assigns a seq to each message, and collects the changes per account. */
function numberMessages(
  items: readonly OutgoingMessage[],
  bodies: Bodies,
  accounts: { byAccid: Map<string, AccountRow>; byId: Map<number, AccountRow> },
  conversations: ReadonlyMap<string, store.ConversationRow>,
) {
  const fresh = new Map<string, NewOutgoingMessage>()
  const touched = new Map<string, TouchedSession>()
  for (const { viewer, draft } of items) {
    const key = messageKey(viewer.imId, draft.idClient)
    if (fresh.has(key)) continue // twice in one batch
    const peer = accounts.byAccid.get(draft.to)!
    const { low, high } = pairOf(viewer.imId, peer.id)
    const conversation = conversations.get(`${low} ${high}`)!
    conversation.last_seq += 1
    conversation.last_time = Math.max(peer.now, conversation.last_time + 1)
    const place = { conversationId: conversation.id, seq: conversation.last_seq }
    const isUnreadable = draft.content.isUnreadable !== 0
    const row: store.NewMessage = {
      conversation_id: conversation.id,
      seq: conversation.last_seq,
      sender_id: viewer.imId,
      id_client: draft.idClient,
      type: draft.content.type,
      is_unreadable: isUnreadable,
      body: bodies.seal(conversation.sealed_key, place, draft.content),
      client_type: viewer.clientType,
      device_id: viewer.deviceId,
      time: conversation.last_time,
    }
    fresh.set(key, { viewer, draft, key, conversation, row })
    for (const imId of new Set([low, high])) {
      const sessionKey = `${imId} ${conversation.id}`
      const session = touched.get(sessionKey)
      const unread = imId !== viewer.imId && isUnreadable ? 1 : 0
      if (session) session.unread += unread
      else
        touched.set(sessionKey, {
          imId,
          conversationId: conversation.id,
          version: accounts.byId.get(imId)!.version,
          unread,
        })
    }
  }
  return { fresh: [...fresh.values()], touched: [...touched.values()] }
}

/** Views of both sides of a conversation, from their two rows. */
function toSessionRows(
  rows: readonly Rows['im_session'][],
  conversations: Iterable<store.ConversationRow>,
  accountsById: ReadonlyMap<number, AccountRow>,
): SessionRow[] {
  const byId = new Map([...conversations].map((conversation) => [conversation.id, conversation]))
  const byPlace = new Map(rows.map((row) => [`${row.im_account_id} ${row.conversation_id}`, row]))
  return rows.map((row) => {
    const { low_id, high_id, last_seq, last_time } = byId.get(row.conversation_id)!
    const peerId = row.im_account_id === low_id ? high_id : low_id
    const peer_receipt = byPlace.get(`${peerId} ${row.conversation_id}`)!.receipt
    return { ...row, last_seq, last_time, peer: accountsById.get(peerId)!.accid, peer_receipt }
  })
}

/** Four round trips including begin and commit; the number of statements does not depend on the number of messages. */
async function writeBatch(
  tx: Tx,
  bodies: Bodies,
  items: readonly OutgoingMessage[],
  remember: (conversations: CachedConversation[]) => void,
) {
  const senderIds = items.map(({ viewer }) => viewer.imId)
  const receivers = items.map(({ draft }) => draft.to)
  const idClients = items.map(({ draft }) => draft.idClient)
  // pipelined: statements after the first already see the commits that its lock waited for
  const [accounts, sent, found, blocks] = await inOrder([
    raiseAccounts(tx, senderIds, receivers),
    store.findSent(tx, senderIds, idClients),
    store.findConversationsTo(tx, senderIds, receivers),
    listBlocks(tx, senderIds, receivers),
  ])
  const byAccid = new Map(accounts.map((row) => [row.accid, row]))
  const byId = new Map(accounts.map((row) => [row.id, row]))
  const messages = new Map(
    sent.map((row) => [
      messageKey(row.sender_id, row.id_client),
      { msg: presentMessage(row, bodies), conversationId: row.conversation_id },
    ]),
  )
  const repeats = new Set(messages.keys())
  const states: SessionRow[] = []

  const blocked = new Set(blocks.map((row) => messageKey(row.sender_id, row.receiver)))
  const isBlocked = ({ viewer, draft }: OutgoingMessage) => blocked.has(messageKey(viewer.imId, draft.to))
  // messages sent before the block stay sent
  const news = items.filter(
    (item) =>
      byAccid.has(item.draft.to) && !repeats.has(messageKey(item.viewer.imId, item.draft.idClient)) && !isBlocked(item),
  )
  if (news.length > 0) {
    const pairs = news.map(({ viewer, draft }) => pairOf(viewer.imId, byAccid.get(draft.to)!.id))
    const conversations = await createMissingConversations(tx, bodies, found, pairs)
    const { fresh, touched } = numberMessages(news, bodies, { byAccid, byId }, conversations)
    const [, ids, sessions] = await inOrder([
      store.raiseConversations(tx, [...conversations.values()]),
      store.insertMessages(
        tx,
        fresh.map(({ row }) => row),
      ),
      touchSessions(tx, touched),
    ])
    const idOf = new Map(ids.map((row) => [`${row.conversation_id} ${row.seq}`, row.id]))
    for (const { key, viewer, draft, row } of fresh) {
      const id = idOf.get(`${row.conversation_id} ${row.seq}`)!
      const msg = toWireMessage({ ...row, id, from_accid: viewer.accid, to_accid: draft.to }, draft.content)
      messages.set(key, { msg, conversationId: row.conversation_id })
    }
    states.push(...toSessionRows(sessions, conversations.values(), byId))
    // accounts without a message in this batch are not locked and may have changed
    const written = new Set(fresh.map(({ conversation }) => conversation))
    remember(Array.from(written, (conversation) => toCachedConversation(conversation, byId)))
  }
  if (sent.length > 0) {
    const places = sent.map((row) => ({ imId: row.sender_id, conversationId: row.conversation_id }))
    states.push(...(await readSessions(tx, places)))
  }

  const byConversation = new Map<number, Map<number, SessionState>>()
  for (const state of states) {
    const both = byConversation.get(state.conversation_id) ?? new Map<number, SessionState>()
    byConversation.set(state.conversation_id, both.set(state.im_account_id, presentSession(state)))
  }
  const seen = new Set(repeats)
  return items.map((item): SendResult | ImFailure => {
    const { viewer, draft } = item
    const key = messageKey(viewer.imId, draft.idClient)
    const message = messages.get(key)
    if (!message && isBlocked(item)) return imFail('blockedByPeer')
    if (!message) return imFail('notFound', '对方账号不存在')
    const isRepeat = seen.has(key)
    seen.add(key)
    const sessions = [...(byConversation.get(message.conversationId) ?? [])]
    return { msg: message.msg, sessions: sessions.map(([imId, session]) => ({ imId, session })), isRepeat }
  })
}

/** One result per item: the stored message, or the reason for its refusal. */
export const writeMessages = (
  sql: Sql,
  bodies: Bodies,
  items: readonly OutgoingMessage[],
  learn: (conversations: CachedConversation[]) => void = () => {},
): Promise<(SendResult | ImFailure)[]> =>
  transaction(sql, (tx, after) => writeBatch(tx, bodies, items, (list) => after(() => learn(list))))
