// SQL conditions on the leaders of peer groups, for the stores of this folder.
import { roles } from '@xinqiao/contract/roles.ts'
import type { Db } from '../../../kit/db/db.ts'
import type { SqlPart } from '../../../kit/db/lists.ts'

/** The co-leader of the group `g`; null for one who has left the team. */
export const currentCoLeader = (db: Db) => db`
  case when g.team_id is null or exists (
    select 1 from im_team_member m join im_account i on i.id = m.im_account_id
    where m.team_id = g.team_id and m.is_valid and m.role <> 0 and i.account_id = g.co_leader_id)
  then g.co_leader_id end`

/**
 * The counsellor whom the group `g` waits for: one who was named as co-leader and has not agreed. In a published group
 * they are not in the team, so that they are no current co-leader.
 */
export const askedCoLeader = (db: Db) => db`
  case when g.kind = 'led' and g.state <> 'dissolved' and g.co_leader_agreed_at is null then g.co_leader_id end`

/**
 * True for the account `a` that may lead a group of this kind: a counsellor with a public page, because clients consent
 * to a named leader. In peer groups also other counsellors and users.
 */
export const canLead = (db: Db, kind: SqlPart) => db`(
  a.enabled and (a.role_id = ${roles.counsellor} or ${kind} = 'peer' and a.role_id = ${roles.user})
  and (${kind} = 'peer' or exists (select 1 from counsellor page where page.account_id = a.id and page.is_listed))
  and not exists (select 1 from im_account chat where chat.account_id = a.id and chat.is_blocked))`

/** True for the group `g` if its leader or present co-leader may no longer lead. */
export const hasUnableLeader = (db: Db) => db`(g.state <> 'dissolved' and exists (
  select 1 from account a where a.id in (g.leader_id, ${currentCoLeader(db)}) and not ${canLead(db, db`g.kind`)}))`
