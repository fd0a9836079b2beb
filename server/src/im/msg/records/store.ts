// SQL that reads and changes messages. Writers hold the locks of the affected accounts (`../changes`).
import type { Scene, Target } from '@xinqiao/contract/im/messages/scene.ts'
import { simpleArray, textArray } from '../../../kit/db/arrays.ts'
import type { Db } from '../../../kit/db/db.ts'
import { joinPeer } from '../../changes/peers.ts'
import { isConversationOf, joinMessageAddress, joinView } from '../../conversations/addresses.ts'
import { conversationColumns, messageColumns, type MessageRow } from '../../conversations/message-columns.ts'
import { visibleCondition } from '../../conversations/visibility.ts'

/**
 * Messages of these senders with these client ids. The limit forces one look-up in the index per id, because a plan
 * cached while the table was small would scan it for ever.
 */
export const selectSentMessages = (db: Db, senderIds: readonly number[], idClients: readonly string[]) =>
  db<MessageRow[]>`
    select ${messageColumns(db)}, ${conversationColumns(db)}
    from unnest(${simpleArray(senderIds)}::bigint[], ${textArray(idClients)}::text[]) as w(sender, id_client)
    cross join lateral (
      select * from im_message where sender_id = w.sender and id_client = w.id_client limit 1
    ) m
    join im_conversation c on c.id = m.conversation_id ${joinMessageAddress(db)}`

/** Client ids that messages of these teams have, with their senders. */
export const selectClientIdsOfTeams = (db: Db, teamIds: readonly number[], idClients: readonly string[]) =>
  db<{ team_id: number; id_client: string; sender_id: number }[]>`
    select w.team_id, w.id_client, m.sender_id
    from unnest(${teamIds as number[]}::bigint[], ${idClients as string[]}::text[]) as w(team_id, id_client)
    join im_team t on t.id = w.team_id
    cross join lateral (
      select sender_id from im_message
      where conversation_id = t.conversation_id and id_client = w.id_client and readable is not null limit 1
    ) m`

/** @property threadId only the replies in this thread */
export type HistoryQuery = {
  beginTime: number
  endTime: number
  limit: number
  reverse: boolean
  types?: number[]
  threadId?: number
}

export type ConversationRef = { imId: number; conversationId: number; scene?: Scene }

/** The conversation from the view of this account. */
export const selectMessages = (
  db: Db,
  { imId, conversationId, scene = 'p2p' }: ConversationRef,
  { types = [], threadId, ...query }: HistoryQuery,
) =>
  db<MessageRow[]>`
    select ${messageColumns(db)}, ${conversationColumns(db)}
    from im_message m join im_conversation c on c.id = m.conversation_id ${joinMessageAddress(db)}
    ${joinView(db, db`${imId}`, scene)}
    where m.conversation_id = ${conversationId} and m.time > ${query.beginTime}
      ${query.endTime > 0 ? db`and m.time < ${query.endTime}` : db``}
      ${types.length > 0 ? db`and m.type = any(${types}::smallint[])` : db``}
      ${threadId === undefined ? db`` : db`and m.thread_id = ${threadId}`}
      and ${visibleCondition(db)}
    order by m.time ${query.reverse ? db`asc` : db`desc`} limit ${query.limit}`

/** The time of a message of this conversation, also of a removed one. */
export async function selectMessageTime(db: Db, conversationId: number, id: number): Promise<number | undefined> {
  const [row] = await db<{ time: number }[]>`
    select time from im_message where id = ${id} and conversation_id = ${conversationId}`
  return row?.time
}

/** Messages with these ids that this account sees in p2p, or in teams. */
export const selectMessagesById = (db: Db, imId: number, ids: readonly number[], scene: Scene) =>
  db<MessageRow[]>`
    select ${messageColumns(db)}, ${conversationColumns(db)}
    from im_message m join im_conversation c on c.id = m.conversation_id ${joinMessageAddress(db)}
    ${joinView(db, db`${imId}`, scene)}
    where m.id = any(${ids as number[]}::bigint[]) and ${visibleCondition(db)} order by m.time`

type ThreadTotals = { total: number; last_time: number }
/** Number of replies in the thread that this account sees, and the time of the last one. */
export async function countReplies(
  db: Db,
  { imId, conversationId, scene = 'p2p' }: ConversationRef,
  threadId: number,
): Promise<ThreadTotals> {
  const [row] = await db<ThreadTotals[]>`
    select count(*) as total, coalesce(max(m.time), 0) as last_time
    from im_message m join im_conversation c on c.id = m.conversation_id ${joinView(db, db`${imId}`, scene)}
    where m.thread_id = ${threadId} and m.conversation_id = ${conversationId} and ${visibleCondition(db)}`
  return row!
}

/** The last message that this account sees of each conversation. All are of p2p, or all of teams. */
export const selectLastMessages = (db: Db, imId: number, conversationIds: readonly number[], scene: Scene) =>
  db<MessageRow[]>`
    select ${messageColumns(db)}, ${conversationColumns(db)}
    from im_conversation c ${joinView(db, db`${imId}`, scene)}
    cross join lateral (
      select * from im_message m where m.conversation_id = c.id and ${visibleCondition(db)} order by m.time desc limit 1
    ) m ${joinMessageAddress(db)}
    where c.id = any(${conversationIds as number[]}::bigint[])`

/** For each of these p2p conversations, its first `each` messages after the given time, in order. */
export const selectMessagesSince = (
  db: Db,
  imId: number,
  since: readonly (Target & { position: number; time: number })[],
  each: number,
  limit: number,
) =>
  db<(MessageRow & { position: number; is_gone: boolean })[]>`
    select w.position, m.*, ${conversationColumns(db)}
    from unnest(${since.map(({ position }) => position)}::bigint[], ${since.map(({ to }) => to)}::text[],
      ${since.map(({ time }) => time)}::bigint[]) as w(position, accid, since)
    ${joinPeer(db, db`${imId}`, db`w.accid`)}
    join im_conversation c on ${isConversationOf(db, db`${imId}`, db`p.id`)}
    join im_session s on s.conversation_id = c.id and s.im_account_id = ${imId}
    cross join lateral (
      select ${messageColumns(db)}, not (${visibleCondition(db)}) as is_gone from im_message m where m.conversation_id = c.id and m.time > w.since
      order by m.time limit ${each}
    ) m ${joinMessageAddress(db)}
    order by w.position, m.time limit ${limit}`

/** For each of these teams, its first `each` messages after the given time, in order. */
export const selectTeamMessagesSince = (
  db: Db,
  imId: number,
  since: readonly { position: number; teamId: number; time: number }[],
  each: number,
  limit: number,
) =>
  db<(MessageRow & { position: number; is_gone: boolean })[]>`
    select w.position, m.*, ${conversationColumns(db)}
    from unnest(${since.map(({ position }) => position)}::bigint[], ${since.map(({ teamId }) => teamId)}::bigint[],
      ${since.map(({ time }) => time)}::bigint[]) as w(position, team_id, since)
    join im_team w_team on w_team.id = w.team_id join im_conversation c on c.id = w_team.conversation_id
    ${joinView(db, db`${imId}`, 'team')}
    cross join lateral (
      select ${messageColumns(db)}, not (${visibleCondition(db)}) as is_gone from im_message m
      where m.conversation_id = c.id and m.time > greatest(w.since, s.cleared_time) order by m.time limit ${each}
    ) m ${joinMessageAddress(db)}
    order by w.position, m.time limit ${limit}`
