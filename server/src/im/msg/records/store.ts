// All SQL that reads and changes messages. Writers hold the locks of the affected accounts (`../changes`).
import type { Rows } from '../../../../db/rows.ts'
import { bytesList, type Db, type Tx } from '../../../kit/db/db.ts'
import { joinPeer } from '../../changes/peers.ts'
import { visibleCondition } from './visibility.ts'

// ---- conversations

export type ConversationRow = Rows['im_conversation']

export const findConversations = (db: Db, lows: readonly number[], highs: readonly number[]) =>
  db<ConversationRow[]>`
    select c.* from unnest(${lows as number[]}::bigint[], ${highs as number[]}::bigint[]) as w(low, high)
    cross join lateral (select * from im_conversation where low_id = w.low and high_id = w.high limit 1) c`

/** A pair without a conversation has a reserved id and no key yet. */
export type FoundConversation = Omit<ConversationRow, 'sealed_key'> & { sealed_key: Uint8Array | null }

/** The conversations between these senders and these receivers; a missing one has its id reserved for its key. */
export const findConversationsTo = (db: Db, senderIds: readonly number[], accids: readonly string[]) =>
  db<FoundConversation[]>`
    select w.low as low_id, w.high as high_id,
      coalesce(c.id, nextval(pg_get_serial_sequence('im_conversation', 'id'))) as id,
      coalesce(c.last_seq, 0) as last_seq, coalesce(c.last_time, 0) as last_time, c.sealed_key,
      coalesce(c.erased_seq, 0) as erased_seq
    from (
      select distinct least(w.sender, p.id) as low, greatest(w.sender, p.id) as high
      from unnest(${senderIds as number[]}::bigint[], ${accids as string[]}::text[]) as w(sender, accid)
      ${joinPeer(db, db`w.sender`, db`w.accid`)}
    ) w
    left join lateral (
      select * from im_conversation where low_id = w.low and high_id = w.high limit 1
    ) c on true`

type NewConversation = Pick<ConversationRow, 'id' | 'low_id' | 'high_id' | 'sealed_key'>

export const insertConversations = (tx: Tx, rows: readonly NewConversation[]) =>
  tx`
    insert into im_conversation (id, low_id, high_id, sealed_key)
    overriding system value
    select * from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.low_id)}::bigint[],
      ${rows.map((row) => row.high_id)}::bigint[], ${bytesList(
        tx,
        rows.map((row) => row.sealed_key),
      )}::bytea[])`

export const raiseConversations = (tx: Tx, rows: readonly Pick<ConversationRow, 'id' | 'last_seq' | 'last_time'>[]) =>
  tx`
    update im_conversation c set last_seq = w.seq, last_time = w.time
    from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.last_seq)}::bigint[],
      ${rows.map((row) => row.last_time)}::bigint[]) as w(id, seq, time)
    where c.id = w.id`

// ---- messages

export type MessageRow = Omit<Rows['im_message'], 'type' | 'is_unreadable'> &
  Pick<ConversationRow, 'sealed_key' | 'erased_seq'> & { from_accid: string; to_accid: string }
export type NewMessage = Omit<Rows['im_message'], 'id' | 'modified_time'>

export const messageColumns = (db: Db) =>
  db`m.id, m.conversation_id, m.seq, m.sender_id, m.id_client, m.body, m.client_type, m.device_id, m.time, m.modified_time`
/** Fields of the conversation that are needed to open its bodies. */
export const keyColumns = (db: Db) => db`c.sealed_key, c.erased_seq`
export const participantJoin = (db: Db) => db`
  join im_account f on f.id = m.sender_id
  join im_account t on t.id = case when c.low_id = m.sender_id then c.high_id else c.low_id end`

/**
 * Messages of these senders with these client ids. The limit forces one index lookup per id: a plan cached while the
 * table was small would scan it forever.
 */
export const findSent = (db: Db, senderIds: readonly number[], idClients: readonly string[]) =>
  db<MessageRow[]>`
    select ${messageColumns(db)}, ${keyColumns(db)}, f.accid as from_accid, t.accid as to_accid
    from unnest(${senderIds as number[]}::bigint[], ${idClients as string[]}::text[]) as w(sender, id_client)
    cross join lateral (
      select * from im_message where sender_id = w.sender and id_client = w.id_client limit 1
    ) m
    join im_conversation c on c.id = m.conversation_id ${participantJoin(db)}`

