// All served endpoints with their handlers.
import { accounts, staffUsers } from '@xinqiao/contract/http/accounts.ts'
import { factors, staffFactors } from '@xinqiao/contract/http/factors.ts'
import { meetings } from '@xinqiao/contract/http/meetings.ts'
import { staffSubmissions } from '@xinqiao/contract/http/staff-submissions.ts'
import { submissions } from '@xinqiao/contract/http/submissions.ts'
import { meetingDays } from '@xinqiao/contract/http/meeting-days.ts'
import { staffMeetings } from '@xinqiao/contract/http/staff-meetings.ts'
import { staffRegistrations } from '@xinqiao/contract/http/staff-registrations.ts'
import { bills } from '@xinqiao/contract/http/bills.ts'
import { articles } from '@xinqiao/contract/http/articles.ts'
import { examBank } from '@xinqiao/contract/http/exam-bank.ts'
import { exams } from '@xinqiao/contract/http/exams.ts'
import { site, staffSite } from '@xinqiao/contract/http/site.ts'
import { staffExams } from '@xinqiao/contract/http/staff-exams.ts'
import { staffArticles } from '@xinqiao/contract/http/staff-articles.ts'
import { certificates } from '@xinqiao/contract/http/certificates.ts'
import { consents } from '@xinqiao/contract/http/consents.ts'
import { meetingFee, memberFee, membership } from '@xinqiao/contract/http/membership.ts'
import { ownMembership } from '@xinqiao/contract/http/own-membership.ts'
import { staffApplications } from '@xinqiao/contract/http/staff-applications.ts'
import { staffBranches } from '@xinqiao/contract/http/staff-branches.ts'
import { staffLevels } from '@xinqiao/contract/http/staff-levels.ts'
import { staffMembers } from '@xinqiao/contract/http/staff-members.ts'
import { care } from '@xinqiao/contract/http/care.ts'
import { exports } from '@xinqiao/contract/http/exports.ts'
import { security } from '@xinqiao/contract/http/security.ts'
import { lexicon } from '@xinqiao/contract/http/lexicon.ts'
import { erasure } from '@xinqiao/contract/http/erasure.ts'
import { chatDesk } from '@xinqiao/contract/http/chat.ts'
import { orders } from '@xinqiao/contract/http/orders.ts'
import { staffOrders } from '@xinqiao/contract/http/staff-orders.ts'
import { counsellors } from '@xinqiao/contract/http/counsellors.ts'
import { chat, messages } from '@xinqiao/contract/http/messages.ts'
import { dues } from '@xinqiao/contract/http/dues.ts'
import { keptQuestions } from '@xinqiao/contract/http/kept-questions.ts'
import { questions } from '@xinqiao/contract/http/questions.ts'
import { staffCounsellors } from '@xinqiao/contract/http/staff-counsellors.ts'
import { staffMessages } from '@xinqiao/contract/http/staff-messages.ts'
import { staffQuestions } from '@xinqiao/contract/http/staff-questions.ts'
import { bookings } from '@xinqiao/contract/http/bookings.ts'
import { staffBookings } from '@xinqiao/contract/http/staff-bookings.ts'
import { calendar } from '@xinqiao/contract/http/calendar.ts'
import { receipts } from '@xinqiao/contract/http/receipts.ts'
import { transfers } from '@xinqiao/contract/http/transfers.ts'
import type { Row } from '@xinqiao/contract/http/row.ts'
import { consentHandlers } from '../bridge/consents.ts'
import { membershipHandlers, ownMembershipHandlers } from '../portal/membership/handlers.ts'
import {
  staffApplicationHandlers,
  staffBranchHandlers,
  staffLevelHandlers,
  staffMemberHandlers,
} from '../portal/membership/staff-handlers.ts'
import { bookingHandlers } from '../bridge/booking.ts'
import { careHandlers } from '../bridge/care.ts'
import { exportHandlers } from '../portal/exports/handlers.ts'
import { securityHandlers } from '../portal/security/handlers.ts'
import { lexiconHandlers } from '../bridge/lexicon.ts'
import { erasureHandlers } from '../bridge/erasure.ts'
import { chatHandlers } from '../bridge/chat.ts'
import { counsellorHandlers } from '../bridge/counsellors.ts'
import { questionHandlers } from '../bridge/questions.ts'
import type { Ctx } from '../kit/ctx.ts'
import { accountHandlers, staffUserHandlers } from '../portal/accounts/handlers.ts'
import { factorHandlers, staffFactorHandlers } from '../portal/accounts/factor-handlers.ts'
import { staffSubmissionHandlers, submissionHandlers } from '../portal/submissions/handlers.ts'
import { meetingFeeHandlers, meetingHandlers, staffMeetingHandlers } from '../portal/conference/handlers.ts'
import { certificateHandlers } from '../portal/certificates/handlers.ts'
import { calendarHandlers } from '../portal/calendar/handlers.ts'
import { staffBookingHandlers } from '../portal/booking/handlers.ts'
import { staffCounsellorHandlers } from '../portal/counsellors/staff-handlers.ts'
import { keptQuestionHandlers } from '../portal/qa/handlers.ts'
import { staffQuestionHandlers } from '../portal/qa/staff-handlers.ts'
import { messageHandlers, staffMessageHandlers } from '../portal/messages/handlers.ts'
import { examBankHandlers, staffExamHandlers } from '../portal/exams/staff/handlers.ts'
import { examHandlers } from '../portal/exams/taking/handlers.ts'
import {
  billHandlers,
  duesHandlers,
  memberFeeHandlers,
  orderHandlers,
  receiptHandlers,
  staffOrderHandlers,
  transferHandlers,
} from '../portal/payments/handlers.ts'
import { articleHandlers, siteHandlers, staffArticleHandlers, staffSiteHandlers } from '../portal/articles/handlers.ts'

