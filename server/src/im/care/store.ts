// All SQL of the duty list.
import { crisisLevels, type AlertState, type AlertOutcome, type CrisisLevel } from '@xinqiao/contract/care.ts'
import type { Rows } from '../../../db/rows.ts'
import type { SqlPart, Page } from '../../kit/db/lists.ts'
import { reserveId, transaction, valuesWithId, type Db, type Sql, type Tx } from '../../kit/db/db.ts'
import { firstRow, onlyRow, readPage } from '../../kit/db/results.ts'
import { joinPeer } from '../changes/peers.ts'
import { isConversationOf, otherSideOf } from '../conversations/addresses.ts'

type Source = { conversationId?: number; questionId?: number | undefined; bookingId?: number | undefined }
type SealText = (textId: number) => Buffer
type Signal = Source & {
  writerId: number
  level: CrisisLevel
  time: number
  /** Time of the first message, when the words were split over several. */
  fromTime?: number | undefined
  /** True for a letter of the writer to the duty staff. */
  isLetter?: boolean
  /** Hides the writer's name; a question decides by its own setting. */
  isAnonymous?: boolean
  sealText?: SealText | undefined
}

/** Rank of a level in the order of severity; 1 is the most severe. */
const rankOf = (db: Db, level: SqlPart) => db`array_position(${[...crisisLevels]}::text[], ${level})`

/** Locks one writer's signals, so that concurrent ones open a single alert. */
async function lockWriter(tx: Tx, writerId: number): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`crisis alert ${writerId}`}, 0))`
}

/**
 * Opens an alert, or adds to the writer's open one. A higher level notifies the duty staff again. The caller holds the
 * writer's lock.
 */
async function addSignal(
  tx: Tx,
  { writerId, level, time, fromTime = time, isLetter = false, isAnonymous = false, sealText, ...source }: Signal,
): Promise<number> {
  const { conversationId = null, questionId = null, bookingId = null } = source
  const isRaised = (table: 'crisis_alert' | 'crisis_signal') =>
    tx`${rankOf(tx, tx`excluded.level`)} < ${rankOf(tx, tx`${tx(table)}.level`)}`
  const isReport = !isLetter && conversationId === null && questionId === null && bookingId === null
  const [alert] = await tx<{ id: number }[]>`
    insert into crisis_alert (writer_id, account_id, im_account_id, conversation_id, question_id, booking_id, is_report,
      is_letter, is_anonymous, level, message_time)
    values (${writerId}, ${conversationId === null ? writerId : null},
      ${conversationId === null ? null : tx`(select id from im_account where account_id = ${writerId})`},
      ${conversationId}, ${questionId}, ${bookingId}, ${isReport}, ${isLetter},
      coalesce((select is_anonymous from question where id = ${questionId}), ${isAnonymous}), ${level}, ${time})
    on conflict (writer_id) where state <> 'closed' and not is_drill do update
    set hits = crisis_alert.hits + 1, message_time = greatest(crisis_alert.message_time, excluded.message_time),
      changed_at = now(),
      called_at = case when ${isRaised('crisis_alert')} then to_timestamp(0) else crisis_alert.called_at end,
      has_news = crisis_alert.has_news or (crisis_alert.state = 'taken' and ${isRaised('crisis_alert')}),
      level = case when ${isRaised('crisis_alert')} then excluded.level else crisis_alert.level end
    returning id`
  const [signal] = await tx<{ id: number; hits: number }[]>`
    insert into crisis_signal (alert_id, level, message_time, conversation_id, question_id, booking_id, is_letter)
    values (${alert!.id}, ${level}, ${time}, ${conversationId}, ${questionId}, ${bookingId}, ${isLetter})
    on conflict on constraint crisis_signal_source do update
    set hits = crisis_signal.hits + 1, message_time = greatest(crisis_signal.message_time, excluded.message_time),
      level = case when ${isRaised('crisis_signal')} then excluded.level else crisis_signal.level end
    returning id, hits`
  // news: a new source, a letter or a kept text. The follower is notified of news at most every ten minutes.
  if (signal!.hits === 1 || isLetter || sealText)
    await tx`update crisis_alert set has_news = true where id = ${alert!.id} and state = 'taken'`
  if (conversationId !== null)
    await tx`
      insert into crisis_mark (signal_id, from_time, until_time)
      values (${signal!.id}, ${Math.min(fromTime, time)}, ${time})`
  if (!sealText) return alert!.id
  const id = await reserveId(tx, 'crisis_text')
  await tx`insert into crisis_text ${valuesWithId(tx, { id, alert_id: alert!.id, signal_id: signal!.id, text_sealed: sealText(id) })}`
  return alert!.id
}

export type ChatAlert = {
  imId: number
  to: string
  level: CrisisLevel
  time: number
  /** Time of the first message, when the words were split over several. */
  fromTime?: number | undefined
}

/** Idempotent: a repeated message adds no signal, unless it was edited and is now more severe. */
export const raiseAlert = (sql: Sql, { imId, to, level, time, fromTime = time }: ChatAlert): Promise<void> =>
  transaction(sql, async (tx) => {
    const [found] = await tx<{ writerId: number; conversationId: number }[]>`
      select w.account_id as "writerId", c.id as "conversationId"
      from im_account w ${joinPeer(tx, tx`w.id`, tx`${to}`)}
      join im_conversation c on ${isConversationOf(tx, tx`w.id`, tx`p.id`)}
      where w.id = ${imId} and w.account_id is not null`
    if (!found) return
    const { writerId, conversationId } = found
    await lockWriter(tx, writerId)
    const [counted] = await tx`
      select 1 from crisis_mark k join crisis_signal s on s.id = k.signal_id join crisis_alert a on a.id = s.alert_id
      where s.conversation_id = ${conversationId} and a.writer_id = ${writerId} and k.until_time = ${time}
        and ${rankOf(tx, tx`s.level`)} <= ${rankOf(tx, tx`${level}`)} limit 1`
    if (!counted) await addSignal(tx, { writerId, conversationId, level, time, fromTime })
  })

type ConversationAlert = { writerId: number; conversationId: number; level: CrisisLevel; time: number }

/** Adds a signal that the counsellor of the conversation raised. @returns the alert */
export async function raiseConversationAlert(
  tx: Tx,
  { writerId, conversationId, level, time }: ConversationAlert,
): Promise<number> {
  await lockWriter(tx, writerId)
  return addSignal(tx, { writerId, conversationId, level, time })
}

export type WrittenAlert = {
  accountId: number
  /** The question or booking that the words are about; null for a report. */
  questionId?: number | undefined
  bookingId?: number | undefined
  level: CrisisLevel
  isLetter?: boolean
  isAnonymous?: boolean
  /** The words themselves, if the question does not show them. */
  sealText?: SealText | undefined
}

/** The same for a text to the association. */
export async function raiseWrittenAlert(tx: Tx, { accountId, ...alert }: WrittenAlert): Promise<void> {
  await lockWriter(tx, accountId)
  await addSignal(tx, { ...alert, writerId: accountId, time: Date.now() })
}

/** Number of exercises of the last hour, of all staff. */
export async function countRecentDrills(tx: Tx): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*) as count from crisis_alert where is_drill and created_at > now() - interval '1 hour'`
  return row!.count
}

