// SQL of nicknames, for the groups of the site.
import { roles } from '@xinqiao/contract/roles.ts'
import type { Db } from '../kit/db/db.ts'

/** The nickname of the account `a`; null while it is the name for signing in, as it is after registration. */
export const selectChosenNickname = (db: Db) => db`
  case when a.nickname <> '' and lower(a.nickname) <> lower(a.username) then a.nickname end`

/** The name of the chat account `i` with the membership `m`, as other members read it (`im/user/present.ts`). */
export const selectShownName = (db: Db) => db`coalesce(
  nullif(m.nick, ''),
  (select nullif(case when u.alias = '' or account.role_id = ${roles.counsellor} then u.nick else u.alias end, '')
    from im_user u left join account on account.id = i.account_id where u.im_account_id = i.id),
  '成员' || right(i.accid, 6))`
