// SQL of the duty list.
import { closedAccountName } from '@xinqiao/contract/closed-account.ts'
import {
  crisisLevels,
  dutyCallSteps,
  type AlertState,
  type AlertOutcome,
  type ConversationStep,
  type CrisisLevel,
} from '@xinqiao/contract/crisis.ts'
import type { Rows } from '../../../../db/rows.ts'
import { idsWithPositions, type PageLimits, type SqlPart } from '../../../kit/db/lists.ts'
import { valuesWithId, type Db, type Tx } from '../../../kit/db/db.ts'
import { firstRow, onlyRow, readPage } from '../../../kit/db/results.ts'
import { otherSideOf } from '../../conversations/addresses.ts'

/** The level of the writer's alert that is not closed. */
export async function selectOpenLevel(db: Db, writerId: number): Promise<CrisisLevel | null> {
  const [row] = await db<{ level: CrisisLevel }[]>`
    select level from crisis_alert where writer_id = ${writerId} and state <> 'closed' and not is_drill`
  return row?.level ?? null
}

export type SignalRow = Pick<Rows['crisis_signal'], 'id' | 'hits' | 'message_time' | 'conversation_id'> &
  Pick<Rows['crisis_signal'], 'question_id' | 'booking_id' | 'team_id' | 'is_letter'> & {
    level: CrisisLevel
    peer_name: string | null
    /** The team of a message to one. */
    team_name: string | null
    /** The group of the association with this team; null for a group of accounts. */
    peer_group_id: number | null
    is_account_group: boolean
    /** The chatroom of a message to one, and the lecture that it belongs to. */
    room_name: string | null
    lecture_id: number | null
    /** Names of the leaders of a group of the site. */
    leader_names: string[]
    is_anonymous: boolean
  }

/**
 * Joins the chat account of the writer of alert `a`, and the other side of a conversation: `p`, `peer` on the site,
 * `other` in an app.
 */
const joinChat = (db: Db, conversationId: SqlPart) => db`
  left join im_account writer_chat
    on writer_chat.id = coalesce(a.app_writer_id, (select id from im_account where account_id = a.writer_id))
  left join im_conversation c on c.id = ${conversationId}
  left join im_account p on p.id = ${otherSideOf(db, db`writer_chat.id`)}
  left join account peer on peer.id = p.account_id
  left join im_user other on p.account_id is null and other.im_account_id = p.id`
const peerName = (db: Db) => db`coalesce(peer.nickname, nullif(other.nick, ''), p.accid)`

const signalRows = (db: Db, alertId: number) => db`
  select s.id, s.level, s.hits, s.message_time, s.conversation_id, s.question_id, s.booking_id, s.team_id, s.is_letter,
    ${peerName(db)} as peer_name, coalesce(q.is_anonymous, false) as is_anonymous, t.name as team_name,
    g.id as peer_group_id, coalesce(t.app_id = im_site_app() and not t.is_managed, false) as is_account_group,
    r.name as room_name, l.id as lecture_id,
    array(select nick from im_team_member
      where team_id = t.id and t.is_managed and is_valid and role <> 0 and nick <> '' order by role desc, im_account_id) as leader_names
  from crisis_signal s join crisis_alert a on a.id = s.alert_id
  left join question q on q.id = s.question_id
  left join im_team t on t.id = s.team_id
  left join peer_group g on g.team_id = s.team_id
  left join im_room r on r.id = s.room_id
  left join lecture l on l.room_id = s.room_id
  ${joinChat(db, db`s.conversation_id`)}
  where s.alert_id = ${alertId}`

/** The signals of an alert, those with the latest words first. */
export const selectSignals = (db: Db, alertId: number, { limit, offset }: PageLimits) =>
  readPage(
    db<SignalRow[]>`${signalRows(db, alertId)} order by s.message_time desc, s.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from crisis_signal where alert_id = ${alertId}`,
  )

/** @param signalId absent: reads the signal that opened the alert */
export const selectSignal = (db: Db, alertId: number, signalId: number | undefined) =>
  firstRow(db<SignalRow[]>`
    ${signalRows(db, alertId)} ${signalId === undefined ? db`` : db`and s.id = ${signalId}`} order by s.id limit 1`)

export type AlertRow = Omit<Rows['crisis_alert'], 'level' | 'state' | 'outcome'> & {
  level: CrisisLevel
  state: AlertState
  outcome: AlertOutcome | null
  writer_name: string
  /** The sealed phone number; null for an account of an app. */
  writer_phone: Uint8Array | null
  /** Name of the app, for an account of an app. */
  app_name: string | null
  /** The chat account of the writer. */
  chat_id: number | null
  peer_name: string
  /** The lecture in whose chatroom the gravest text was written. */
  lecture_id: number | null
  taker_name: string | null
  /** When a counsellor called the duty staff, the latest time. */
  duty_called_at: Date | null
  dropped_at: Date | null
  /** True for an anonymous question, whose asker's name and phone number need a reason. */
  is_anonymous: boolean
}

