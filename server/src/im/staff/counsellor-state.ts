// Presence of a counsellor in the chat, and the usual time until a reply.
import type { CounsellorState } from '@xinqiao/contract/http/chat/counsellor-state.ts'
import { minuteMs } from '@xinqiao/contract/time.ts'
import type { Db } from '../../kit/db/db.ts'
import { isAlive } from '../connections/store.ts'

/** The reply time of a counsellor is shown from this many replies on; fewer say nothing. */
const minReplies = 5
const maxDays = 30
/** The latest conversations of the counsellor, and the latest messages of each. */
const [maxConversations, maxMessages] = [100, 40]
/** Limit above the number of counsellors of any association. */
const maxOnline = 1_000

/** Accounts of the listed counsellors who are connected. */
export async function listOnlineCounsellors(db: Db): Promise<number[]> {
  const rows = await db<{ account_id: number }[]>`
    select account_id from counsellor where is_listed and exists (
      select 1 from im_account i join im_connection c on c.im_account_id = i.id
      join im_node n on n.id = c.node_id and ${isAlive(db)} where i.account_id = counsellor.account_id)
    order by account_id limit ${maxOnline}`
  return rows.map(({ account_id: accountId }) => accountId)
}

/** @param accountId portal account; any other than a listed counsellor's is offline, without replies */
export async function getCounsellorState(db: Db, accountId: number): Promise<CounsellorState> {
  const since = Date.now() - maxDays * 24 * 60 * minuteMs
  const [row] = await db<{ is_online: boolean; replies: number; median: number | null }[]>`
    with me as (
      select i.id from im_account i join counsellor c on c.account_id = i.account_id and c.is_listed
      where i.account_id = ${accountId}),
    recent as (
      select c.id, me.id as own_id from me join lateral (
        select * from im_conversation where low_id = me.id
        union all select * from im_conversation where high_id = me.id and low_id <> me.id) c on true
      where c.last_time > ${since} order by c.last_time desc limit ${maxConversations}),
    message as (
      select r.id, r.own_id, m.sender_id, m.time,
        lag(m.sender_id) over (partition by r.id order by m.time) as sender_before
      from recent r join lateral (
        select sender_id, time from im_message m
        where m.conversation_id = r.id and m.time > ${since} order by m.time desc limit ${maxMessages}) m on true),
    turn as (
      select *, max(time) filter (where sender_id <> own_id and sender_before is distinct from sender_id)
        over (partition by id order by time) as asked_at
      from message)
    select exists (
        select 1 from me join im_connection c on c.im_account_id = me.id
        join im_node n on n.id = c.node_id and ${isAlive(db)}) as is_online,
      count(*) filter (where is_reply)::integer as replies,
      percentile_cont(0.5) within group (order by time - asked_at) filter (where is_reply) as median
    from (
      select *, sender_id = own_id and sender_before <> own_id and asked_at is not null as is_reply from turn) answered`
  const { is_online: isOnline, replies, median } = row!
  return { isOnline, replyMinutes: replies < minReplies || median === null ? null : Math.ceil(median / minuteMs) }
}

/** The same by the chat account; null for any other than a listed counsellor's. */
export async function getPeerState(db: Db, accid: string): Promise<CounsellorState | null> {
  const [row] = await db<{ account_id: number }[]>`
    select c.account_id from im_account i join counsellor c on c.account_id = i.account_id
    where i.accid = ${accid} and c.is_listed`
  return row ? getCounsellorState(db, row.account_id) : null
}
