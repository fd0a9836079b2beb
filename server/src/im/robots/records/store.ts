// SQL of robots and of the questions that wait for their answers.
import type { RobotKind } from '@xinqiao/contract/im/robots/ai-model.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { Db } from '../../../kit/db/db.ts'
import { firstRow, onlyRow } from '../../../kit/db/results.ts'
import { joinPeer } from '../../changes/peers.ts'
import { joinMessageAddress } from '../../conversations/addresses.ts'
import { conversationColumns, messageColumns, type MessageRow } from '../../conversations/message-columns.ts'

export type Robot = {
  imId: number
  appId: number
  accid: string
  kind: RobotKind
  welcome: string
  prompt: string
  /** Where the backend receives questions; empty for none. */
  questionUrl: string
  /** True when the backend of the app has blocked it: it gives no answers. */
  isBlocked: boolean
}

/** The account that this one knows by the name; `kind` is null for a person. */
export const selectAddressee = (db: Db, imId: number, accid: string) =>
  firstRow(db<(Omit<Robot, 'kind'> & { kind: RobotKind | null })[]>`
    select p.id as "imId", p.app_id as "appId", p.accid, r.kind, r.welcome, r.prompt,
      r.question_url as "questionUrl", p.is_blocked as "isBlocked"
    from (values (1)) one ${joinPeer(db, db`${imId}`, db`${accid}`)} left join im_robot r on r.im_account_id = p.id`)

type RobotProfile = Omit<Robot, 'isBlocked' | 'questionUrl'> &
  Pick<Rows['im_user'], 'nick' | 'avatar' | 'sign' | 'gender' | 'custom' | 'update_time'> & {
    created_at: Date
  }

/** Maximum number of robots of an app. */
export const maxRobots = 50

export const selectRobots = (db: Db, appId: number) =>
  db<RobotProfile[]>`
    select a.id as "imId", a.app_id as "appId", a.accid, r.kind, r.welcome, r.prompt, u.nick, u.avatar, u.sign, u.gender,
      u.custom, u.update_time, u.created_at
    from im_robot r join im_account a on a.id = r.im_account_id join im_user u on u.im_account_id = a.id
    where a.app_id = ${appId} and not a.is_blocked order by a.id limit ${maxRobots}`

/** Locks the app, so that two calls cannot exceed the maximum together. */
export async function countRobots(db: Db, appId: number): Promise<number> {
  await db`select id from im_app where id = ${appId} for no key update`
  const [row] = await db<{ count: number }[]>`
    select count(*) from im_robot r join im_account a on a.id = r.im_account_id where a.app_id = ${appId}`
  return row!.count
}

export async function hasRobot(db: Db, imId: number): Promise<boolean> {
  const rows = await db`select 1 from im_robot where im_account_id = ${imId}`
  return rows.length > 0
}

export type RobotValues = { kind: RobotKind; welcome: string; prompt: string; questionUrl: string }

export async function upsertRobot(db: Db, imId: number, robot: RobotValues): Promise<void> {
  const { kind, welcome, prompt, questionUrl } = robot
  await db`
    insert into im_robot (im_account_id, kind, welcome, prompt, question_url)
    values (${imId}, ${kind}, ${welcome}, ${prompt}, ${questionUrl})
    on conflict (im_account_id) do update
    set kind = ${kind}, welcome = ${welcome}, prompt = ${prompt}, question_url = ${questionUrl}`
}

/** Key and secret that sign requests to the backend of an app. */
export const selectSigningApp = (db: Db, appId: number) =>
  onlyRow(db<Pick<Rows['im_app'], 'app_key' | 'secret_sealed'>[]>`
    select app_key, secret_sealed from im_app where id = ${appId}`)

// ---- questions

export type QuestionKey = { senderId: number; idClient: string }

/** Commits before the message of the question is stored. */
export async function insertQuestion(db: Db, { senderId, idClient }: QuestionKey, robotId: number): Promise<void> {
  await db`
    insert into im_robot_question (sender_id, id_client, robot_id) values (${senderId}, ${idClient}, ${robotId})
    on conflict do nothing`
}

export async function deleteQuestion(db: Db, { senderId, idClient }: QuestionKey): Promise<void> {
  await db`delete from im_robot_question where sender_id = ${senderId} and id_client = ${idClient}`
}

export type UnansweredQuestion = QuestionKey & { sender: string; robot: string; appId: number; messageId: number }

/** Questions whose message is stored, but that no node has answered. Another run takes them after this time only. */
export const claimUnansweredQuestions = (db: Db, pauseSeconds: number, limit: number) =>
  db<UnansweredQuestion[]>`
    with due as (
      update im_robot_question q set due_at = now() + make_interval(secs => ${pauseSeconds})
      from (
        select sender_id, id_client from im_robot_question where due_at < now()
        order by due_at limit ${limit} for update skip locked
      ) late
      where q.sender_id = late.sender_id and q.id_client = late.id_client returning q.*
    )
    select q.sender_id as "senderId", q.id_client as "idClient", a.accid as sender, a.app_id as "appId",
      r.accid as robot, m.id as "messageId"
    from due q join im_account a on a.id = q.sender_id join im_account r on r.id = q.robot_id
    join im_message m on m.sender_id = q.sender_id and m.id_client = q.id_client
    order by q.created_at`

/** Questions that were refused, or whose sender disconnected; and those that could not be answered for a day. */
export async function deleteAbandonedQuestions(db: Db): Promise<void> {
  await db`
    delete from im_robot_question q where q.created_at < now() - interval '1 day'
      or q.created_at < now() - interval '10 minutes' and not exists (
        select 1 from im_message m where m.sender_id = q.sender_id and m.id_client = q.id_client)`
}

/** A message between these accounts that was not recalled, whichever of them sent it. */
export const selectExchangedMessage = (db: Db, { imId, peerId, id }: { imId: number; peerId: number; id: number }) =>
  firstRow(db<(MessageRow & { is_own: boolean })[]>`
    select ${messageColumns(db)}, ${conversationColumns(db)}, m.sender_id = ${imId} as is_own
    from im_message m join im_conversation c on c.id = m.conversation_id ${joinMessageAddress(db)}
    where m.id = ${id} and c.scene = 'p2p' and c.low_id = least(${imId}::bigint, ${peerId}::bigint)
      and c.high_id = greatest(${imId}::bigint, ${peerId}::bigint) and length(m.body) > 0 and m.seq > c.erased_seq`)
