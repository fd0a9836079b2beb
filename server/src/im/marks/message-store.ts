// SQL of messages that people mark with comments and pins.
import type { Scene } from '@xinqiao/contract/im/messages/scene.ts'
import type { Rows } from '../../../db/rows.ts'
import type { Db, Tx } from '../../kit/db/db.ts'
import { firstRow } from '../../kit/db/results.ts'
import { joinMessageAddress, joinView, messageAddressColumns } from '../conversations/addresses.ts'
import { visibleCondition } from '../conversations/visibility.ts'

export type MarkedMessageRow = Pick<Rows['im_message'], 'id' | 'conversation_id' | 'seq' | 'time' | 'id_client'> &
  Pick<Rows['im_conversation'], 'low_id' | 'high_id'> & { scene: Scene; from_accid: string; to_accid: string }

const markedColumns = (db: Db) =>
  db`m.id, m.conversation_id, m.seq, m.time, m.id_client, c.low_id, c.high_id, ${messageAddressColumns(db)}`
/** Messages `m` that this account sees, and whose content exists. */
const fromVisibleMessages = (db: Db, imId: number, scene: Scene) => db`
  from im_message m join im_conversation c on c.id = m.conversation_id ${joinMessageAddress(db)}
  ${joinView(db, db`${imId}`, scene)}`
const isMarkable = (db: Db) => db`${visibleCondition(db)} and m.seq > c.erased_seq and length(m.body) > 0`

type ConversationRef = { imId: number; conversationId: number; scene: Scene }

export const selectMarkableMessage = (db: Db, { imId, conversationId, scene }: ConversationRef, id: number) =>
  firstRow(db<MarkedMessageRow[]>`
    select ${markedColumns(db)} ${fromVisibleMessages(db, imId, scene)}
    where m.id = ${id} and m.conversation_id = ${conversationId} and ${isMarkable(db)}`)

/**
 * Locks a message against its recall, and serialises what is written on it. The member of its team stays one until the
 * transaction ends.
 */
export async function lockMarkableMessage(tx: Tx, id: number, membership: { teamId: number; imId: number } | null) {
  await tx`select 1 from im_message where id = ${id} for no key update`
  if (membership)
    await tx`
      select 1 from im_team_member where team_id = ${membership.teamId} and im_account_id = ${membership.imId} for share`
}

/** Members who see the message of their team with this number, the earliest first. */
export async function selectReaders(db: Db, teamId: number, seq: number, limit: number): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select im_account_id as id from im_team_member
    where team_id = ${teamId} and is_valid and join_seq < ${seq} order by join_time, im_account_id limit ${limit}`
  return rows.map(({ id }) => id)
}

export type CommentRow = Omit<Rows['im_quick_comment'], 'im_account_id'> & { by_accid: string }

/** Messages of p2p or of teams, each with its comments, oldest first. A message without comments is one row. */
export const selectComments = (db: Db, imId: number, ids: readonly number[], scene: Scene) =>
  db<(Pick<MarkedMessageRow, 'id' | 'id_client'> & { [K in keyof CommentRow]: CommentRow[K] | null })[]>`
    select m.id, m.id_client, q.message_id, q.body, q.custom, q.time, a.accid as by_accid
    ${fromVisibleMessages(db, imId, scene)}
    left join im_quick_comment q on q.message_id = m.id left join im_account a on a.id = q.im_account_id
    where m.id = any(${ids as number[]}::bigint[]) and ${isMarkable(db)} order by m.id, q.time`

export type PinRow = Rows['im_message_pin'] & { pinned_by: string }

/** Pins of a conversation, oldest first, on messages that this account sees. */
export const selectVisiblePins = (db: Db, { imId, conversationId, scene }: ConversationRef) =>
  db<(MarkedMessageRow & { pin: PinRow })[]>`
    select ${markedColumns(db)}, to_jsonb(n) || jsonb_build_object('pinned_by', a.accid) as pin
    ${fromVisibleMessages(db, imId, scene)}
    join im_message_pin n on n.message_id = m.id join im_account a on a.id = n.im_account_id
    where n.conversation_id = ${conversationId} and ${isMarkable(db)} order by n.create_time, n.message_id`
