// Crisis alerts of an app with duty staff of its own: its backend receives them, signed like calls of the server API.
// An alert that the backend does not accept in time goes to the association's duty staff, so that none is lost.
import type { AlertDeliveryAttempt } from '@xinqiao/contract/http/chat/apps.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { AppAlert } from '@xinqiao/contract/server-api/alert.ts'
import { sealBindings } from '../../kit/auth/seal-bindings.ts'
import type { Kit } from '../../kit/ctx.ts'
import { transaction } from '../../kit/db/db.ts'
import type { PageLimits } from '../../kit/db/lists.ts'
import { postToPartner, signAppCall } from '../../kit/network/partner-request.ts'
import { formatTime } from '../../kit/time.ts'
import * as store from './records/app-alert-store.ts'
import { addRefusedAppAlert } from './raise/raise.ts'

const lateMinutes = 5
const maxOfApp = 10
const [firstDelaySeconds, maxDelaySeconds] = [5, 60]
const retentionDays = 90

const createBody = ({ id, accid, level, message_time: time, session_id, message_id }: store.DueAppAlert): AppAlert => ({
  id: `${id}`,
  accid,
  level,
  time,
  sessionId: session_id === '' ? null : session_id,
  messageId: message_id === null ? null : `${message_id}`,
})

/** Job. If the node dies after the request, the next run sends the alert again with the same id. */
export async function deliverAppAlerts(kit: Kit): Promise<number> {
  const dueAlerts = await store.selectDueAppAlerts(kit.sql, maxOfApp, lateMinutes)
  await Promise.all(dueAlerts.map((alert) => deliverAppAlert(kit, alert)))
  return dueAlerts.length
}

async function deliverAppAlert(kit: Kit, alert: store.DueAppAlert): Promise<void> {
  const { sql, secrets, config } = kit
  const { id, app_id, app_key, alert_url, attempts } = alert
  if (alert_url === '') return passAlertToDutyList(kit, alert)
  const secret = secrets.open(Buffer.from(alert.secret_sealed), sealBindings.appSecret(app_id))
  const startedAt = performance.now()
  const result = await postToPartner(alert_url, {
    headers: signAppCall(app_key, secret),
    body: JSON.stringify(createBody(alert)),
    // on a developer's machine, the backend of the app may run on the same machine
    allowsLoopback: !config.isExposed,
  })
  const milliseconds = Math.round(performance.now() - startedAt)
  await store.insertAppAlertAttempt(sql, { alert_id: id, app_id, ...result, milliseconds })
  if (result.status !== null && result.status >= 200 && result.status < 300) {
    await store.updateAppAlertState(sql, id, 'delivered')
    return
  }
  if (alert.is_late) return passAlertToDutyList(kit, alert)
  await store.updateAppAlertTime(sql, id, Math.min(maxDelaySeconds, firstDelaySeconds * 2 ** attempts))
}

const passAlertToDutyList = ({ sql, secrets, log }: Kit, alert: store.DueAppAlert): Promise<void> =>
  transaction(sql, async (tx) => {
    if (!(await store.updateAppAlertState(tx, alert.id, 'passedOn'))) return
    const { text_sealed } = alert
    const text =
      text_sealed.length > 0 ? secrets.open(Buffer.from(text_sealed), sealBindings.appAlertText(alert.id)) : null
    await addRefusedAppAlert(tx, alert, text === null ? null : (binding) => secrets.seal(text, binding))
    log.warn({ app: alert.app_id, alert: alert.id }, 'crisis alert of an app passed on to the duty staff')
  })

/**
 * The texts that an alert keeps for the app: of a message that was recalled or changed, or of one that no conversation
 * shows.
 * @throws ImFailure 404 for an alert of another app
 */
export async function getAppAlertTexts({ sql, secrets }: Kit, appId: number, id: number): Promise<string[]> {
  const row = await store.selectAppAlertText(sql, appId, id)
  if (!row) throw imFail('notFound', '提醒不存在')
  return row.text_sealed.length > 0 ? [secrets.open(Buffer.from(row.text_sealed), sealBindings.appAlertText(id))] : []
}

/** Requests of the app's backend with crisis alerts, newest first. */
export async function listAlertAttempts(
  { sql }: Kit,
  { id, ...page }: PageLimits & { id: number },
): Promise<{ content: AlertDeliveryAttempt[]; totalElements: number }> {
  const { rows, total } = await store.selectAppAlertAttempts(sql, id, page)
  const content = rows.map(({ id: attemptId, alert_id, status, fault, state, milliseconds, created_at }) => ({
    id: attemptId,
    alertId: alert_id,
    status,
    fault,
    state: state as AlertDeliveryAttempt['state'],
    milliseconds,
    createTime: formatTime(created_at),
  }))
  return { content, totalElements: total }
}

export const dropOldAppAlerts = ({ sql }: Pick<Kit, 'sql'>) => store.deleteOldAppAlerts(sql, retentionDays)
