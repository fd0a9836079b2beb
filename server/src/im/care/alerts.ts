// Follow-up of crisis alerts: claim, notes, and an outcome. Opening the conversation or the phone number needs a
// reason, which is audited before the data is shown.
import { fail } from '@xinqiao/contract/errors.ts'
import { anonymousName } from '@xinqiao/contract/questions.ts'
import type { AlertState, AlertOutcome } from '@xinqiao/contract/care.ts'
import type { CrisisAlert, CrisisSignal } from '@xinqiao/contract/http/care.ts'
import type { Kit, Work } from '../../kit/ctx.ts'
import { reserveId, type Db, type Tx } from '../../kit/db/db.ts'
import { maskPhone } from '../../kit/text/masks.ts'
import { formatTime } from '../../kit/time.ts'
import { sealedPlaces } from '../../kit/auth/sealed-places.ts'
import * as store from './store.ts'

const presentAlert = (kit: Kit, row: store.AlertRow): CrisisAlert => ({
  id: row.id,
  level: row.level,
  state: row.state,
  hits: row.hits,
  createTime: formatTime(row.created_at),
  messageTime: formatTime(new Date(row.message_time)),
  writerName: row.is_anonymous ? anonymousName : row.writer_name,
  writerPhone: row.is_anonymous
    ? ''
    : maskPhone(kit.secrets.open(row.writer_phone, sealedPlaces.accountPhone(row.writer_id))),
  peerName: row.peer_name,
  questionId: row.question_id,
  bookingId: row.booking_id,
  takenBy: row.taker_name ?? '',
  outcome: row.outcome,
})

/** A link would name an anonymous asker beside a known writer, or a known writer beside an anonymous question. */
function presentSignal(alert: store.AlertRow, signal: store.SignalRow): CrisisSignal {
  const isLinked = signal.is_anonymous === alert.is_anonymous
  return {
    id: signal.id,
    level: signal.level,
    hits: signal.hits,
    time: formatTime(new Date(signal.message_time)),
    place: placeOf(signal, isLinked),
    questionId: isLinked ? signal.question_id : null,
    bookingId: isLinked ? signal.booking_id : null,
  }
}

function placeOf(signal: store.SignalRow, isLinked: boolean): string {
  if (signal.conversation_id !== null) {
    return isLinked ? `与${signal.peer_name ?? '已注销的账号'}的对话` : '在线咨询对话'
  }
  if (signal.question_id !== null) return signal.is_anonymous ? '匿名的心理问答' : '心理问答'
  if (signal.booking_id !== null) return '预约咨询'
  return signal.is_letter ? '写给值班人员的信' : '举报与申诉'
}

export async function listAlerts(kit: Kit, state: AlertState | undefined, limit: number, offset: number) {
  const [{ rows, total }, open] = await Promise.all([
    store.listAlerts(kit.sql, state, limit, offset),
    store.countOpen(kit.sql),
  ])
  return { content: rows.map((row) => presentAlert(kit, row)), totalElements: total, open }
}

export async function findOrFail(db: Db, id: number): Promise<store.AlertRow> {
  const row = await store.findAlert(db, id)
  if (!row) throw fail('notFound')
  return row
}

export async function getAlert(kit: Kit, id: number) {
  const [row, notes, signals] = await Promise.all([
    findOrFail(kit.sql, id),
    store.listNotes(kit.sql, id),
    store.listSignals(kit.sql, id),
  ])
  return {
    ...presentAlert(kit, row),
    signals: signals.map((signal) => presentSignal(row, signal)),
    notes: notes.map((note) => ({
      id: note.id,
      author: note.author,
      time: formatTime(note.created_at),
      text: kit.secrets.open(note.text_sealed, sealedPlaces.crisisNote(note.id)),
    })),
  }
}

export type Actor = Work & { actorId: number }

/** Changes an existing alert and audits it. @throws Failure wrongState when another user was faster */
const change = async ({ tx }: Actor, id: number, work: (tx: Tx) => Promise<boolean>): Promise<null> => {
  await findOrFail(tx, id)
  if (!(await work(tx))) throw fail('wrongState')
  return null
}

export const takeAlert = (actor: Actor, id: number): Promise<null> =>
  change(actor, id, async (tx) => {
    const { actorId } = actor
    if (!(await store.changeAlert(tx, id, ['open'], { state: 'taken', taken_by: actorId }))) return false
    return true
  })

async function insertNote({ kit, actorId }: Actor, tx: Tx, alertId: number, text: string): Promise<void> {
  const id = await reserveId(tx, 'crisis_note')
  const sealed = kit.secrets.seal(text, sealedPlaces.crisisNote(id))
  await store.insertNote(tx, { id, alert_id: alertId, author_id: actorId, text_sealed: sealed })
}

/** Also allowed for staff who did not claim it, so that the next shift can continue. */
export const addNote = (actor: Actor, id: number, text: string): Promise<null> =>
  change(actor, id, async (tx) => {
    if (!(await store.changeAlert(tx, id, ['taken'], { state: 'taken' }))) return false
    await insertNote(actor, tx, id, text)
    return true
  })

export const closeAlert = (actor: Actor, id: number, outcome: AlertOutcome, text: string): Promise<null> =>
  change(actor, id, async (tx) => {
    if (!(await store.changeAlert(tx, id, ['taken'], { state: 'closed', outcome }))) return false
    await insertNote(actor, tx, id, text)
    return true
  })

export const revealPhone = async ({ tx, kit }: Actor, id: number): Promise<{ phone: string }> => {
  const alert = await findOrFail(tx, id)
  return { phone: kit.secrets.open(alert.writer_phone, sealedPlaces.accountPhone(alert.writer_id)) }
}