/** Opens an exercise whose only source is a letter. @returns null while the last one about this person is open */
export async function insertDrill(tx: Tx, writerId: number, sealText: SealText): Promise<number | null> {
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

/** The portal account of a chat account; null when it was deleted. */
export async function findAccountOf(db: Db, imId: number): Promise<number | null> {
  const [row] = await db<{ account_id: number | null }[]>`select account_id from im_account where id = ${imId}`
  return row?.account_id ?? null
}

/** The level of the writer's alert that is not closed. */
export async function findOpenLevel(db: Db, writerId: number): Promise<CrisisLevel | null> {
  const [row] = await db<{ level: CrisisLevel }[]>`
    select level from crisis_alert where writer_id = ${writerId} and state <> 'closed' and not is_drill`
  return row?.level ?? null
}

export type SignalRow = Pick<Rows['crisis_signal'], 'id' | 'hits' | 'message_time' | 'conversation_id'> &
  Pick<Rows['crisis_signal'], 'question_id' | 'booking_id' | 'is_letter'> & {
    level: CrisisLevel
    peer_name: string | null
    is_anonymous: boolean
  }

/** Oldest first: the first is the source that opened the alert. */
export const listSignals = (db: Db, alertId: number) =>
  db<SignalRow[]>`
    select s.id, s.level, s.hits, s.message_time, s.conversation_id, s.question_id, s.booking_id,
      s.is_letter,
      peer.nickname as peer_name, coalesce(q.is_anonymous, false) as is_anonymous
    from crisis_signal s join crisis_alert a on a.id = s.alert_id
    left join question q on q.id = s.question_id
    left join im_account w on w.account_id = a.writer_id
    left join im_conversation c on c.id = s.conversation_id
    left join im_account p on p.id = ${otherSideOf(db, db`w.id`)}
    left join account peer on peer.id = p.account_id
    where s.alert_id = ${alertId} order by s.id limit 200`

export async function findChatId(db: Db, writerId: number): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`select id from im_account where account_id = ${writerId}`
  return row?.id ?? null
}

