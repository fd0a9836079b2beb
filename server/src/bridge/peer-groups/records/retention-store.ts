// SQL of the end of retention of groups.
import type { Db, Tx } from '../../../kit/db/db.ts'

/** Dismissed teams of groups with messages that are due for erasure. */
export async function selectEndedTeams(db: Db, years: number): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select t.id from im_team t join im_conversation c on c.id = t.conversation_id
    where t.is_managed and not t.is_valid and c.erased_seq < c.last_seq and (
      t.update_time < extract(epoch from now() - make_interval(years => ${years})) * 1000
      or exists (
        select 1 from roster_group r join meeting m on m.id = r.meeting_id
        where r.team_id = t.id and m.purged_at is not null))
    order by t.id limit 20`
  return rows.map(({ id }) => id)
}

/** Deletes reports in teams that are no groups of the site, and of friends, this long after they were handled. */
export async function deleteOldReportsOutsideGroups(db: Db, years: number): Promise<void> {
  await db`
    delete from peer_report
    where group_id is null and roster_group_id is null and handled_at < now() - make_interval(years => ${years})`
}

/** Deletes the notes of applicants, the invitations and the handled reports of the group of this team. */
export async function deleteGroupTexts(tx: Tx, teamId: number): Promise<void> {
  await tx`
    update peer_application set note_sealed = ''
    where group_id in (select id from peer_group where team_id = ${teamId})`
  await tx`delete from led_invitation where group_id in (select id from peer_group where team_id = ${teamId})`
  await tx`
    delete from peer_report where state = 'handled' and (
      group_id in (select id from peer_group where team_id = ${teamId})
      or roster_group_id in (select id from roster_group where team_id = ${teamId}))`
}
