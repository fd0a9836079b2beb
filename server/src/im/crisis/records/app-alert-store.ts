// SQL of alerts for the duty staff of an app: a queue that the job of app-alerts.ts empties, and its attempts.
import { crisisLevels, type CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { Rows } from '../../../../db/rows.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import type { SealBinding } from '../../../kit/auth/secrets.ts'
import { reserveId, valuesWithId, type Db, type Tx } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { firstRow } from '../../../kit/db/results.ts'

type NewAppAlert = {
  imId: number
  level: CrisisLevel
  time: number
  fromTime: number
  /** The conversation as its writer addresses it; empty for a text outside of conversations. */
  sessionId: string
  /** The conversation of the text; absent for one that no conversation shows. */
  conversationId?: number
  seal?: (binding: SealBinding) => Buffer
  /** True for a message that is stored afterwards: `updateAppAlertMessage` then makes the alert due. */
  isMessageExpected?: boolean
}

/** If the node dies before it calls `updateAppAlertMessage`, the alert is due after this time. */
const messageWaitSeconds = 5

/**
 * Queues an alert for the app's backend. Idempotent for messages. The caller holds the writer's lock.
 * @returns the alert, or null for an app whose alerts go to the association
 */
export async function insertAppAlert(
  tx: Tx,
  { imId, level, time, fromTime, sessionId, conversationId, seal, isMessageExpected = false }: NewAppAlert,
): Promise<number | null> {
  const [app] = await tx<{ id: number }[]>`
    select app.id from im_account writer join im_app app on app.id = writer.app_id
    where writer.id = ${imId} and app.alert_url <> '' and app.is_open`
  if (!app) return null
  const rankOfLevel = (name: CrisisLevel) => crisisLevels.indexOf(name)
  const same = await tx<{ id: number; level: CrisisLevel }[]>`
    select id, level from im_app_alert
    where im_account_id = ${imId} and message_time = ${time} and conversation_id = ${conversationId ?? null}`
  const countedAlert = same.find((alert) => rankOfLevel(alert.level) <= rankOfLevel(level))
  if (countedAlert) return countedAlert.id
  const id = await reserveId(tx, 'im_app_alert')
  const [message] = await tx<{ id: number }[]>`
    select id from im_message where conversation_id = ${conversationId ?? null} and time = ${time}`
  await tx`
    insert into im_app_alert ${valuesWithId(tx, {
      id,
      app_id: app.id,
      im_account_id: imId,
      level,
      message_time: time,
      from_time: fromTime,
      conversation_id: conversationId ?? null,
      session_id: sessionId,
      message_id: message?.id ?? null,
      text_sealed: seal ? seal(sealBindings.appAlertText(id)) : Buffer.alloc(0),
      ...(isMessageExpected && { due_at: new Date(Date.now() + messageWaitSeconds * 1000) }),
    })}`
  return id
}

/** Records the message of an alert that was queued before its message was stored, and makes the alert due. */
export const updateAppAlertMessage = (db: Db, id: number, messageId: number) =>
  db`update im_app_alert set message_id = ${messageId}, due_at = now() where id = ${id} and state = 'queued'`

/** The text that an alert of this app keeps. */
export const selectAppAlertText = (db: Db, appId: number, id: number) =>
  firstRow(db<Pick<Rows['im_app_alert'], 'text_sealed'>[]>`
    select text_sealed from im_app_alert where id = ${id} and app_id = ${appId}`)

export type QueuedAppAlert = Omit<Rows['im_app_alert'], 'level'> & { level: CrisisLevel }
export type DueAppAlert = QueuedAppAlert &
  Pick<Rows['im_app'], 'app_key' | 'alert_url' | 'secret_sealed'> & { accid: string; is_late: boolean }

/** Alerts to deliver, oldest first. Apps take turns, so that one that does not answer delays no other. */
export const selectDueAppAlerts = (db: Db, maxOfApp: number, lateMinutes: number) =>
  db<DueAppAlert[]>`
    select alert.*, writer.accid, app.app_key, app.secret_sealed,
      case when app.is_open then app.alert_url else '' end as alert_url,
      alert.created_at < now() - make_interval(mins => ${lateMinutes}) as is_late
    from im_app app
    cross join lateral (
      select * from im_app_alert where app_id = app.id and state = 'queued' and due_at <= now()
      order by due_at limit ${maxOfApp}) alert
    join im_account writer on writer.id = alert.im_account_id`

export type NewAppAlertAttempt = Pick<
  Rows['im_app_alert_attempt'],
  'alert_id' | 'app_id' | 'status' | 'fault' | 'milliseconds'
>
export const insertAppAlertAttempt = (db: Db, attempt: NewAppAlertAttempt) =>
  db`insert into im_app_alert_attempt ${db(attempt)}`

export const updateAppAlertTime = (db: Db, id: number, seconds: number) => db`
  update im_app_alert set attempts = attempts + 1, due_at = now() + make_interval(secs => ${seconds}) where id = ${id}`

/**
 * Ends the delivery of an alert. One that is passed on hands over its text.
 * @returns false when another node was faster
 */
export async function updateAppAlertState(db: Db, id: number, state: 'delivered' | 'passedOn'): Promise<boolean> {
  const result = await db`
    update im_app_alert set state = ${state}, attempts = attempts + 1
      ${state === 'passedOn' ? db`, text_sealed = ''` : db``}
    where id = ${id} and state = 'queued'`
  return result.count === 1
}

export type AppAlertAttemptRow = Rows['im_app_alert_attempt'] & Pick<Rows['im_app_alert'], 'state'>

export async function selectAppAlertAttempts(db: Db, appId: number, { limit, offset }: PageLimits) {
  const [rows, [count]] = await Promise.all([
    db<AppAlertAttemptRow[]>`
      select t.*, alert.state from im_app_alert_attempt t join im_app_alert alert on alert.id = t.alert_id
      where t.app_id = ${appId} order by t.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from im_app_alert_attempt where app_id = ${appId}`,
  ])
  return { rows, total: count?.count ?? 0 }
}

export const deleteOldAppAlerts = (db: Db, days: number) => db`
  delete from im_app_alert where state <> 'queued' and created_at < now() - make_interval(days => ${days})`
