// Follow-up of crisis alerts: claim, notes, and an outcome. Opening the conversation or the phone number needs a
// reason, which is audited before the data is shown.
import { closedAccountName } from '@xinqiao/contract/closed-account.ts'
import { fail, failField, orNotFound } from '@xinqiao/contract/errors.ts'
import { anonymousName } from '@xinqiao/contract/questions.ts'
import type { AlertFilterName, AlertOutcome } from '@xinqiao/contract/crisis.ts'
import type { CrisisAlert, CrisisSignal } from '@xinqiao/contract/http/crisis/alert-model.ts'
import type { Kit, TransactionScope } from '../../../kit/ctx.ts'
import { reserveId, type Db, type Tx } from '../../../kit/db/db.ts'
import { maskPhone } from '../../../kit/text/masks.ts'
import { formatTime } from '../../../kit/time.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { deleteAlertAccess, selectAlertAccess, upsertAlertAccess } from './access-store.ts'
import { countRecentExercises, insertExercise } from '../records/raise-store.ts'
import * as store from '../records/store.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'

/** The phone number; empty for an account of an app, because only its operator knows it. */
const openPhone = ({ secrets }: Pick<Kit, 'secrets'>, { writer_id, writer_phone }: store.AlertRow): string =>
  writer_id === null || !writer_phone
    ? ''
    : secrets.open(Buffer.from(writer_phone), sealBindings.accountPhone(writer_id))

const presentAlert = (kit: Kit, row: store.AlertRow, viewerId: number): CrisisAlert => ({
  id: row.id,
  level: row.level,
  state: row.state,
  hits: row.hits,
  createTime: formatTime(row.created_at),
  messageTime: formatTime(new Date(row.message_time)),
  writerName: row.is_anonymous ? anonymousName : row.writer_name,
  appName: row.app_name,
  writerPhone: row.is_anonymous ? '' : maskPhone(openPhone(kit, row)),
  peerName: row.peer_name,
  questionId: row.question_id,
  bookingId: row.booking_id,
  lectureId: row.lecture_id,
  takenBy: row.taker_name ?? '',
  isMine: row.state === 'taken' && row.taken_by === viewerId,
  isUnseen: row.state === 'taken' && row.unseen_since !== null && row.seen_hits > 0,
  unseenHits: row.state === 'taken' && row.unseen_since !== null ? Math.max(0, row.hits - row.seen_hits) : 0,
  isHandedOver: row.state === 'taken' && row.seen_hits === 0,
  isOverdue: row.state === 'taken' && row.unseen_calls > 0,
  waitedSeconds: Math.max(0, Math.round(((row.taken_at ?? new Date()).getTime() - row.created_at.getTime()) / 1000)),
  dutyCallTime: row.duty_called_at && formatTime(row.duty_called_at),
  dropTime: row.dropped_at && formatTime(row.dropped_at),
  followUpOn: row.follow_up_on,
  isDrill: row.is_drill,
  outcome: row.outcome,
})

/**
 * Links a source to the writer only when both are anonymous, or neither: a link between the two would reveal an asker.
 */
function presentSignal(alert: store.AlertRow, signal: store.SignalRow): CrisisSignal {
  const isLinked = signal.is_anonymous === alert.is_anonymous
  return {
    id: signal.id,
    level: signal.level,
    hits: signal.hits,
    time: formatTime(new Date(signal.message_time)),
    place: describeSource(signal, isLinked),
    questionId: isLinked ? signal.question_id : null,
    bookingId: isLinked ? signal.booking_id : null,
    lectureId: isLinked ? signal.lecture_id : null,
    group: isLinked ? linkGroup(signal) : null,
  }
}

function linkGroup({ peer_group_id, is_account_group, team_id }: store.SignalRow): CrisisSignal['group'] {
  if (peer_group_id !== null) return { kind: 'peer', id: peer_group_id }
  return is_account_group && team_id !== null ? { kind: 'account', id: team_id } : null
}

