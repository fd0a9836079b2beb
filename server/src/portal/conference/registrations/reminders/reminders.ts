// Automatic reminders: to attendees of unpaid registrations, to the waiting list when the meeting begins, and to the
// secretariat about requests without a timely answer.
import { routes, serverRoutes, withQuery } from '@xinqiao/contract/routes.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { inTransaction, type Kit } from '../../../../kit/ctx.ts'
import { formatTime } from '../../../../kit/time.ts'
import { notifyUsers } from '../../../notify/notify.ts'
import { selectAccountsByRoles } from '../../../notify/store.ts'
import { notifyAttendee } from '../../rules/notify-attendee.ts'
import { releaseRegistration } from '../../rules/release-registration.ts'
import * as reminderStore from './reminder-store.ts'
import * as registrationStore from '../../records/registration-store.ts'
import * as store from '../../records/store.ts'

const maxBatchSize = 200

/** Job: reminds attendees whose held place expires soon, once per hold. */
export const remindUnpaidRegistrations = (kit: Kit): Promise<number> =>
  inTransaction(kit, async (scope) => {
    const { tx } = scope
    const rows = await reminderStore.markRegistrationsReminded(tx, maxBatchSize)
    for (const row of rows) {
      const message = `名额为您保留至${formatTime(row.pay_until).slice(0, 16)}，请在此之前缴费，逾期名额将释放`
      const link = withQuery(routes.paymentChannel, { activityUserId: row.id })
      await notifyAttendee(scope, row, row.title, message, { link })
    }
    return rows.length
  })

const tooLateMessage = '会议已开始，候补未能安排名额'

/** Job: ends the waiting list when the meeting begins. */
export async function endWaitingLists(kit: Kit): Promise<number> {
  const waiting = await reminderStore.selectWaitersAfterStart(kit.sql, maxBatchSize)
  for (const { id, meeting_id: meetingId, attend_type: attendType, title } of waiting) {
    await inTransaction(kit, async (scope) => {
      const { tx } = scope
      await store.lockAttendType(tx, meetingId, attendType)
      const row = await registrationStore.lockRegistration(tx, id)
      if (row?.state !== 'waiting') return
      await releaseRegistration(tx, row, { state: 'cancelled', end_reason: tooLateMessage })
      await notifyAttendee(scope, row, title, `${tooLateMessage}，候补已结束，没有产生费用`)
    })
  }
  return waiting.length
}

const secretariatRoles = [roles.administrator, roles.editor]

/** Job: reminds the secretariat once of requests without a timely answer. */
export const notifyOverdueRequests = (kit: Kit): Promise<number> =>
  inTransaction(kit, async (scope) => {
    const { tx } = scope
    const count = await reminderStore.markOverdueRequestsNotified(tx)
    if (count === 0) return 0
    await notifyUsers(scope, {
      kind: 'meeting',
      userIds: await selectAccountsByRoles(tx, secretariatRoles),
      title: `有${count}份参会变更申请已到答复时限，请尽快处理`,
      link: withQuery(`${serverRoutes.console}/registration-requests`, { state: 'overdue' }),
    })
    return count
  })
