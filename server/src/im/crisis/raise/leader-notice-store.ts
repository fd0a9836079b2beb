// SQL of leaders who are to be notified of a message in danger.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow, onlyRow } from '../../../kit/db/results.ts'
import { writtenCondition } from '../../conversations/visibility.ts'

export type LeaderNotice = { teamId: number; imId: number; level: CrisisLevel; time: number }

/** @returns null for a team that does not exist */
export const insertLeaderNotice = (tx: Tx, { teamId, imId, level, time }: LeaderNotice) =>
  firstRow(tx<{ id: number }[]>`
    insert into crisis_leader_notice (team_id, im_account_id, level, time)
    select id, ${imId}, ${level}, ${time} from im_team where id = ${teamId} returning id`)

/** @returns null when another node has it */
export const deleteLeaderNotice = (tx: Tx, id: number) =>
  firstRow(tx<LeaderNotice[]>`
    delete from crisis_leader_notice where id = ${id}
    returning team_id as "teamId", im_account_id as "imId", level, time`)

/** The clock of a node may be ahead of the database. */
const clockToleranceMs = 60_000

/** Notices that no node sent in time, oldest first. `is_sent`: the member has a message in the team since then. */
export const selectLateLeaderNotices = (db: Db, lateSeconds: number, limit: number) =>
  db<{ id: number; is_sent: boolean }[]>`
    select n.id, exists (
      select from im_message m where m.sender_id = n.im_account_id and m.conversation_id = t.conversation_id
        and m.time >= n.time - ${clockToleranceMs} and ${writtenCondition(db)}) as is_sent
    from crisis_leader_notice n join im_team t on t.id = n.team_id
    where n.created_at < now() - make_interval(secs => ${lateSeconds}) order by n.created_at limit ${limit}`

/** @returns how many notices could not be sent for so long */
export async function deleteOldLeaderNotices(db: Db, maxHours: number): Promise<number> {
  const { count } = await onlyRow(db<{ count: number }[]>`
    with old as (
      delete from crisis_leader_notice where created_at < now() - make_interval(hours => ${maxHours}) returning 1)
    select count(*) as count from old`)
  return count
}