export type AlertRow = Omit<Rows['crisis_alert'], 'level' | 'state' | 'outcome'> & {
  level: CrisisLevel
  state: AlertState
  outcome: AlertOutcome | null
  writer_name: string
  writer_id: number
  writer_phone: Uint8Array
  peer_name: string
  taker_name: string | null
  /** True for an anonymous question, whose asker's name and phone number need a reason. */
  is_anonymous: boolean
}

const alert = (db: Db) => db`
  select a.*, writer.nickname as writer_name, writer.id as writer_id, writer.phone_sealed as writer_phone,
    case when a.question_id is not null then '心理问答' when a.booking_id is not null then '预约咨询'
      when a.is_report then '未送达的消息、申请或举报' when a.is_letter then '值班人员'
      else coalesce(peer.nickname, '已注销的账号') end as peer_name,
    taker.nickname as taker_name, a.is_anonymous or coalesce(q.is_anonymous, false) as is_anonymous
  from crisis_alert a
  join account writer on writer.id = a.writer_id
  left join im_account w on w.account_id = a.writer_id
  left join im_conversation c on c.id = a.conversation_id
  left join question q on q.id = a.question_id
  left join im_account p on p.id = ${otherSideOf(db, db`w.id`)}
  left join account peer on peer.id = p.account_id
  left join account taker on taker.id = a.taken_by`

/**
 * Open alerts first: real ones before exercises, the most severe and then the oldest first. Closed ones follow, newest
 * first.
 */
export function listAlerts(db: Db, state: AlertState | undefined, { limit, offset }: Page) {
  const where = state === undefined ? db`` : db`where state = ${state}`
  return readPage(
    db<AlertRow[]>`
      ${alert(db)} ${state === undefined ? db`` : db`where a.state = ${state}`}
      order by a.state = 'closed', a.state <> 'closed' and a.is_drill, a.state = 'open' desc,
        case when a.state <> 'closed' then ${rankOf(db, db`a.level`)} end,
        case when a.state <> 'closed' then a.id end, a.id desc
      limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from crisis_alert ${where}`,
  )
}

export async function countOpen(db: Db): Promise<number> {
  const [row] = await db<
    { open: number }[]
  >`select count(*) as open from crisis_alert where state = 'open' and not is_drill`
  return row?.open ?? 0
}

export const findAlert = (db: Db, id: number) => firstRow(db<AlertRow[]>`${alert(db)} where a.id = ${id}`)

/** Locks the alert, waiting for signals that are being added. */
export const lockAlert = (tx: Tx, id: number) =>
  onlyRow(tx<Pick<AlertRow, 'state' | 'hits' | 'is_drill'>[]>`
    select state, hits, is_drill from crisis_alert where id = ${id} for update`)

type Change = {
  state: AlertState
  taken_by?: number
  taken_at?: Date
  outcome?: AlertOutcome
  closed_at?: Date
  follow_up_on?: string | null
  is_reminded?: boolean
}

/** @returns false when another user was faster */
export async function changeAlert(tx: Tx, id: number, from: readonly AlertState[], change: Change): Promise<boolean> {
  const result = await tx`
    update crisis_alert set ${tx(change)}, changed_at = now() where id = ${id} and state in ${tx(from)}`
  return result.count === 1
}

export type NoteRow = Pick<Rows['crisis_note'], 'id' | 'text_sealed' | 'created_at'> & { author: string }

export const listNotes = (db: Db, alertId: number) =>
  db<NoteRow[]>`
    select n.id, n.text_sealed, n.created_at, coalesce(account.nickname, '已删除的账号') as author
    from crisis_note n left join account on account.id = n.author_id where alert_id = ${alertId} order by n.id`

type NewNote = Pick<Rows['crisis_note'], 'id' | 'alert_id' | 'author_id' | 'text_sealed'>

export async function insertNote(tx: Tx, note: NewNote): Promise<void> {
  await tx`insert into crisis_note ${valuesWithId(tx, note)}`
}
