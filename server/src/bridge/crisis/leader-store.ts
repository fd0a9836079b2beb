// SQL of the members of groups whose messages sound like danger.
import type { Rows } from '../../../db/rows.ts'
import type { Db } from '../../kit/db/db.ts'
import { firstRow } from '../../kit/db/results.ts'
import type { AlertedGroupMessage } from '../../im/chat.ts'
import { selectShownName } from '../nickname-store.ts'

type GroupOfMemberRow = Pick<Rows['peer_group'], 'title'> & {
  alias: string
  /** Accounts of the current leaders without the member. */
  leader_ids: number[]
}

/** The peer group of this team, with the alias of a current member. */
export const selectGroupOfMember = (db: Db, teamId: number, imId: number) =>
  firstRow(db<GroupOfMemberRow[]>`
    select g.title, m.nick as alias, array(
      select a.account_id from im_team_member l join im_account a on a.id = l.im_account_id
      where l.team_id = t.id and l.is_valid and l.role <> 0 and l.im_account_id <> ${imId}
        and a.account_id is not null) as leader_ids
    from peer_group g join im_team t on t.id = g.team_id and t.is_valid
    join im_team_member m on m.team_id = t.id and m.im_account_id = ${imId} and m.is_valid
    where g.team_id = ${teamId}`)

/** Name of the account in a team. `hasLeft`: the account has left the team, or the team was dissolved. */
export const selectWriterInTeam = (db: Db, teamId: number, imId: number) =>
  firstRow(db<{ name: string; hasLeft: boolean }[]>`
    select ${selectShownName(db)} as name, not (m.is_valid and t.is_valid) as "hasLeft"
    from im_team_member m join im_team t on t.id = m.team_id join im_account i on i.id = m.im_account_id
    where m.team_id = ${teamId} and m.im_account_id = ${imId}`)

const maxMarkedMessages = 200

type LedTeam = { teamId: number; leaderId: number }

/**
 * Messages to a peer group that raised an alert, for a current leader. The leader's messages, recalled ones and those
 * of false alarms are left out.
 */
const fromMarkedMessages = (db: Db, { teamId, leaderId }: LedTeam) => db`
  from peer_group g join im_team t on t.id = g.team_id and t.is_valid
  join im_account l on l.account_id = ${leaderId}
  join im_team_member lm on lm.team_id = t.id and lm.im_account_id = l.id and lm.is_valid and lm.role <> 0
  join crisis_signal s on s.team_id = t.id
  join crisis_alert a on a.id = s.alert_id and a.outcome is distinct from 'falseAlarm'
  join im_account w on w.account_id = a.writer_id and w.id <> l.id
  join crisis_text x on x.signal_id = s.id
  join im_message m on m.sender_id = w.id and m.id_client = x.id_client and m.conversation_id = t.conversation_id
  where g.team_id = ${teamId}
    and not exists (select from im_team_change c where c.message_id = m.id and c.is_recalled)
    and not exists (
      select from im_message_hidden h where h.im_account_id = w.id and h.message_id = m.id and h.is_recalled)`

/** The newest messages first. */
export const selectMarkedMessages = (db: Db, team: LedTeam) =>
  db<{ id: number; called_at: Date | null }[]>`
    select m.id, max(x.leader_called_at) as called_at ${fromMarkedMessages(db, team)}
    group by m.id order by m.id desc limit ${maxMarkedMessages}`

/** Selects a marked message with its text, as the latest alert has stored it. */
export const selectMarkedMessage = (db: Db, team: LedTeam, messageId: number) =>
  firstRow(db<AlertedGroupMessage[]>`
    select m.id as "messageId", m.id_client as "idClient", m.time, g.team_id as "teamId", a.writer_id as "writerId",
      s.level, x.id as "textId", x.text_sealed as "textSealed"
    ${fromMarkedMessages(db, team)} and m.id = ${messageId} order by x.id desc limit 1`)
