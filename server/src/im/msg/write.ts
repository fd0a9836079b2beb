// Writes a group of messages in one transaction: places in their conversations, unread counts, new versions.
import type { MessageDraft, WireMessage } from '@xinqiao/contract/im/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/msg.ts'
import { imFail, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { Bodies } from '../../kit/bodies.ts'
import { transaction, type Sql, type Tx } from '../../kit/db.ts'
import type { ImViewer } from '../../kit/im-ctx.ts'
import { lockAccounts, raiseVersions } from '../changes/store.ts'
import { listBlocks } from './block-store.ts'
import { presentMessage, presentSession } from './present.ts'
import { readSessions, touchSessions } from './session-store.ts'
import * as store from './store.ts'

export type ToSend = { viewer: ImViewer; draft: MessageDraft }
export type Sent = {
  msg: WireMessage
  /** The state after the commit, of the sender and of the receiver. */
  sessions: { imId: number; session: SessionState }[]
  /** Already there: only its sender is told again. */
  isRepeat: boolean
}

const keyOf = (senderId: number, idClient: string) => `${senderId} ${idClient}`
const pairOf = (a: number, b: number) => ({ low: Math.min(a, b), high: Math.max(a, b) })

/** The conversations of these pairs, made where two people write to each other for the first time. */
async function openConversations(tx: Tx, bodies: Bodies, pairs: readonly { low: number; high: number }[]) {
  const unique = [...new Map(pairs.map((pair) => [`${pair.low} ${pair.high}`, pair])).values()]
  const found = await store.findConversations(
    tx,
    unique.map(({ low }) => low),
    unique.map(({ high }) => high),
  )
  const byPair = new Map(found.map((row) => [`${row.low_id} ${row.high_id}`, row]))
  const missing = unique.filter(({ low, high }) => !byPair.has(`${low} ${high}`))
  if (missing.length > 0) {
    const made = await store.insertConversations(
      tx,
      missing.map(({ low }) => low),
      missing.map(({ high }) => high),
      missing.map(() => bodies.makeKey()),
    )
    for (const row of made) byPair.set(`${row.low_id} ${row.high_id}`, row)
  }
  return byPair
}

async function writeGroup(tx: Tx, bodies: Bodies, items: readonly ToSend[]): Promise<(Sent | ImFailure)[]> {
  const accounts = await lockAccounts(
    tx,
    items.map(({ viewer }) => viewer.imId),
    items.map(({ draft }) => draft.to),
  )
  const byAccid = new Map(accounts.map((row) => [row.accid, row]))
  const byId = new Map(accounts.map((row) => [row.id, row]))
  const now = accounts[0]?.now ?? 0

  const senderIds = items.map(({ viewer }) => viewer.imId)
  const [sent, blocks] = await Promise.all([
    store.findSent(
      tx,
      senderIds,
      items.map(({ draft }) => draft.idClient),
    ),
    listBlocks(
      tx,
      senderIds,
      items.map(({ draft }) => byAccid.get(draft.to)?.id ?? 0),
    ),
  ])
  const blocked = new Set(blocks.map((row) => `${row.sender_id} ${row.receiver_id}`))
  const isBlocked = ({ viewer, draft }: ToSend) => blocked.has(`${viewer.imId} ${byAccid.get(draft.to)?.id}`)
  const known = new Map(sent.map((row) => [keyOf(row.sender_id, row.id_client), row]))
  const repeats = new Set(known.keys())
  // what was sent before the block stays sent
  const fresh = items.filter(
    (item) =>
      byAccid.has(item.draft.to) && !repeats.has(keyOf(item.viewer.imId, item.draft.idClient)) && !isBlocked(item),
  )

  const pairs = fresh.map(({ viewer, draft }) => pairOf(viewer.imId, byAccid.get(draft.to)!.id))
  const conversations = pairs.length > 0 ? await openConversations(tx, bodies, pairs) : new Map<string, never>()
  const rows = new Map<string, store.NewMessage>()
  const touched = new Map<string, { imId: number; conversationId: number; version: number; unread: number }>()
  fresh.forEach(({ viewer, draft }, i) => {
    const key = keyOf(viewer.imId, draft.idClient)
    if (rows.has(key)) return // twice in one group
    const { low, high } = pairs[i]!
    const conversation: store.ConversationRow = conversations.get(`${low} ${high}`)!
    conversation.last_seq += 1
    conversation.last_time = Math.max(now, conversation.last_time + 1)
    const isUnreadable = draft.content.isUnreadable !== 0
    rows.set(key, {
      conversation_id: conversation.id,
      seq: conversation.last_seq,
      sender_id: viewer.imId,
      id_client: draft.idClient,
      type: draft.content.type,
      is_unreadable: isUnreadable,
      body: bodies.seal(
        conversation.sealed_key,
        { conversationId: conversation.id, seq: conversation.last_seq },
        draft.content,
      ),
      client_type: viewer.clientType,
      device_id: viewer.deviceId,
      time: conversation.last_time,
    })
    for (const imId of new Set([low, high])) {
      const place = `${imId} ${conversation.id}`
      const one = touched.get(place) ?? {
        imId,
        conversationId: conversation.id,
        version: byId.get(imId)!.version + 1,
        unread: 0,
      }
      if (imId !== viewer.imId && isUnreadable) one.unread += 1
      touched.set(place, one)
    }
  })

  if (rows.size > 0) {
    const changed = [...touched.values()]
    // sent one after the other without waiting in between
    const [ids] = await Promise.all([
      store.insertMessages(tx, [...rows.values()]),
      store.raiseConversations(tx, [...conversations.values()]),
      raiseVersions(tx, [...new Set(changed.map(({ imId }) => imId))]),
      touchSessions(tx, changed),
    ])
    const idOf = new Map(ids.map((row) => [`${row.conversation_id} ${row.seq}`, row.id]))
    for (const [i, { viewer, draft }] of fresh.entries()) {
      const row = rows.get(keyOf(viewer.imId, draft.idClient))!
      const { low, high } = pairs[i]!
      const conversation: store.ConversationRow = conversations.get(`${low} ${high}`)!
      known.set(keyOf(viewer.imId, draft.idClient), {
        ...row,
        sealed_key: conversation.sealed_key,
        erased_seq: conversation.erased_seq,
        id: idOf.get(`${row.conversation_id} ${row.seq}`)!,
        from_accid: viewer.accid,
        to_accid: draft.to,
      })
    }
  }

  const wanted = new Map([...touched.values()].map((one) => [`${one.imId} ${one.conversationId}`, one]))
  for (const row of sent) {
    const pair = { imId: row.sender_id, conversationId: row.conversation_id, version: 0, unread: 0 }
    wanted.set(`${pair.imId} ${pair.conversationId}`, pair)
  }
  const states = wanted.size > 0 ? await readSessions(tx, [...wanted.values()]) : []
  const byConversation = new Map<number, Sent['sessions']>()
  for (const state of states) {
    const list = byConversation.get(state.conversation_id) ?? []
    list.push({ imId: state.im_account_id, session: presentSession(state) })
    byConversation.set(state.conversation_id, list)
  }
  const seen = new Set(repeats)
  return items.map((item) => {
    const { viewer, draft } = item
    const key = keyOf(viewer.imId, draft.idClient)
    const row = known.get(key)
    if (!row && isBlocked(item)) return imFail('blockedByPeer')
    if (!row) return imFail('notFound', '对方账号不存在')
    const isRepeat = seen.has(key)
    seen.add(key)
    return { msg: presentMessage(row, bodies), sessions: byConversation.get(row.conversation_id) ?? [], isRepeat }
  })
}

/** One result an item: the message as it stands for ever, or why it was not taken. */
export const writeMessages = (sql: Sql, bodies: Bodies, items: readonly ToSend[]): Promise<(Sent | ImFailure)[]> =>
  transaction(sql, (tx) => writeGroup(tx, bodies, items))
