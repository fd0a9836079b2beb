// SQL of events: which accounts may see whose events.
import { roles } from '@xinqiao/contract/roles.ts'
import type { EventPublisher } from '../../kit/chat/im-ctx.ts'
import type { Db } from '../../kit/db/db.ts'
import { otherSidesOf } from '../conversations/addresses.ts'

/**
 * Accounts of the same app by name. On the site, an account sees events of counsellors, of itself, and of accounts with
 * which it has a conversation. An account that has blocked the caller is not visible.
 */
export const selectVisiblePublishers = (db: Db, imId: number, accids: readonly string[]) =>
  db<EventPublisher[]>`
    select p.id as "imId", p.accid
    from im_account asker join im_app app on app.id = asker.app_id
    join im_account p on p.app_id = asker.app_id and p.accid = any(${accids as string[]}::text[])
    left join account on account.id = p.account_id
    where asker.id = ${imId}
      and (not app.is_site or p.id = ${imId} or account.role_id = ${roles.counsellor}
        or p.id in (${otherSidesOf(db, db`${imId}`)}))
      and not exists (
        select 1 from im_relation r where r.im_account_id = p.id and r.peer_id = ${imId} and r.is_blacked)`
