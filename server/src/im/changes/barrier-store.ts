// SQL of barriers around members of the site's groups: strangers may not write to them outside the group.
import { roles } from '@xinqiao/contract/roles.ts'
import type { Db } from '../../kit/db/db.ts'
import { joinPeer } from './peers.ts'

/** The account that owns roster groups. */
export const associationAccid = 'association'

/**
 * The pairs of strangers whose receiver is or was a member of a team. Friends and accounts with a conversation are no
 * strangers, except for former friends. Nor are a counsellor's clients and the members of the teams that the counsellor
 * leads. Members know each other's accounts, also after leaving. The receiver has the role user: anyone may write to a
 * counsellor. Everyone is a stranger to the association's own account, because no one reads it.
 * @param purpose an invitation to a team, which the receiver may refuse, is barred for members of managed teams only
 */
export const selectBarriers = (
  db: Db,
  senderIds: readonly number[],
  receivers: readonly string[],
  purpose: 'message' | 'invitation' = 'message',
) =>
  db<{ sender_id: number; receiver: string }[]>`
    select w.sender as sender_id, w.receiver
    from unnest(${senderIds as number[]}::bigint[], ${receivers as string[]}::text[]) as w(sender, receiver)
    ${joinPeer(db, db`w.sender`, db`w.receiver`)}
    join im_account s on s.id = w.sender
    join account sa on sa.id = s.account_id and sa.role_id in (${roles.user}, ${roles.counsellor})
    join account pa on pa.id = p.account_id and pa.role_id = ${roles.user}
    where w.sender <> p.id and exists (
      select 1 from im_team_member m join im_team t on t.id = m.team_id
      where m.im_account_id = p.id ${purpose === 'message' ? db`` : db`and t.is_managed`})
    and not (sa.role_id = ${roles.counsellor} and (
      exists (
        select 1 from booking b join counsellor c on c.id = b.counsellor_id
        where c.account_id = sa.id and b.account_id = pa.id and b.state in ('booked', 'done', 'noShow'))
      or exists (
        select 1 from im_team_member l join im_team t on t.id = l.team_id and t.is_managed and t.is_valid
        join im_team_member m on m.team_id = t.id and m.im_account_id = p.id and m.is_valid
        where l.im_account_id = w.sender and l.is_valid and l.role <> 0)))
    and not exists (
      select 1 from im_friend f where f.im_account_id = w.sender and f.peer_id = p.id and f.is_valid)
    and (
      exists (select 1 from im_friend f where f.im_account_id = w.sender and f.peer_id = p.id and not f.is_valid)
      or not exists (
        select 1 from im_conversation c
        where c.low_id = least(w.sender, p.id) and c.high_id = greatest(w.sender, p.id) and c.last_seq > 0))
    union all
    select w.sender, w.receiver
    from unnest(${senderIds as number[]}::bigint[], ${receivers as string[]}::text[]) as w(sender, receiver)
    ${joinPeer(db, db`w.sender`, db`w.receiver`)} join im_app app on app.id = p.app_id and app.is_site
    where w.receiver = ${associationAccid} and p.account_id is null and w.sender <> p.id`
