// SQL of notices about chat messages: who wants them, has unread messages and no page open.
import type { Db, Tx } from '../../kit/db/db.ts'
import { firstRow } from '../../kit/db/results.ts'
import { hasReturned, isConnected, isWaiting } from '../../im/chat.ts'

/** Accounts of the site that want notices of chat messages and have new ones to read. */
export async function selectWaitingReaders(db: Db): Promise<number[]> {
  const rows = await db<{ account_id: number }[]>`
    with wanting as (
      select account_id from push_subscription
      union select account_id from notice_choice where kind = 'chat' and (sms or mail)
    )
    select i.account_id from wanting join im_account i using (account_id) join account a on a.id = i.account_id
    cross join lateral (
      select coalesce(max(extract(epoch from d.created_at) * 1000)::bigint, 0) as notice_time
      from delivery d where d.account_id = a.id and d.kind = 'chat'
    ) last
    left join notice_choice w on w.account_id = a.id and w.kind = 'chat'
    where a.enabled and (
        coalesce(w.push, true) and a.id in (select account_id from push_subscription)
        or w.sms or w.mail and a.email_confirmed_at is not null)
      and ${isWaiting(db)}
    order by i.account_id limit 500`
  return rows.map((row) => row.account_id)
}

/** Skips queued chat notices of people who have opened the chat since. */
export async function markReadNoticesSkipped(tx: Tx): Promise<void> {
  await tx`
    update delivery d set state = 'skipped', failure = '已打开聊天'
    where d.state = 'queued' and d.kind = 'chat' and exists (
      select 1 from im_account i where i.account_id = d.account_id
        and (${isConnected(tx)} or ${hasReturned(tx, tx`d.created_at`)}))`
}

/** The account of the site; null for an account of an app, and for a robot. */
export async function selectAccountId(db: Db, imId: number): Promise<number | null> {
  const row = await firstRow(db<{ account_id: number | null }[]>`select account_id from im_account where id = ${imId}`)
  return row?.account_id ?? null
}
