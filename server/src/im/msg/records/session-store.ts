// SQL of sessions: conversations from the view of one account.
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { joinTarget, targetColumns } from '../../conversations/addresses.ts'
import type { ConversationRow } from '../../conversations/store.ts'
import { unreadCount, visibleCondition } from '../../conversations/visibility.ts'
import type { MessageRow } from '../../conversations/message-columns.ts'

export type SessionRow = Rows['im_session'] &
  Pick<ConversationRow, 'scene' | 'last_seq' | 'last_time'> & {
    /** The other account, or the team (`targetColumns`). */
    target: string
    peer_receipt: number
  }

const sessionSelect = (db: Db) => db`
  s.im_account_id, s.conversation_id, s.version, s.unread, s.ack, s.receipt, s.is_deleted, s.cleared_time, s.ext,
  c.last_seq, c.last_time, ${targetColumns(db)}, coalesce(o.receipt, 0) as peer_receipt`
const joinedSessionSelect = (db: Db) => db`
  join im_conversation c on c.id = s.conversation_id
  ${joinTarget(db, db`s.im_account_id`)}
  left join im_session o on o.conversation_id = c.id and o.im_account_id = p.id`

export const selectSessionsOfPairs = (db: Db, pairs: readonly { imId: number; conversationId: number }[]) =>
  db<SessionRow[]>`
    select ${sessionSelect(db)}
    from unnest(${pairs.map((pair) => pair.imId)}::bigint[], ${pairs.map((pair) => pair.conversationId)}::bigint[])
      as w(im_id, conversation_id)
    join im_session s on s.im_account_id = w.im_id and s.conversation_id = w.conversation_id ${joinedSessionSelect(db)}`

/** Stores an ack later than the last one, and the unread count after it. */
export async function updateAck(tx: Tx, imId: number, conversationId: number, ack: number, version: number) {
  await tx`
    update im_session s set ack = ${ack}, version = ${version}, unread = ${unreadCount(tx, ack)}
    where im_account_id = ${imId} and conversation_id = ${conversationId}`
}

/**
 * Stores the read receipt up to `time`.
 * @returns false when it was already stored
 */
export async function updateReadReceipt(tx: Tx, imId: number, conversationId: number, time: number): Promise<boolean> {
  const result = await tx`
    update im_session set receipt = ${time}
    where im_account_id = ${imId} and conversation_id = ${conversationId} and receipt < ${time}`
  return result.count === 1
}

export async function updateSessionVersion(
  tx: Tx,
  imId: number,
  conversationId: number,
  version: number,
): Promise<void> {
  await tx`
    update im_session set version = ${version} where im_account_id = ${imId} and conversation_id = ${conversationId}`
}

/** Deletes sessions, which then have no unread messages. */
export const markSessionsDeleted = (tx: Tx, imId: number, conversationIds: readonly number[], version: number) =>
  tx`
    update im_session s set is_deleted = true, unread = 0, version = ${version}, ack = greatest(ack, c.last_time)
    from im_conversation c
    where c.id = s.conversation_id and s.im_account_id = ${imId}
      and s.conversation_id = any(${conversationIds as number[]}::bigint[]) and not s.is_deleted`

export async function updateSessionExt(
  tx: Tx,
  imId: number,
  conversationId: number,
  ext: string,
  version: number,
): Promise<void> {
  await tx`
    update im_session set ext = ${ext}, version = ${version}
    where im_account_id = ${imId} and conversation_id = ${conversationId}`
}

/** A period with exclusive bounds; 0 means unbounded. */
export type TimeSpan = { beginTime: number; endTime: number }

/** Sessions of the account, latest first. */
export const selectSessions = (db: Db, imId: number, { beginTime, endTime }: TimeSpan, limit: number) =>
  db<SessionRow[]>`
    select ${sessionSelect(db)} from im_session s ${joinedSessionSelect(db)}
    where s.im_account_id = ${imId} and not s.is_deleted and c.last_time > ${beginTime}
      ${endTime > 0 ? db`and c.last_time < ${endTime}` : db``}
    order by c.last_time desc limit ${limit}`

/** The latest p2p conversations of the account. Those that it has removed from its list are included. */
export const selectConversationsOfPairs = (db: Db, imId: number, limit: number) =>
  db<{ conversation_id: number; scene: 'p2p'; last_time: number }[]>`
    select s.conversation_id, c.scene, c.last_time
    from im_session s join im_conversation c on c.id = s.conversation_id
    where s.im_account_id = ${imId} order by c.last_time desc limit ${limit}`

type LastMessageColumns = { [K in Exclude<keyof MessageRow, 'scene'> as `m_${K}`]: MessageRow[K] | null }
export type ChangedSessionRow = { [K in keyof SessionRow]: SessionRow[K] | null } & LastMessageColumns & {
    mark: number
    generation: number
  }

/**
 * Sessions changed after this version and conversation, with their last messages and the account's version. One
 * statement, so that all come from one snapshot.
 */
export const selectChangedSessions = (
  db: Db,
  imId: number,
  [version, conversationId]: readonly [number, number],
  limit: number,
) =>
  db<ChangedSessionRow[]>`
    select a.version as mark, (select generation from database_history) as generation, ${sessionSelect(db)},
      m.id as m_id, m.conversation_id as m_conversation_id, m.seq as m_seq, m.sender_id as m_sender_id,
      m.id_client as m_id_client, m.body as m_body, m.client_type as m_client_type, m.device_id as m_device_id,
      m.time as m_time, m.modified_time as m_modified_time, c.sealed_key as m_sealed_key, c.erased_seq as m_erased_seq,
      c.imported_seq as m_imported_seq,
      case when m.sender_id = a.id then a.accid else p.accid end as m_from_accid,
      case when m.sender_id = a.id then p.accid else a.accid end as m_to_accid
    from im_account a
    left join (im_session s ${joinedSessionSelect(db)}) on s.im_account_id = a.id
      and (s.version, s.conversation_id) > (${version}::bigint, ${conversationId}::bigint)
    left join lateral (
      select m.* from im_message m where m.conversation_id = c.id and ${visibleCondition(db)} order by m.time desc limit 1
    ) m on true
    where a.id = ${imId}
    order by s.version, s.conversation_id limit ${limit}`
