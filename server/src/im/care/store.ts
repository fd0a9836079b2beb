// All SQL of the duty list.
import type { AlertState, Outcome } from '@xinqiao/contract/care.ts'
import type { Rows } from '../../../db/rows.ts'
import type { Db, Tx } from '../../kit/db.ts'

export type NewAlert = { imId: number; to: string; level: 'plan' | 'thought'; time: number }

/** What gets graver calls people anew. */
const graver = (db: Db) => db`
  calls = case when excluded.level = 'plan' and crisis_alert.level <> 'plan' then 0 else crisis_alert.calls end,
  level = case when excluded.level = 'plan' then 'plan' else crisis_alert.level end`

/**
 * Opens an alert, or adds to the one of this conversation that is not closed yet. A message that is sent again, and
 * every one that is not newer than the last counted, changes nothing.
 */
export async function raiseAlert(db: Db, { imId, to, level, time }: NewAlert): Promise<void> {
  await db`
    insert into crisis_alert (im_account_id, conversation_id, level, message_time)
    select ${imId}, c.id, ${level}, ${time} from im_account p
    join im_conversation c on c.low_id = least(${imId}, p.id) and c.high_id = greatest(${imId}, p.id)
    where p.accid = ${to} and not exists (
      select 1 from crisis_alert old
      where old.im_account_id = ${imId} and old.conversation_id = c.id and old.message_time >= ${time})
    on conflict (im_account_id, conversation_id) where state <> 'closed' do update
    set hits = crisis_alert.hits + 1, message_time = excluded.message_time, changed_at = now(), ${graver(db)}
    where crisis_alert.message_time < excluded.message_time`
}

export type WrittenAlert = {
  accountId: number
  /** What the writer's own words belong to; a report belongs to neither. */
  questionId?: number | undefined
  bookingId?: number | undefined
  level: 'plan' | 'thought'
  /** The words, where the question itself does not show them. */
  sealed?: Uint8Array | undefined
}

/** The same for what is written to the association: each time anew adds to the alert that is not closed. */
export async function raiseWrittenAlert(tx: Tx, alert: WrittenAlert): Promise<void> {
  const { accountId, questionId = null, bookingId = null, level, sealed } = alert
  const isReport = questionId === null && bookingId === null
  const same =
    questionId !== null
      ? tx`(question_id) where`
      : bookingId !== null
        ? tx`(booking_id) where`
        : tx`(account_id) where is_report and`
  const [row] = await tx<{ id: number }[]>`
    insert into crisis_alert (account_id, question_id, booking_id, is_report, level, message_time)
    values (${accountId}, ${questionId}, ${bookingId}, ${isReport}, ${level}, (extract(epoch from now()) * 1000)::bigint)
    on conflict ${same} state <> 'closed' do update
    set hits = crisis_alert.hits + 1, message_time = excluded.message_time, changed_at = now(), ${graver(tx)}
    returning id`
  if (sealed) await tx`insert into crisis_text (alert_id, text_sealed) values (${row!.id}, ${sealed})`
}

export type TextRow = Pick<Rows['crisis_text'], 'text_sealed' | 'created_at'>

export const listTexts = (db: Db, alertId: number) =>
  db<TextRow[]>`select text_sealed, created_at from crisis_text where alert_id = ${alertId} order by id limit 200`

export type AlertRow = Omit<Rows['crisis_alert'], 'level' | 'state' | 'outcome'> & {
  level: 'plan' | 'thought'
  state: AlertState
  outcome: Outcome | null
  writer_name: string
  writer_id: number
  writer_phone: Uint8Array
  peer_name: string
  taker_name: string | null
  /** An anonymous question: its asker's name and number are opened with a reason, and not before. */
  is_anonymous: boolean
}

const alert = (db: Db) => db`
  select a.*, writer.nickname as writer_name, writer.id as writer_id, writer.phone_sealed as writer_phone,
    case when a.question_id is not null then '心理问答' when a.booking_id is not null then '预约咨询'
      when a.is_report then '举报与申诉'
      else coalesce(peer.nickname, '已注销的账号') end as peer_name,
    taker.nickname as taker_name, coalesce(q.is_anonymous, false) as is_anonymous
  from crisis_alert a
  left join im_account w on w.id = a.im_account_id
  join account writer on writer.id = coalesce(a.account_id, w.account_id)
  left join im_conversation c on c.id = a.conversation_id
  left join question q on q.id = a.question_id
  left join im_account p on p.id = case when c.low_id = w.id then c.high_id else c.low_id end
  left join account peer on peer.id = p.account_id
  left join account taker on taker.id = a.taken_by`

/** Plans before thoughts among the open ones; newest first. */
export async function listAlerts(db: Db, state: AlertState | undefined, limit: number, offset: number) {
  const where = state === undefined ? db`` : db`where state = ${state}`
  const [rows, [count]] = await Promise.all([
    db<AlertRow[]>`
      ${alert(db)} ${state === undefined ? db`` : db`where a.state = ${state}`}
      order by a.state = 'open' desc, a.state = 'taken' desc, a.level = 'plan' desc, a.id desc
      limit ${limit} offset ${offset}`,
    db<{ total: number }[]>`select count(*) as total from crisis_alert ${where}`,
  ])
  return { rows, total: count?.total ?? 0 }
}

export async function countOpen(db: Db): Promise<number> {
  const [row] = await db<{ open: number }[]>`select count(*) as open from crisis_alert where state = 'open'`
  return row?.open ?? 0
}

export async function findAlert(db: Db, id: number): Promise<AlertRow | null> {
  const [row] = await db<AlertRow[]>`${alert(db)} where a.id = ${id}`
  return row ?? null
}

type Change = { state: AlertState; taken_by?: number; outcome?: Outcome }

/** False when somebody else was quicker. */
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

export async function insertNote(tx: Tx, alertId: number, authorId: number, sealed: Uint8Array): Promise<void> {
  await tx`insert into crisis_note (alert_id, author_id, text_sealed) values (${alertId}, ${authorId}, ${sealed})`
}
