// Columns of the public profile of an account: users of the site appear under their alias.
import { roles } from '@xinqiao/contract/roles.ts'
import type { Db } from '../../../kit/db/db.ts'

export const profileColumns = (db: Db) => db`
  a.accid,
  case when u.alias <> '' and account.role_id is distinct from ${roles.counsellor} then u.alias
    else coalesce(u.nick, '') end as nick,
  case when u.alias <> '' and account.role_id is distinct from ${roles.counsellor} then ''
    else coalesce(u.avatar, '') end as avatar`
export const joinProfile = (db: Db) => db`
  left join im_user u on u.im_account_id = a.id left join account on account.id = a.account_id`