const rows = {
  ...articles,
  ...site,
  ...staffArticles,
  ...staffSite,
  ...accounts,
  ...staffUsers,
  ...factors,
  ...staffFactors,
  ...certificates,
  ...orders,
  ...staffOrders,
  ...bills,
  ...receipts,
  ...dues,
  ...transfers,
  ...memberFee,
  ...consents,
  ...membership,
  ...ownMembership,
  ...staffApplications,
  ...staffMembers,
  ...staffLevels,
  ...staffBranches,
  ...meetings,
  ...meetingFee,
  ...staffMeetings,
  ...staffRegistrations,
  ...meetingDays,
  ...submissions,
  ...staffSubmissions,
  ...chat,
  ...chatDesk,
  ...care,
  ...security,
  ...exports,
  ...erasure,
  ...lexicon,
  ...questions,
  ...keptQuestions,
  ...staffQuestions,
  ...staffCounsellors,
  ...staffMessages,
  ...counsellors,
  ...bookings,
  ...staffBookings,
  ...calendar,
  ...messages,
  ...exams,
  ...examBank,
  ...staffExams,
}
const handlers = {
  ...articleHandlers,
  ...siteHandlers,
  ...staffArticleHandlers,
  ...staffSiteHandlers,
  ...accountHandlers,
  ...staffUserHandlers,
  ...factorHandlers,
  ...staffFactorHandlers,
  ...certificateHandlers,
  ...orderHandlers,
  ...staffOrderHandlers,
  ...billHandlers,
  ...receiptHandlers,
  ...duesHandlers,
  ...transferHandlers,
  ...memberFeeHandlers,
  ...consentHandlers,
  ...membershipHandlers,
  ...ownMembershipHandlers,
  ...staffApplicationHandlers,
  ...staffMemberHandlers,
  ...staffLevelHandlers,
  ...staffBranchHandlers,
  ...meetingHandlers,
  ...meetingFeeHandlers,
  ...staffMeetingHandlers,
  ...submissionHandlers,
  ...staffSubmissionHandlers,
  ...chatHandlers,
  ...careHandlers,
  ...securityHandlers,
  ...exportHandlers,
  ...erasureHandlers,
  ...lexiconHandlers,
  ...questionHandlers,
  ...keptQuestionHandlers,
  ...staffQuestionHandlers,
  ...staffCounsellorHandlers,
  ...staffMessageHandlers,
  ...counsellorHandlers,
  ...bookingHandlers,
  ...staffBookingHandlers,
  ...calendarHandlers,
  ...messageHandlers,
  ...examHandlers,
  ...examBankHandlers,
  ...staffExamHandlers,
} satisfies Record<keyof typeof rows, unknown>

export type Call = {
  key: string
  method: string
  path: string
  row: Row
  handle: (input: never, ctx: Ctx) => Promise<unknown>
}

export const calls: readonly Call[] = Object.entries(rows as Record<string, Row>).map(([key, row]) => {
  const [method = '', path = ''] = key.split(' ')
  return { key, method, path, row, handle: handlers[key as keyof typeof handlers] }
})

const byKey = new Map(calls.map((call) => [call.key, call]))

/** @throws RangeError for an endpoint that is not served yet */
export function findCall(key: string): Call {
  const call = byKey.get(key)
  if (!call) throw new RangeError(`${key} is not served`)
  return call
}
