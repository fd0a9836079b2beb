// All periodic jobs. `--services` selects the nodes that run them; kit/jobs.ts runs each on one node at a time.
import { removeExpired } from './bridge/chat-files.ts'
import { callDuty } from './bridge/duty.ts'
import { dropOldLogins, dropStaleDevices } from './im/device/devices.ts'
import { finishFanOuts } from './im/user/users.ts'
import { dropOldNotices } from './im/notify/notices.ts'
import type { Job } from './kit/jobs.ts'
import { dropOldWindows } from './kit/throttle.ts'
import { dropExpiredTickets } from './portal/accounts/factor-store.ts'
import { dropLateSms, sendQueuedSms } from './portal/accounts/sms-queue.ts'
import { issueEarned } from './portal/exams/taking/certificates.ts'
import { closeOverdue } from './portal/exams/taking/handing-in.ts'
import { purgeOldMeetings } from './portal/conference/credits/after-meeting.ts'
import { askDueRefunds } from './portal/conference/billing/refunds.ts'
import { callOverdue, endWaiting, remindUnpaid } from './portal/conference/registrations/reminders.ts'
import { lapseOverdue } from './portal/conference/registrations/waiting-list.ts'
import { dropAbandonedFiles } from './portal/articles/abandoned.ts'
import { dropOldExports, makeExports } from './portal/exports/exports.ts'
import { keepMemberships } from './portal/membership/renewal/daily-job.ts'
import { remindSoon } from './portal/booking/booking.ts'
import { dropHolds, endOld } from './portal/booking/store.ts'
import { deliverNotices } from './portal/notify/deliver.ts'
import { tellListeners } from './portal/qa/notifications/notify-readers.ts'
import { climbLadder, closeExpiredOrders } from './portal/payments/settlement/poll-attempts.ts'
import { reconcileDue } from './portal/payments/reconciliation/reconcile.ts'
import { pushRefunds } from './portal/payments/refunds/refunds.ts'
import { dropOldDeliveries } from './portal/notify/store.ts'
import { purgeOldCalls } from './portal/submissions/retention/purge.ts'

const hour = 3600

export const jobs: readonly Job[] = [
  { name: 'holds of appointments', everySeconds: 60, run: ({ sql }) => dropHolds(sql) },
  { name: 'reminders of appointments', everySeconds: 300, run: remindSoon },
  { name: 'sessions that are over', everySeconds: hour, run: ({ sql }) => endOld(sql) },
  {
    // retries SMS whose sender was killed or whose carrier was down
    name: 'sms',
    everySeconds: 5,
    run: async (kit) => {
      await dropLateSms(kit)
      await sendQueuedSms(kit)
    },
  },
  { name: 'answers told to who waits for them', everySeconds: 5, run: tellListeners },
  { name: 'calls of duty', everySeconds: 5, run: callDuty },
  { name: 'sms and mail of notices', everySeconds: 5, run: (kit) => deliverNotices(kit) },
  { name: 'old deliveries', everySeconds: hour, run: ({ sql }) => dropOldDeliveries(sql) },
  { name: 'payments asked about', everySeconds: 5, run: (kit) => climbLadder(kit) },
  { name: 'refunds', everySeconds: 5, run: (kit) => pushRefunds(kit) },
  { name: 'bills', everySeconds: hour, run: reconcileDue },
  { name: 'unpaid orders', everySeconds: 30, run: closeExpiredOrders },
  { name: 'callbacks of the stand-in', everySeconds: 1, run: async ({ pay }) => pay.simulator?.deliverDue() },
  { name: 'memberships', everySeconds: hour, run: (kit) => keepMemberships(kit) },
  // submits attempts of examinees whose browser is gone
  { name: 'exams that are over', everySeconds: 5, run: (kit) => closeOverdue(kit) },
  // results that are released after the examination
  { name: 'exam certificates', everySeconds: 60, run: (kit) => issueEarned(kit) },
  { name: 'lists that go out', everySeconds: 2, run: makeExports },
  { name: 'old lists that went out', everySeconds: hour, run: dropOldExports },
  { name: 'keys of payment providers', everySeconds: 12 * hour, run: async ({ pay }) => pay.renewKeys?.() },
  { name: 'old windows', everySeconds: hour, run: ({ sql }) => dropOldWindows(sql) },
  { name: 'expired factor tickets', everySeconds: hour, run: ({ sql }) => dropExpiredTickets(sql) },
  { name: 'old notices', everySeconds: hour, run: ({ sql }) => dropOldNotices(sql) },
  { name: 'old logins', everySeconds: hour, run: ({ sql }) => dropOldLogins(sql) },
  { name: 'stale chat devices', everySeconds: hour, run: ({ sql }) => dropStaleDevices(sql) },
  { name: 'changed chat profiles', everySeconds: 30, run: finishFanOuts },
  { name: 'expired chat files', everySeconds: hour, run: removeExpired },
  { name: 'overdue registrations', everySeconds: 30, run: lapseOverdue },
  { name: 'places about to lapse', everySeconds: 300, run: remindUnpaid },
  { name: 'who waited in vain', everySeconds: 60, run: endWaiting },
  { name: 'unanswered requests', everySeconds: 300, run: callOverdue },
  { name: 'refunds of cancelled registrations', everySeconds: 60, run: askDueRefunds },
  { name: 'purged meetings', everySeconds: 24 * hour, run: purgeOldMeetings },
  { name: 'purged submissions', everySeconds: 24 * hour, run: purgeOldCalls },
  { name: 'abandoned files', everySeconds: 24 * hour, run: dropAbandonedFiles },
]
