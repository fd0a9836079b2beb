// Module of the server (see modules.ts): meetings and registrations.
import type { Module } from '../../kit/module.ts'
import { requestDueRefunds } from './billing/refunds.ts'
import { purgeOldMeetings } from './retention/purge.ts'
import { meetingFeeHandlers, meetingHandlers, staffMeetingHandlers } from './handlers.ts'
import { conferenceOrderKind } from './checkout/order-kind.ts'
import {
  endWaitingLists,
  lapseOverdueRegistrations,
  notifyOverdueRequests,
  registrationExport,
  remindUnpaidRegistrations,
} from './registrations/registrations.ts'

export const conferenceModule = {
  handlers: { ...meetingHandlers, ...meetingFeeHandlers, ...staffMeetingHandlers },
  orderKinds: { conference: conferenceOrderKind },
  exportKinds: { registrations: registrationExport },
  jobs: [
    { name: 'overdue registrations', everySeconds: 30, run: lapseOverdueRegistrations },
    { name: 'payment reminders', everySeconds: 300, run: remindUnpaidRegistrations },
    { name: 'ended waiting lists', everySeconds: 60, run: endWaitingLists },
    { name: 'overdue requests', everySeconds: 300, run: notifyOverdueRequests },
    { name: 'refunds of cancelled registrations', everySeconds: 60, run: requestDueRefunds },
    { name: 'purged meetings', everySeconds: 24 * 3600, run: purgeOldMeetings },
  ],
} satisfies Module