/**
 * The source of the gravest text of alert `a`, of several the one with the latest words. An exercise has no signal, and
 * those of a deleted source are gone: then the source that opened the alert.
 */
const sourceOfAlert = (db: Db) => db`
  (select s.question_id, s.booking_id, s.team_id, s.room_id, s.is_letter, s.conversation_id,
    num_nonnulls(s.question_id, s.booking_id, s.team_id, s.room_id, s.conversation_id) = 0 as is_report
  from crisis_signal s where s.alert_id = a.id
  order by array_position(${[...crisisLevels]}::text[], s.level), s.message_time desc, s.id desc limit 1)
  union all
  select a.question_id, a.booking_id, null, null, a.is_letter, a.conversation_id, a.is_report
  limit 1`
/** False where the source would reveal who wrote an anonymous question. */
const isSourceLinked = (db: Db) =>
  db`(coalesce(source_question.is_anonymous, false) = (a.is_anonymous or coalesce(q.is_anonymous, false)))`

/** Time of the latest of these steps for alert `a`. */
const latestStepOf = (db: Db, steps: readonly ConversationStep[]) =>
  db`(select max(t.created_at) from crisis_step t where t.alert_id = a.id and t.step = any(${[...steps]}::text[]))`

/** @param page selects the ids; it is joined first, because PostgreSQL keeps the order of many joins */
const selectAlertRows = (db: Db, page: SqlPart = db``) => db`
  select a.*, coalesce(writer.nickname, nullif(own.nick, ''), writer_chat.accid) as writer_name,
    writer.phone_sealed as writer_phone, app.name as app_name, writer_chat.id as chat_id,
    case when source.question_id is not null then '心理问答' when source.booking_id is not null then '预约咨询'
      when source.team_id is not null then case when ${isSourceLinked(db)} then '小组“' || team.name || '”' else '小组' end
      when lecture.id is not null then
        case when ${isSourceLinked(db)} then '直播讲座《' || lecture.title || '》的聊天室' else '直播讲座的聊天室' end
      when source.room_id is not null then '聊天室'
      when source.is_letter then '值班人员'
      when source.is_report then '资料、申请、举报或未送达的消息'
      when not ${isSourceLinked(db)} then '在线咨询对话'
      else coalesce(${peerName(db)}, ${closedAccountName}) end as peer_name,
    case when ${isSourceLinked(db)} then lecture.id end as lecture_id,
    ${latestStepOf(db, dutyCallSteps)} as duty_called_at, ${latestStepOf(db, ['dropped'])} as dropped_at,
    taker.nickname as taker_name, a.is_anonymous or coalesce(q.is_anonymous, false) as is_anonymous
  from crisis_alert a ${page}
  cross join lateral (${sourceOfAlert(db)}) source
  left join im_team team on team.id = source.team_id
  left join lecture on lecture.room_id = source.room_id
  left join question source_question on source_question.id = source.question_id
  left join account writer on writer.id = a.writer_id
  ${joinChat(db, db`source.conversation_id`)}
  left join im_user own on a.app_writer_id is not null and own.im_account_id = writer_chat.id
  left join im_app app on a.app_writer_id is not null and app.id = writer_chat.app_id
  left join question q on q.id = a.question_id
  left join account taker on taker.id = a.taken_by`

/** `followerId` restricts the list to the claimed alerts of this follower. */
export type AlertFilter = { state?: AlertState | undefined; followerId?: number | undefined }

const isRunning = (db: Db, { state, followerId }: AlertFilter): SqlPart =>
  db`a.state <> 'closed' ${state === undefined ? db`` : db`and a.state = ${state}`}
    ${followerId === undefined ? db`` : db`and a.taken_by = ${followerId}`}`

async function countAlerts(db: Db, filter: AlertFilter): Promise<{ running: number; closed: number }> {
  const { state } = filter
  const [row] = await db<{ running: number; closed: number }[]>`
    select (select count(*) from crisis_alert a where ${isRunning(db, filter)}) as running,
      (select count(*) from crisis_alert where state = 'closed') as closed`
  return { running: row!.running, closed: state === undefined || state === 'closed' ? row!.closed : 0 }
}

/**
 * Open alerts first: real ones before exercises, the most severe and then the oldest first. Closed ones follow, newest
 * first.
 */
