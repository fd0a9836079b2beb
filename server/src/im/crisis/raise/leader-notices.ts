// Notifies the leaders of a team of a message in danger. The notice is stored with the alert, and sent after the
// message. If the node dies between the two, a job sends it.
import { forEachInOrder } from '../../../kit/async/for-each-in-order.ts'
import type { Kit, KitInTransaction } from '../../../kit/ctx.ts'
import { transaction, type Sql } from '../../../kit/db/db.ts'
import type { SitePort } from '../../../kit/site-port.ts'
import * as store from './leader-notice-store.ts'

/** A running node sends its notices within this time; a job sends those that are older. */
const lateSeconds = 20
const maxHours = 24
const maxBatchSize = 200

type NoticePort = Pick<SitePort, 'notifyLeaders'>

/** @param isSent false for a message that was refused */
const sendLeaderNotice = (
  kit: KitInTransaction,
  sql: Sql,
  { notifyLeaders }: NoticePort,
  id: number,
  isSent: boolean,
): Promise<void> =>
  transaction(sql, async (tx, afterCommit) => {
    const notice = await store.deleteLeaderNotice(tx, id)
    if (notice) await notifyLeaders({ kit, tx, afterCommit }, { ...notice, isSent })
  })

/** Runs in its own transaction, so that neither alert nor message depends on it. The job repeats what failed. */
export async function sendLeaderNoticeSafely(
  ...[kit, sql, site, id, isSent]: Parameters<typeof sendLeaderNotice>
): Promise<void> {
  try {
    await sendLeaderNotice(kit, sql, site, id, isSent)
  } catch (error) {
    kit.log.error({ err: error }, 'leaders of a team not notified of a message in danger')
  }
}

/** Job. Sends the notices that a node did not send. Repeating it notifies no one twice. */
export async function sendLateLeaderNotices(kit: Kit, site: NoticePort): Promise<void> {
  const { sql, log } = kit
  const lateNotices = await store.selectLateLeaderNotices(sql, lateSeconds, maxBatchSize)
  await forEachInOrder(lateNotices, ({ id, is_sent: isSent }) => sendLeaderNoticeSafely(kit, sql, site, id, isSent))
  const lostCount = await store.deleteOldLeaderNotices(sql, maxHours)
  if (lostCount > 0) log.error({ lostCount }, 'notices to leaders dropped after a day')
}