function describeSource(signal: store.SignalRow, isLinked: boolean): string {
  if (signal.conversation_id !== null) {
    return isLinked ? `与${signal.peer_name ?? closedAccountName}的对话` : '在线咨询对话'
  }
  if (signal.question_id !== null) return signal.is_anonymous ? '匿名的心理问答' : '心理问答'
  if (signal.booking_id !== null) return '预约咨询'
  if (signal.team_name !== null) return isLinked ? describeTeam(signal) : '小组'
  if (signal.lecture_id !== null) return isLinked ? `直播讲座《${signal.room_name ?? ''}》的聊天室` : '直播讲座的聊天室'
  if (signal.room_name !== null) return '聊天室'
  return signal.is_letter ? '写给值班人员的信' : '资料、申请、举报或未送达的消息'
}

/** Names the group, and whom the duty staff can call about it. */
const describeTeam = ({ team_name: name, leader_names: leaders }: store.SignalRow): string =>
  `小组“${name ?? ''}”${leaders.length > 0 ? `（负责人：${leaders.join('、')}）` : ''}`

export async function listAlerts(kit: Kit, viewerId: number, name: AlertFilterName | undefined, page: PageLimits) {
  const filter: store.AlertFilter = name === 'mine' ? { state: 'taken', followerId: viewerId } : { state: name }
  const [{ rows, total }, open] = await Promise.all([
    store.selectAlerts(kit.sql, filter, page),
    store.countOpenAlerts(kit.sql),
  ])
  return { content: rows.map((row) => presentAlert(kit, row, viewerId)), totalElements: total, open }
}

export const requireAlert = async (db: Db, id: number): Promise<store.AlertRow> =>
  orNotFound(await store.selectAlert(db, id))

export async function getAlert(kit: Kit, id: number, viewerId: number) {
  const [row, notes, sources, access] = await Promise.all([
    requireAlert(kit.sql, id),
    store.selectNotes(kit.sql, id),
    store.selectSignals(kit.sql, id, { limit: signalsPerPage, offset: 0 }),
    selectAlertAccess(kit.sql, id, viewerId),
  ])
  return {
    ...presentAlert(kit, row, viewerId),
    unseenSince: row.state === 'taken' && row.unseen_since ? formatTime(row.unseen_since) : null,
    openUntil: access && formatTime(access.until),
    signals: sources.rows.map((signal) => presentSignal(row, signal)),
    signalCount: sources.total,
    notes: notes.map((note) => ({
      id: note.id,
      author: note.author,
      time: formatTime(note.created_at),
      text: kit.secrets.open(note.text_sealed, sealBindings.crisisNote(note.id)),
    })),
  }
}

/** Number of texts of an alert on one page, the latest first. */
const signalsPerPage = 20

export async function listAlertSignals({ sql }: Kit, id: number, page: PageLimits) {
  const [row, { rows, total }] = await Promise.all([requireAlert(sql, id), store.selectSignals(sql, id, page)])
  return { content: rows.map((signal) => presentSignal(row, signal)), totalElements: total }
}

/** Transaction of a staff request, with the id of the acting account. */
export type StaffScope = TransactionScope & { actorId: number }

/**
 * Changes an existing alert and audits it.
 * @throws Failure wrongState when another user was faster
 */
const changeAlert = async ({ tx }: StaffScope, id: number, work: (tx: Tx) => Promise<boolean>): Promise<null> => {
  await requireAlert(tx, id)
  if (!(await work(tx))) throw fail('wrongState')
  return null
}

export const claimAlert = (actor: StaffScope, id: number): Promise<null> =>
  changeAlert(actor, id, (tx) => store.updateFollower(tx, id, actor.actorId))

/** Records that the follower has looked at this many texts. Other viewers change nothing. */
export async function markAlertSeen(db: Db, id: number, viewerId: number, hits: number): Promise<null> {
  await requireAlert(db, id)
  await store.updateSeenHits(db, id, viewerId, hits)
  return null
}

export async function writeAlertNote(
  { kit, actorId }: StaffScope,
  tx: Tx,
  alertId: number,
  text: string,
): Promise<void> {
  const id = await reserveId(tx, 'crisis_note')
  const sealed = kit.secrets.seal(text, sealBindings.crisisNote(id))
  await store.insertNote(tx, { id, alert_id: alertId, author_id: actorId, text_sealed: sealed })
}

/**
 * Adds a note. Staff who did not claim the alert may do so too, for the next shift. Notes are also accepted after its
 * end, so that a note being written is not lost.
 * @param followUpOn absent: the planned day stays; null: it is cleared
 */
