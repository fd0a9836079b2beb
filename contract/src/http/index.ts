// Every HTTP call of the product, feature by feature.
import { accounts, staffUsers } from './accounts.ts'
import { factors, staffFactors } from './factors.ts'
import { articles } from './articles.ts'
import { certificates } from './certificates.ts'
import { bills } from './bills.ts'
import { chatInbox } from './chat.ts'
import { chatBroadcasts } from './chat-broadcasts.ts'
import { chatOperation } from './chat-operation.ts'
import { counsellors } from './counsellors.ts'
import { consents } from './consents.ts'
import { examBank } from './exam-bank.ts'
import { duty } from './duty.ts'
import { dues } from './dues.ts'
import { exams } from './exams.ts'
import { meetings } from './meetings.ts'
import { meetingDays } from './meeting-days.ts'
import { staffMeetings } from './staff-meetings.ts'
import { staffRegistrations } from './staff-registrations.ts'
import { staffSubmissions } from './staff-submissions.ts'
import { submissions } from './submissions.ts'
import { meetingFee, memberFee, membership } from './membership.ts'
import { bookings } from './bookings.ts'
import { staffBookings } from './staff-bookings.ts'
import { collections } from './collections.ts'
import { care } from './care.ts'
import { exports } from './exports.ts'
import { security } from './security.ts'
import { apps } from './apps.ts'
import { lexicon } from './lexicon.ts'
import { erasure } from './erasure.ts'
import { chat, messages } from './messages.ts'
import { orders } from './orders.ts'
import { ownMembership } from './own-membership.ts'
import { questions } from './questions.ts'
import { staffCounsellors } from './staff-counsellors.ts'
import { staffMessages } from './staff-messages.ts'
import { staffQuestions } from './staff-questions.ts'
import { receipts } from './receipts.ts'
import { transfers } from './transfers.ts'
import type { Api } from './row.ts'
import { site, staffSite } from './site.ts'
import { calendar } from './calendar.ts'
import { staffApplications } from './staff-applications.ts'
import { staffBranches } from './staff-branches.ts'
import { staffLevels } from './staff-levels.ts'
import { staffMembers } from './staff-members.ts'
import { staffExams } from './staff-exams.ts'
import { staffArticles } from './staff-articles.ts'
import { staffOrders } from './staff-orders.ts'

export const contract = {
  ...articles,
  ...site,
  ...staffArticles,
  ...staffSite,
  ...accounts,
  ...staffUsers,
  ...factors,
  ...staffFactors,
  ...certificates,
  ...consents,
  ...ownMembership,
  ...staffApplications,
  ...staffMembers,
  ...staffLevels,
  ...staffBranches,
  ...membership,
  ...memberFee,
  ...meetingFee,
  ...orders,
  ...staffOrders,
  ...bills,
  ...receipts,
  ...dues,
  ...transfers,
  ...questions,
  ...collections,
  ...staffQuestions,
  ...staffCounsellors,
  ...staffMessages,
  ...counsellors,
  ...bookings,
  ...staffBookings,
  ...calendar,
  ...messages,
  ...chat,
  ...care,
  ...duty,
  ...security,
  ...exports,
  ...erasure,
  ...apps,
  ...lexicon,
  ...chatInbox,
  ...chatOperation,
  ...chatBroadcasts,
  ...meetings,
  ...staffMeetings,
  ...staffRegistrations,
  ...meetingDays,
  ...submissions,
  ...staffSubmissions,
  ...exams,
  ...examBank,
  ...staffExams,
}
export type Contract = typeof contract
export type EndpointKey = keyof Contract
export type PortalApi = Api<Contract>
