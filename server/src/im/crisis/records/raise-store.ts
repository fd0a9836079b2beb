// SQL that opens crisis alerts and adds signals to them.
import { crisisLevels, type CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { hourSeconds } from '@xinqiao/contract/time.ts'
import { recordHit } from '../../../kit/auth/throttle.ts'
import { reserveId, valuesWithId, type Db, type Tx } from '../../../kit/db/db.ts'
import type { SqlPart } from '../../../kit/db/lists.ts'
import { firstRow } from '../../../kit/db/results.ts'
import { joinPeer } from '../../changes/peers.ts'
import { isConversationOf } from '../../conversations/addresses.ts'

type SignalSource = {
  conversationId?: number
  questionId?: number | undefined
  bookingId?: number | undefined
  /** The team of a message. */
  teamId?: number | undefined
  /** The chatroom of a message. */
  roomId?: number | undefined
}
export type SealText = (textId: number) => Buffer
/** The portal account, or an account of an app, which has none. */
export type SignalWriter = { accountId: number } | { accountId: null; imId: number }
/** A text that the alert keeps, and the message that has it; its client id for one that may not be stored yet. */
export type PreservedText = {
  sealText: SealText
  messageId?: number | null | undefined
  idClient?: string | undefined
  /** Time of an earlier message; absent for a text of this moment. */
  time?: number | undefined
}
type SignalDraft = SignalSource & {
  writer: SignalWriter
  level: CrisisLevel
  time: number
  /** Time of the first message, when the words were split over several. */
  fromTime?: number | undefined
  /** True for a letter of the writer to the duty staff. */
  isLetter?: boolean
  /** True to hide the writer's name. A question has its own setting for this. */
  isAnonymous?: boolean
  /** Texts for which the duty staff have no other place, oldest first. */
  texts?: readonly PreservedText[]
}

/** Account of the writer, and its conversation with the target. */
export const selectWriterAndConversation = (tx: Tx, imId: number, to: string) =>
  firstRow(tx<{ accountId: number | null; conversationId: number }[]>`
    select writer.account_id as "accountId", c.id as "conversationId"
    from im_account writer ${joinPeer(tx, tx`writer.id`, tx`${to}`)}
    join im_conversation c on ${isConversationOf(tx, tx`writer.id`, tx`p.id`)}
    where writer.id = ${imId}`)

export const selectWriter = (tx: Tx, imId: number) =>
  firstRow(tx<{ accountId: number | null }[]>`select account_id as "accountId" from im_account where id = ${imId}`)

/** Position of a level in the order of severity; 1 is the most severe. */
const rankOfLevel = (db: Db, level: SqlPart) => db`array_position(${[...crisisLevels]}::text[], ${level})`

const lockKeyOf = (writer: SignalWriter) => (writer.accountId === null ? `app ${writer.imId}` : `${writer.accountId}`)

/** Serialises the signals of one writer, so that parallel ones open one alert. */
export async function lockWriter(tx: Tx, writer: SignalWriter): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`crisis alert ${lockKeyOf(writer)}`}, 0))`
}

/** Limit per writer and level, against floods of texts that no conversation and no page shows to the duty staff. */
const maxPreservedTextsPerHour = 20

/**
 * Counts such a text.
 * @returns false above the limit
 */
export const claimPreservedText = async (tx: Tx, writer: SignalWriter, level: CrisisLevel): Promise<boolean> =>
  (await recordHit(tx, `crisis text ${lockKeyOf(writer)} ${level}`, hourSeconds)) <= maxPreservedTextsPerHour

/** The team, if the writer is or was a member. Others' messages are refused, and say nothing about the team. */
const teamOfWriter = (tx: Tx, writer: SignalWriter, teamId: number) => tx`(
  select m.team_id from im_team_member m join im_account i on i.id = m.im_account_id
  where m.team_id = ${teamId} and ${writer.accountId === null ? tx`i.id = ${writer.imId}` : tx`i.account_id = ${writer.accountId}`})`

/** The chatroom of a lecture; undefined for an unknown one. */
export async function selectRoomOfLecture(db: Db, lectureId: number): Promise<number | undefined> {
  const rows = await db<{ room_id: number }[]>`select room_id from lecture where id = ${lectureId}`
  return rows[0]?.room_id
}

/**
 * Opens an alert, or adds to the writer's open one. A higher level notifies the duty staff again, and each new text
 * notifies the follower. The caller holds the writer's lock.
 */
export async function upsertSignal(
  tx: Tx,
  { writer, level, time, fromTime = time, isLetter = false, isAnonymous = false, texts = [], ...source }: SignalDraft,
): Promise<{ alertId: number; textIds: number[] }> {
  const { conversationId = null, questionId = null, bookingId = null, teamId = null, roomId = null } = source
  const isRaised = (table: 'crisis_alert' | 'crisis_signal') =>
    tx`${rankOfLevel(tx, tx`excluded.level`)} < ${rankOfLevel(tx, tx`${tx(table)}.level`)}`
  const { accountId } = writer
  const imId = writer.accountId === null ? writer.imId : null
  const isReport = !isLetter && conversationId === null && questionId === null && bookingId === null
  const [alert] = await tx<{ id: number }[]>`
    insert into crisis_alert (writer_id, app_writer_id, account_id, im_account_id, conversation_id, question_id,
      booking_id, is_report, is_letter, is_anonymous, level, message_time)
    values (${accountId}, ${imId}, ${conversationId === null ? accountId : null},
      ${conversationId === null ? null : tx`coalesce(${imId}, (select id from im_account where account_id = ${accountId}))`},
      ${conversationId}, ${questionId}, ${bookingId}, ${isReport}, ${isLetter},
      coalesce((select is_anonymous from question where id = ${questionId}), ${isAnonymous}), ${level}, ${time})
    on conflict (${tx(accountId === null ? 'app_writer_id' : 'writer_id')}) where state <> 'closed' and not is_drill
    do update set hits = crisis_alert.hits + 1, message_time = greatest(crisis_alert.message_time, excluded.message_time),
      changed_at = now(),
      called_at = case when ${isRaised('crisis_alert')} then to_timestamp(0) else crisis_alert.called_at end,
      has_news = crisis_alert.has_news or crisis_alert.state = 'taken',
      news_sent_at = case when ${isRaised('crisis_alert')} then null else crisis_alert.news_sent_at end,
      unseen_since = case when crisis_alert.state = 'taken' then coalesce(crisis_alert.unseen_since, now()) end,
      level = case when ${isRaised('crisis_alert')} then excluded.level else crisis_alert.level end
    returning id`
  const [signal] = await tx<{ id: number }[]>`
    insert into crisis_signal (alert_id, level, message_time, conversation_id, question_id, booking_id, team_id,
      room_id, is_letter)
    values (${alert!.id}, ${level}, ${time}, ${conversationId}, ${questionId}, ${bookingId},
      ${teamId === null ? null : teamOfWriter(tx, writer, teamId)}, ${roomId}, ${isLetter})
    on conflict on constraint crisis_signal_source do update
    set hits = crisis_signal.hits + 1, message_time = greatest(crisis_signal.message_time, excluded.message_time),
      level = case when ${isRaised('crisis_signal')} then excluded.level else crisis_signal.level end
    returning id`
  if (conversationId !== null)
    await tx`
      insert into crisis_mark (signal_id, from_time, until_time)
      values (${signal!.id}, ${Math.min(fromTime, time)}, ${time})`
  const signalRef = { alertId: alert!.id, signalId: signal!.id }
  const textIds: number[] = []
  for (const text of texts) textIds.push(await insertText(tx, signalRef, text))
  return { alertId: alert!.id, textIds }
}

async function insertText(
  tx: Tx,
  { alertId, signalId }: { alertId: number; signalId: number },
  { sealText, messageId = null, idClient, time = Date.now() }: PreservedText,
): Promise<number> {
  const id = await reserveId(tx, 'crisis_text')
  await tx`insert into crisis_text ${valuesWithId(tx, {
    id,
    alert_id: alertId,
    signal_id: signalId,
    text_sealed: sealText(id),
    created_at: new Date(time),
    message_id: messageId,
    id_client: idClient ?? null,
  })}`
  return id
}

/**
 * Moves a kept text to a new signal of this team, because the text was raised before its team was known. The team has
 * no signal of this writer yet.
 */
export async function updateTextTeam(
  tx: Tx,
  { id, teamId, level }: { id: number; teamId: number; level: CrisisLevel },
): Promise<void> {
  const [source] = await tx<{ signal_id: number }[]>`select signal_id from crisis_text where id = ${id} for update`
  if (!source) return
  await tx`
    with moved as (
      insert into crisis_signal (alert_id, level, message_time, team_id)
      select alert_id, ${level}, (extract(epoch from created_at) * 1000)::bigint, ${teamId}
      from crisis_text where id = ${id} returning id)
    update crisis_text t set signal_id = moved.id from moved where t.id = ${id}`
  await tx`update crisis_signal set hits = hits - 1 where id = ${source.signal_id}`
  await tx`delete from crisis_signal where id = ${source.signal_id} and hits = 0`
}

/** A message of the chat, with the account of its writer; null for an account of an app. */
export type MessageAlert = {
  accountId: number | null
  imId: number
  conversationId: number
  level: CrisisLevel
  time: number
  fromTime: number
}

/** True when an alert already counts this message, at this level or a more severe one. */
export async function isMessageCounted(
  tx: Tx,
  { accountId, imId, conversationId, level, time }: Omit<MessageAlert, 'fromTime'>,
): Promise<boolean> {
  const countedMarks = await tx`
    select 1 from crisis_mark k join crisis_signal s on s.id = k.signal_id join crisis_alert a on a.id = s.alert_id
    where s.conversation_id = ${conversationId} and k.until_time = ${time}
      and ${accountId === null ? tx`a.app_writer_id = ${imId}` : tx`a.writer_id = ${accountId}`}
      and ${rankOfLevel(tx, tx`s.level`)} <= ${rankOfLevel(tx, tx`${level}`)} limit 1`
  return countedMarks.length > 0
}

/** Exercises of the last hour, of all staff. */
export async function countRecentExercises(tx: Tx): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*) as count from crisis_alert where is_drill and created_at > now() - interval '1 hour'`
  return row!.count
}

/**
 * An exercise with a letter as its only source.
 * @returns null while the last one of this person is open
 */
export async function insertExercise(tx: Tx, writerId: number, sealText: SealText): Promise<number | null> {
  const now = Date.now()
  const [alert] = await tx<{ id: number }[]>`
    insert into crisis_alert (writer_id, account_id, is_letter, is_drill, level, message_time)
    values (${writerId}, ${writerId}, true, true, 'plan', ${now})
    on conflict (writer_id) where state <> 'closed' and is_drill do nothing returning id`
  if (!alert) return null
  const [signal] = await tx<{ id: number }[]>`
    insert into crisis_signal (alert_id, level, message_time, is_letter)
    values (${alert.id}, 'plan', ${now}, true) returning id`
  const id = await reserveId(tx, 'crisis_text')
  const text = { id, alert_id: alert.id, signal_id: signal!.id, text_sealed: sealText(id) }
  await tx`insert into crisis_text ${valuesWithId(tx, text)}`
  return alert.id
}
