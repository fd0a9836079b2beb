// SQL of the server's session list: conversations of all scenes, from the view of one account.
import type { Scene } from '@xinqiao/contract/im/messages/scene.ts'
import type { Db, SqlFragment } from '../../../kit/db/db.ts'
import { joinTarget, targetColumns } from '../../conversations/addresses.ts'
import type { TimeSpan } from './session-store.ts'

export type ListedSessionRow = {
  conversation_id: number
  scene: Scene
  /** The other account, or the team. */
  target: string
  last_time: number
  ext: string
}

const pairSessions = (db: Db, imId: number, condition: SqlFragment) => db`
  select c.id as conversation_id, ${targetColumns(db)}, c.last_time, s.ext
  from im_session s join im_conversation c on c.id = s.conversation_id ${joinTarget(db, db`s.im_account_id`)}
  where s.im_account_id = ${imId} ${condition}`

const teamSessions = (db: Db, imId: number, condition: SqlFragment) => db`
  select c.id as conversation_id, c.scene, t.id::text as target, c.last_time, s.ext
  from im_team_member s join im_team t on t.id = s.team_id and t.is_valid
  join im_conversation c on c.id = t.conversation_id
  where s.im_account_id = ${imId} and s.is_valid ${condition}`

/** Sessions that are not deleted, latest first. */
export function selectListedSessions(db: Db, imId: number, { beginTime, endTime }: TimeSpan, limit: number) {
  const span = db`and c.last_time > ${beginTime} ${endTime > 0 ? db`and c.last_time < ${endTime}` : db``}`
  const page = db`order by c.last_time desc limit ${limit}`
  return db<ListedSessionRow[]>`
    (${pairSessions(db, imId, db`and not s.is_deleted ${span}`)} ${page})
    union all (${teamSessions(db, imId, db`and c.last_seq > s.deleted_seq ${span}`)} ${page})
    order by last_time desc limit ${limit}`
}

/** The session of this conversation, also a deleted one; undefined when the account has none. */
export async function selectListedSession(
  db: Db,
  imId: number,
  { id, scene }: { id: number; scene: Scene },
): Promise<ListedSessionRow | undefined> {
  const sessionsOf = scene === 'p2p' ? pairSessions : teamSessions
  const [row] = await db<ListedSessionRow[]>`${sessionsOf(db, imId, db`and c.id = ${id}`)}`
  return row
}