export const addAlertNote = (actor: StaffScope, id: number, text: string, followUpOn?: string | null): Promise<null> =>
  changeAlert(actor, id, async (tx) => {
    const { state } = await store.lockAlert(tx, id)
    if (state === 'open') return false
    if (followUpOn !== undefined)
      await store.updateAlert(tx, id, ['taken'], { state: 'taken', follow_up_on: followUpOn, is_reminded: false })
    await writeAlertNote(actor, tx, id, text)
    return true
  })

type AlertClosing = { id: number; outcome: AlertOutcome; text: string; seenHits: number }

/** @throws Failure changedMeanwhile when the writer has expressed more than the caller has seen */
export const closeAlert = (actor: StaffScope, { id, outcome, text, seenHits }: AlertClosing): Promise<null> =>
  changeAlert(actor, id, async (tx) => {
    const alert = await store.lockAlert(tx, id)
    if (alert.state !== 'taken') return false
    if (alert.is_drill !== (outcome === 'drilled')) throw failField('outcome', '请选择处理结果')
    if (alert.hits > seenHits) throw fail('changedMeanwhile', await describeNewSignals(tx, id, alert.hits - seenHits))
    const end = { state: 'closed', outcome, closed_at: new Date(), follow_up_on: null } as const
    await store.updateAlert(tx, id, ['taken'], end)
    await deleteAlertAccess(tx, id)
    await writeAlertNote(actor, tx, id, text)
    return true
  })

async function describeNewSignals(tx: Tx, id: number, count: number): Promise<string> {
  const alert = await requireAlert(tx, id)
  const { rows } = await store.selectSignals(tx, id, { limit: 1, offset: 0 })
  const { place, time } = presentSignal(alert, rows[0]!)
  return `您打开页面后又有${count}条新的表达，最近一条在${time.slice(5, 16)}，来自“${place}”。请看过后再结束`
}

/** Hands the alert to another staff member, for the next shift. The caller notifies the new follower. */
export const assignAlert = (actor: StaffScope, id: number, toId: number, text: string): Promise<null> =>
  changeAlert(actor, id, async (tx) => {
    if (!(await store.updateHandedOver(tx, id, toId))) return false
    await writeAlertNote(actor, tx, id, text)
    return true
  })

const exerciseText = '这是一次演练，没有人处于危险之中。请按预案接手、记录并结束。'

/** Maximum number of exercises an hour, so that staff do not learn to ignore notifications. */
const maxExercisesPerHour = 3

/** @throws Failure wrongState while the last exercise about this person is open, and above the limit */
export async function raiseExercise({ tx, kit, actorId }: StaffScope): Promise<{ id: number }> {
  if ((await countRecentExercises(tx)) >= maxExercisesPerHour)
    throw fail('wrongState', `一小时内最多发起${maxExercisesPerHour}次演练，请稍后再试`)
  const id = await insertExercise(tx, actorId, (textId) =>
    kit.secrets.seal(exerciseText, sealBindings.crisisText(textId)),
  )
  if (id === null) throw fail('wrongState', '上一次演练还没有结束')
  return { id }
}

type AlertAccess = { reason: string; openUntil: string; openSeconds: number }

/**
 * Opens conversation and phone number of one alert for an hour.
 * @param reason absent when the person gave one within the last hour
 * @throws Failure invalid without a reason
 */
export async function grantAlertAccess(
  { tx, actorId }: StaffScope,
  id: number,
  reason: string | undefined,
): Promise<AlertAccess> {
  const access =
    reason === undefined ? await selectAlertAccess(tx, id, actorId) : await upsertAlertAccess(tx, id, actorId, reason)
  if (!access) throw failField('reason', '请填写查看理由')
  const openSeconds = Math.max(0, Math.floor((access.until.getTime() - Date.now()) / 1000))
  return { reason: access.reason, openUntil: formatTime(access.until), openSeconds }
}

export const revealWriterPhone = async (actor: StaffScope, id: number, reason: string | undefined) => {
  const { tx, kit } = actor
  const alert = await requireAlert(tx, id)
  const view = await grantAlertAccess(actor, id, reason)
  return { phone: openPhone(kit, alert), ...view }
}
