// All SQL that raises crisis alerts.
import { crisisLevels, type CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { sealedPlaces } from '../../kit/auth/sealed-places.ts'
import type { SealPlace } from '../../kit/auth/secrets.ts'
import { recordHit } from '../../kit/auth/throttle.ts'
import { reserveId, transaction, valuesWithId, type Db, type Sql, type Tx } from '../../kit/db/db.ts'
import type { SqlPart } from '../../kit/db/lists.ts'
import { hourSeconds } from '../../kit/time.ts'
import { joinPeer } from '../changes/peers.ts'
import { isConversationOf } from '../conversations/addresses.ts'
import { queueForApp, type QueuedAlert } from './app-alert-store.ts'

type Source = { conversationId?: number; questionId?: number | undefined; bookingId?: number | undefined }
type SealText = (textId: number) => Buffer
/** The portal account, or an account of an app, which has none. */
type Writer = { accountId: number } | { accountId: null; imId: number }
type Signal = Source & {
  writer: Writer
  level: CrisisLevel
  time: number
  /** Time of the first message, when the words were split over several. */
  fromTime?: number | undefined
  /** A letter of the writer to the duty staff. */
  isLetter?: boolean
  /** Hides the writer's name; a question decides by its own setting. */
  isAnonymous?: boolean
  sealText?: SealText | undefined
}

/** Place of a level in the order of severity; 1 is the most severe. */
const rankOf = (db: Db, level: SqlPart) => db`array_position(${[...crisisLevels]}::text[], ${level})`

const keyOf = (writer: Writer) => (writer.accountId === null ? `app ${writer.imId}` : `${writer.accountId}`)

/** Serialises the signals of one writer, so that parallel ones open one alert. */
async function lockWriter(tx: Tx, writer: Writer): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`crisis alert ${keyOf(writer)}`}, 0))`
}

/** Limit per writer and level, against floods of texts that no conversation and no page shows to the duty staff. */
const maxKeptTextsPerHour = 20

/** Counts such a text. @returns false above the limit */
const isTextKept = async (tx: Tx, writer: Writer, level: CrisisLevel): Promise<boolean> =>
  (await recordHit(tx, `crisis text ${keyOf(writer)} ${level}`, hourSeconds)) <= maxKeptTextsPerHour

/**
 * Opens an alert, or adds to the writer's open one. A higher level notifies the duty staff again.
 * The caller holds the writer's lock.
 */
async function addSignal(
  tx: Tx,
  { writer, level, time, fromTime = time, isLetter = false, isAnonymous = false, sealText, ...source }: Signal,
): Promise<number> {
  const { conversationId = null, questionId = null, bookingId = null } = source
  const isRaised = (table: 'crisis_alert' | 'crisis_signal') =>
    tx`${rankOf(tx, tx`excluded.level`)} < ${rankOf(tx, tx`${tx(table)}.level`)}`
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
  // a new place, a letter or a kept text: the follower is notified, at most every ten minutes
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

/**
 * Idempotent: raising it again changes nothing, unless the message was edited to a more severe level. An app with its
 * own duty staff receives the alert at its backend.
 */
export const raiseAlert = (sql: Sql, { imId, to, level, time, fromTime = time }: ChatAlert): Promise<void> =>
  transaction(sql, async (tx) => {
    const [found] = await tx<{ accountId: number | null; conversationId: number }[]>`
      select w.account_id as "accountId", c.id as "conversationId"
      from im_account w ${joinPeer(tx, tx`w.id`, tx`${to}`)}
      join im_conversation c on ${isConversationOf(tx, tx`w.id`, tx`p.id`)}
      where w.id = ${imId}`
    if (!found) return
    const { accountId, conversationId } = found
    const alert = { imId, level, time, fromTime, conversationId }
    await lockWriter(tx, { accountId, imId })
    if (accountId !== null || !(await queueForApp(tx, { ...alert, sessionId: `p2p-${to}` })))
      await addMessage(tx, { accountId, ...alert })
  })

type MessageAlert = Omit<Required<ChatAlert>, 'to'> & { accountId: number | null; conversationId: number }

/** Adds a message to the duty list of the association. The caller holds the writer's lock. */
async function addMessage(tx: Tx, { accountId, imId, conversationId, ...alert }: MessageAlert): Promise<void> {
  const { level, time } = alert
  const [counted] = await tx`
    select 1 from crisis_mark k join crisis_signal s on s.id = k.signal_id join crisis_alert a on a.id = s.alert_id
    where s.conversation_id = ${conversationId} and k.until_time = ${time}
      and ${accountId === null ? tx`a.app_writer_id = ${imId}` : tx`a.writer_id = ${accountId}`}
      and ${rankOf(tx, tx`s.level`)} <= ${rankOf(tx, tx`${level}`)} limit 1`
  if (!counted) await addSignal(tx, { writer: { accountId, imId }, conversationId, ...alert })
}

type ChatText = { imId: number; level: CrisisLevel; sessionId: string; seal: (place: SealPlace) => Buffer }

/** The same for a text of the chat that no conversation shows. */
export async function raiseChatText(tx: Tx, { imId, level, sessionId, seal }: ChatText): Promise<void> {
  const [found] = await tx<{ accountId: number | null }[]>`
    select account_id as "accountId" from im_account where id = ${imId}`
  if (!found) return
  const { accountId } = found
  const writer = { accountId, imId }
  const time = Date.now()
  await lockWriter(tx, writer)
  if (!(await isTextKept(tx, writer, level))) return
  if (accountId === null && (await queueForApp(tx, { imId, level, time, fromTime: time, sessionId, seal }))) return
  await addSignal(tx, { writer, level, time, sealText: (id) => seal(sealedPlaces.crisisText(id)) })
}

/** The same for a text of a form. */
export async function raiseFormText(
  tx: Tx,
  { accountId, level, sealText }: { accountId: number; level: CrisisLevel; sealText: SealText },
): Promise<void> {
  const writer = { accountId }
  await lockWriter(tx, writer)
  if (await isTextKept(tx, writer, level)) await addSignal(tx, { writer, level, time: Date.now(), sealText })
}

/** Adds an alert that the backend of the app did not accept to the duty list of the association. */
export async function passOnAlert(
  tx: Tx,
  { im_account_id: imId, level, message_time: time, from_time: fromTime, ...alert }: QueuedAlert,
  seal: ((place: SealPlace) => Buffer) | null,
): Promise<void> {
  await lockWriter(tx, { accountId: null, imId })
  const { conversation_id: conversationId } = alert
  if (conversationId !== null) return addMessage(tx, { accountId: null, imId, conversationId, level, time, fromTime })
  const sealText = seal ? (id: number) => seal(sealedPlaces.crisisText(id)) : undefined
  await addSignal(tx, { writer: { accountId: null, imId }, level, time, sealText })
}

type ConversationAlert = { writerId: number; conversationId: number; level: CrisisLevel; time: number }

/** Raised by the counsellor in the conversation. @returns the alert */
export async function raiseConversationAlert(
  tx: Tx,
  { writerId, conversationId, level, time }: ConversationAlert,
): Promise<number> {
  const writer = { accountId: writerId }
  await lockWriter(tx, writer)
  return addSignal(tx, { writer, conversationId, level, time })
}

export type WrittenAlert = {
  accountId: number
  /** The question or booking that the words belong to; a report belongs to neither. */
  questionId?: number | undefined
  bookingId?: number | undefined
  level: CrisisLevel
  isLetter?: boolean
  isAnonymous?: boolean
  /** The words, where the question itself does not show them. */
  sealText?: SealText | undefined
}

/** The same for texts to the association. */
export async function raiseWrittenAlert(tx: Tx, { accountId, ...alert }: WrittenAlert): Promise<void> {
  const writer = { accountId }
  await lockWriter(tx, writer)
  await addSignal(tx, { ...alert, writer, time: Date.now() })
}

/** Exercises of the last hour, of all staff. */
export async function countRecentDrills(tx: Tx): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*) as count from crisis_alert where is_drill and created_at > now() - interval '1 hour'`
  return row!.count
}

/** An exercise with a letter as its only source. @returns null while the last one of this person is open */
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
