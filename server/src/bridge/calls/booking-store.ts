// The online consultation at which two chat accounts may speak now.
import { limits } from '@xinqiao/contract/limits.ts'
import type { SitePort } from '../../kit/site-port.ts'
import { firstRow } from '../../kit/db/results.ts'

export const findBookingOfCall: SitePort['findBookingOfCall'] = async (db, { callerId, calleeId }) => {
  const row = await firstRow(db<{ id: number; last_time: number }[]>`
    select b.id, (extract(epoch from b.ends_at + ${limits.callGraceMinutes} * interval '1 minute') * 1000)::bigint as last_time
    from im_account caller join im_account callee on callee.id = ${calleeId}
    join counsellor c on c.account_id = caller.account_id
    join booking b on b.counsellor_id = c.id and b.account_id = callee.account_id
    where caller.id = ${callerId} and b.mode = 'online' and b.state = 'booked'
      and b.starts_at <= now() + ${limits.callEarlyMinutes} * interval '1 minute'
      and b.ends_at > now() - ${limits.callGraceMinutes} * interval '1 minute'
    order by abs(extract(epoch from b.starts_at - now())) limit 1`)
  return row && { id: row.id, lastTime: row.last_time }
}
