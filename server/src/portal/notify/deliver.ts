// Sends queued SMS, mail and browser notices: at most five tries with growing delays, and never in the recipient's
// quiet hours.
import { isUrgent, lifeSecondsOf, noticeKinds, type NoticeKind } from '@xinqiao/contract/notices.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import type { Kit } from '../../kit/ctx.ts'
import { transaction } from '../../kit/db/db.ts'
import { hasTemplate, type SmsPurpose } from '../../kit/sms/sms.ts'
import { sealBindings } from '../../kit/auth/seal-bindings.ts'
import { pushToBrowsers } from './push.ts'
import { findQuietHoursEnd } from './quiet-hours.ts'
import * as store from './store.ts'

const maxTries = 5
const maxBatchSize = 100

/** Texts of the templates. They name only the kind, so that other people who see them learn no content. */
const mailSubjectOf = (title: string) => `【心桥】您有一条${title}`
const composeMail = (kind: NoticeKind, publicUrl: string) =>
  [
    '您好：',
    '',
    `您在心桥有一条“${noticeKinds[kind].title}”消息，请登录后${kind === 'chat' ? '打开聊天页面' : '在消息中心'}查看：`,
    `${publicUrl}${kind === 'chat' ? routes.im : routes.message}`,
    '',
    '为保护您的隐私，邮件中不显示具体内容。如需调整接收方式，请在消息中心的“消息设置”中修改。',
    '如您或身边的人正处于危机之中，请拨打全国统一心理援助热线 12356，紧急情况请拨打 110 或 120。',
  ].join('\n')

const smsKindOf = (kind: NoticeKind): SmsPurpose => (kind === 'duty' ? 'duty' : 'notice')

/** The reason why a delivery can never be sent, if any. */
function findObstacle(kit: Kit, { channel, kind, enabled, email }: store.DeliveryRow): string | null {
  if (!enabled) return '账号已停用'
  if (channel === 'sms') return hasTemplate(kit.config, smsKindOf(kind)) ? null : '未设置通知短信模板'
  if (channel === 'push') return null
  if (email === '') return '未验证邮箱'
  return kit.mail ? null : '未设置邮件服务'
}

const openPhone = (
  { secrets }: Pick<Kit, 'secrets'>,
  { id, phone_sealed, phone_owner }: Pick<store.DeliveryRow, 'id' | 'phone_sealed' | 'phone_owner'>,
): string =>
  secrets.open(
    phone_sealed,
    phone_owner === null ? sealBindings.deliveryPhone(id) : sealBindings.accountPhone(phone_owner),
  )

/** SMS that the stand-in of the carrier has received, newest first. */
export async function listSentSmsNotices(
  kit: Pick<Kit, 'sql' | 'secrets'>,
  limit: number,
): Promise<{ phone: string; title: string; sentAt: Date }[]> {
  const rows = await store.selectSentSmsNotices(kit.sql, limit)
  return rows.map((row) => ({ phone: openPhone(kit, row), title: noticeKinds[row.kind].title, sentAt: row.sent_at }))
}

async function sendDelivery(kit: Kit, row: store.DeliveryRow): Promise<void> {
  const { channel, kind, email, account_id } = row
  const { title } = noticeKinds[kind]
  if (channel === 'sms') {
    await kit.sms.send({ phone: openPhone(kit, row), code: title, purpose: smsKindOf(kind) })
  } else if (channel === 'push') await pushToBrowsers(kit, account_id!, kind)
  else await kit.mail!.send({ to: email, subject: mailSubjectOf(title), text: composeMail(kind, kit.config.publicUrl) })
}

/** @returns false when no delivery is due */
async function deliverNext(kit: Kit, now: Date): Promise<boolean> {
  const next = await transaction(kit.sql, async (tx) => {
    const row = await store.lockNextDelivery(tx)
    if (!row) return null
    const obstacle = findObstacle(kit, row)
    if (obstacle) {
      await store.updateDeliveryResult(tx, row.id, 'skipped', obstacle)
      return 'skipped'
    }
    const lifeSeconds = lifeSecondsOf(row.kind)
    if (lifeSeconds !== null && now.getTime() - row.created_at.getTime() > lifeSeconds * 1000) {
      await store.updateDeliveryResult(tx, row.id, 'skipped', '已过时')
      return 'skipped'
    }
    const isQuiet = !isUrgent(row.kind) && row.quiet_from !== null && row.quiet_to !== null
    const until = isQuiet ? findQuietHoursEnd(now, row.quiet_from!, row.quiet_to!) : null
    if (until && lifeSeconds !== null) {
      await store.updateDeliveryResult(tx, row.id, 'skipped', '免打扰时段')
      return 'skipped'
    }
    if (until) {
      await store.updateDeliveryTime(tx, row.id, until)
      return 'postponed'
    }
    await store.updateDeliveryTries(tx, row.id)
    return row
  })
  if (next === null || typeof next === 'string') return next !== null
  try {
    await sendDelivery(kit, next)
    await store.updateDeliveryResult(kit.sql, next.id, 'sent', null)
  } catch (error) {
    const failure = error instanceof Error ? error.message.slice(0, 300) : 'unknown'
    kit.log.error({ deliveryId: next.id, failure }, 'notice not delivered')
    await store.updateDeliveryResult(kit.sql, next.id, next.tries + 1 >= maxTries ? 'failed' : 'queued', failure)
  }
  return true
}

/**
 * Sends due deliveries.
 * @param now time for quiet hours; injected for tests
 * @returns the number of processed deliveries
 */
export async function deliverNotices(kit: Kit, now: Date = new Date()): Promise<number> {
  let count = 0
  while (count < maxBatchSize && (await deliverNext(kit, now))) count += 1
  return count
}