export const insertMessages = (tx: Tx, rows: readonly NewMessage[]) =>
  tx<Pick<Rows['im_message'], 'id' | 'conversation_id' | 'seq'>[]>`
    insert into im_message
      (conversation_id, seq, sender_id, id_client, type, is_unreadable, body, client_type, device_id, time)
    select conversation_id, seq, sender_id, id_client, type, is_unreadable = 1, body, client_type, device_id, time
    from unnest(
      ${rows.map((row) => row.conversation_id)}::bigint[], ${rows.map((row) => row.seq)}::bigint[],
      ${rows.map((row) => row.sender_id)}::bigint[], ${rows.map((row) => row.id_client)}::text[],
      ${rows.map((row) => row.type)}::smallint[], ${rows.map((row) => (row.is_unreadable ? 1 : 0))}::smallint[],
      ${bytesList(
        tx,
        rows.map((row) => row.body),
      )}::bytea[], ${rows.map((row) => row.client_type)}::smallint[],
      ${rows.map((row) => row.device_id)}::text[], ${rows.map((row) => row.time)}::bigint[])
      as w(conversation_id, seq, sender_id, id_client, type, is_unreadable, body, client_type, device_id, time)
    returning id, conversation_id, seq`

export type HistoryQuery = { beginTime: number; endTime: number; limit: number; reverse: boolean; types: number[] }

export type MessagePlace = { imId: number; conversationId: number }

/** The conversation as this account sees it. */
export const listMessages = (db: Db, { imId, conversationId }: MessagePlace, query: HistoryQuery) =>
  db<MessageRow[]>`
    select ${messageColumns(db)}, ${keyColumns(db)}, f.accid as from_accid, t.accid as to_accid
    from im_message m join im_conversation c on c.id = m.conversation_id ${participantJoin(db)}
    join im_session s on s.conversation_id = c.id and s.im_account_id = ${imId}
    where m.conversation_id = ${conversationId} and m.time > ${query.beginTime}
      ${query.endTime > 0 ? db`and m.time < ${query.endTime}` : db``}
      ${query.types.length > 0 ? db`and m.type = any(${query.types}::smallint[])` : db``}
      and ${visibleCondition(db)}
    order by m.time ${query.reverse ? db`asc` : db`desc`} limit ${query.limit}`

/** Messages with these ids that this account sees. */
export const listById = (db: Db, imId: number, ids: readonly number[]) =>
  db<MessageRow[]>`
    select ${messageColumns(db)}, ${keyColumns(db)}, f.accid as from_accid, t.accid as to_accid
    from im_message m join im_conversation c on c.id = m.conversation_id ${participantJoin(db)}
    join im_session s on s.conversation_id = c.id and s.im_account_id = ${imId}
    where m.id = any(${ids as number[]}::bigint[]) and ${visibleCondition(db)} order by m.time`

/** The last message of each conversation that this account sees. */
export const listLastMessages = (db: Db, imId: number, conversationIds: readonly number[]) =>
  db<MessageRow[]>`
    select ${messageColumns(db)}, ${keyColumns(db)}, f.accid as from_accid, t.accid as to_accid
    from im_session s join im_conversation c on c.id = s.conversation_id
    cross join lateral (
      select * from im_message m where m.conversation_id = c.id and ${visibleCondition(db)} order by m.time desc limit 1
    ) m ${participantJoin(db)}
    where s.im_account_id = ${imId} and s.conversation_id = any(${conversationIds as number[]}::bigint[])`

/** Messages after each given time, by conversation in the given order, `most` in total. */
export const listSince = (
  db: Db,
  imId: number,
  since: readonly { to: string; time: number }[],
  each: number,
  limit: number,
) =>
  db<(MessageRow & { peer: string; is_gone: boolean })[]>`
    select w.accid as peer, m.*, ${keyColumns(db)}, f.accid as from_accid, t.accid as to_accid
    from unnest(${since.map(({ to }) => to)}::text[], ${since.map(({ time }) => time)}::bigint[])
      with ordinality as w(accid, since, place)
    ${joinPeer(db, db`${imId}`, db`w.accid`)}
    join im_conversation c on c.low_id = least(${imId}, p.id) and c.high_id = greatest(${imId}, p.id)
    join im_session s on s.conversation_id = c.id and s.im_account_id = ${imId}
    cross join lateral (
      select ${messageColumns(db)}, not (${visibleCondition(db)}) as is_gone from im_message m where m.conversation_id = c.id and m.time > w.since
      order by m.time limit ${each}
    ) m ${participantJoin(db)}
    order by w.place, m.time limit ${limit}`