export async function selectAlerts(db: Db, filter: AlertFilter, { limit, offset }: PageLimits) {
  const { running, closed } = await countAlerts(db, filter)
  const openOnPage = Math.min(limit, Math.max(0, running - offset))
  const [page] = await db<{ live: number[]; ended: number[] }[]>`
    select array(select a.id from crisis_alert a where ${isRunning(db, filter)}
        order by a.is_drill, a.state, a.severity, a.id limit ${openOnPage} offset ${offset}) as live,
      array(select id from crisis_alert where state = 'closed'
        order by id desc limit ${closed === 0 ? 0 : limit - openOnPage}
        offset ${Math.max(0, offset - running)}) as ended`
  const ids = [...page!.live, ...page!.ended]
  const rows = await db<
    AlertRow[]
  >`${selectAlertRows(db, db`join ${idsWithPositions(db, ids)} on page.id = a.id`)} order by page.position`
  return { rows, total: running + closed }
}

export async function countOpenAlerts(db: Db): Promise<number> {
  const [row] = await db<
    { open: number }[]
  >`select count(*) as open from crisis_alert where state = 'open' and not is_drill`
  return row?.open ?? 0
}

export const selectAlert = (db: Db, id: number) => firstRow(db<AlertRow[]>`${selectAlertRows(db)} where a.id = ${id}`)

/** Locks the alert, waiting for signals that are being added. */
export const lockAlert = (tx: Tx, id: number) =>
  onlyRow(tx<Pick<AlertRow, 'state' | 'hits' | 'is_drill'>[]>`
    select state, hits, is_drill from crisis_alert where id = ${id} for update`)

/**
 * Claims an open alert, or one whose follower did not look at new texts in time.
 * @returns false when another user was faster
 */
export async function updateFollower(tx: Tx, id: number, followerId: number): Promise<boolean> {
  const result = await tx`
    update crisis_alert set state = 'taken', taken_by = ${followerId}, taken_at = coalesce(taken_at, now()),
      is_reminded = false, changed_at = now(), ${lookedAt(tx, tx`hits`)}
    where id = ${id}
      and (state = 'open' or (state = 'taken' and unseen_calls > 0 and taken_by is distinct from ${followerId}))`
  return result.count === 1
}

/** The follower has looked at this many texts, and waits for no others. */
const lookedAt = (db: Db, hits: SqlPart) => db`
  seen_hits = ${hits}, unseen_since = null, unseen_calls = 0, unseen_called_at = null, has_news = false`

/** Records how many texts the follower has looked at. Does nothing for other users. */
export async function updateSeenHits(db: Db, id: number, viewerId: number, hits: number): Promise<void> {
  const isFollowed = db`id = ${id} and state = 'taken' and taken_by = ${viewerId}`
  await db`update crisis_alert set ${lookedAt(db, db`hits`)} where ${isFollowed} and hits <= ${hits}`
  await db`
    update crisis_alert set seen_hits = greatest(seen_hits, ${hits}) where ${isFollowed} and hits > ${hits}`
}

/**
 * Gives a claimed alert to another follower, who has not looked at it. All its texts wait for the new one from now on.
 * @returns false when the alert is not claimed
 */
export async function updateHandedOver(tx: Tx, id: number, followerId: number): Promise<boolean> {
  const result = await tx`
    update crisis_alert set taken_by = ${followerId}, is_reminded = false, changed_at = now(), seen_hits = 0,
      unseen_since = now(), unseen_calls = 0, unseen_called_at = null,
      has_news = false, news_sent_at = null
    where id = ${id} and state = 'taken'`
  return result.count === 1
}

type AlertChange = {
  state: AlertState
  outcome?: AlertOutcome
  closed_at?: Date
  follow_up_on?: string | null
  is_reminded?: boolean
}

/**
 * Changes an alert that is in one of these states.
 * @returns false when another user was faster
 */
export async function updateAlert(
  tx: Tx,
  id: number,
  from: readonly AlertState[],
  change: AlertChange,
): Promise<boolean> {
  const result = await tx`
    update crisis_alert set ${tx(change)}, changed_at = now() where id = ${id} and state in ${tx(from)}`
  return result.count === 1
}

export type NoteRow = Pick<Rows['crisis_note'], 'id' | 'text_sealed' | 'created_at'> & { author: string }

export const selectNotes = (db: Db, alertId: number) =>
  db<NoteRow[]>`
    select n.id, n.text_sealed, n.created_at, coalesce(account.nickname, '已删除的账号') as author
    from crisis_note n left join account on account.id = n.author_id where alert_id = ${alertId} order by n.id`

type NewNote = Pick<Rows['crisis_note'], 'id' | 'alert_id' | 'author_id' | 'text_sealed'>

export async function insertNote(tx: Tx, note: NewNote): Promise<void> {
  await tx`insert into crisis_note ${valuesWithId(tx, note)}`
}
