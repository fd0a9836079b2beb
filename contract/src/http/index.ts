// Every HTTP call of the product, feature by feature.
import { accountGroups } from './account-groups.ts'
import { accounts, staffUsers } from './accounts/accounts.ts'
import { factors, staffFactors } from './accounts/factors.ts'
import { auditLog } from './crisis/audit-log.ts'
import { articles } from './articles/articles.ts'
import { calls } from './calls.ts'
import { groupCalls } from './group-calls.ts'
import { certificates } from './certificates.ts'
import { bills } from './payments/bills.ts'
import { playground } from './chat/playground.ts'
import { chatInbox } from './chat/inbox.ts'
import { teamLinks } from './chat/team-links.ts'
import { chatBroadcasts } from './chat/broadcasts.ts'
import { chatOperation } from './chat/operation.ts'
import { counsellorState } from './chat/counsellor-state.ts'
import { counsellors } from './counsellors/counsellors.ts'
import { consents } from './consents.ts'
import { examBank } from './exams/bank.ts'
import { duty } from './crisis/duty.ts'
import { dataRequests } from './data-requests.ts'
import { dues } from './payments/dues.ts'
import { exams } from './exams/exams.ts'
import { meetings } from './conference/meetings.ts'
import { meetingDays } from './conference/days.ts'
import { staffMeetings } from './conference/staff.ts'
import { staffRegistrations } from './conference/registrations.ts'
import { staffSubmissions } from './submissions/staff.ts'
import { submissions } from './submissions/submissions.ts'
import { meetingFee, memberFee, membership } from './membership/membership.ts'
import { bookings } from './booking/bookings.ts'
import { waitingRooms } from './booking/waiting-rooms.ts'
import { staffBookings } from './booking/staff.ts'
import { collections } from './qa/collections.ts'
import { crisisAlerts } from './crisis/alerts.ts'
import { exports } from './exports.ts'
import { security } from './accounts/security.ts'
import { apps } from './chat/apps.ts'
import { lectures } from './lectures/lectures.ts'
import { staffLectures } from './lectures/staff.ts'
import { lexicon } from './chat/lexicon.ts'
import { siteGuide } from './chat/site-guide.ts'
import { erasure } from './chat/erasure.ts'
import { chat, messages } from './messages/messages.ts'
import { orders } from './payments/orders.ts'
import { ownMembership } from './membership/own.ts'
import { questions } from './qa/questions.ts'
import { ledGroups } from './peer-groups/led.ts'
import { peerGroups } from './peer-groups/peer-groups.ts'
import { staffPeerGroups } from './peer-groups/staff.ts'
import { rosterGroups } from './roster-groups.ts'
import { staffCounsellors } from './counsellors/staff.ts'
import { staffMessages } from './messages/staff.ts'
import { staffQuestions } from './qa/staff.ts'
import { receipts } from './payments/receipts.ts'
import { transfers } from './payments/transfers.ts'
import type { EndpointApi } from './endpoint.ts'
import { site, staffSite } from './articles/site.ts'
import { calendar } from './booking/calendar.ts'
import { staffApplications } from './membership/applications.ts'
import { staffBranches } from './membership/branches.ts'
import { staffLevels } from './membership/levels.ts'
import { staffMembers } from './membership/members.ts'
import { staffExams } from './exams/staff.ts'
import { staffArticles } from './articles/staff.ts'
import { staffOrders } from './payments/staff.ts'

export const contract = {
  ...articles,
  ...site,
  ...staffArticles,
  ...staffSite,
  ...accounts,
  ...staffUsers,
  ...factors,
  ...staffFactors,
  ...calls,
  ...groupCalls,
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
  ...peerGroups,
  ...ledGroups,
  ...staffPeerGroups,
  ...accountGroups,
  ...dataRequests,
  ...rosterGroups,
  ...lectures,
  ...staffLectures,
  ...bookings,
  ...waitingRooms,
  ...staffBookings,
  ...calendar,
  ...messages,
  ...chat,
  ...crisisAlerts,
  ...duty,
  ...auditLog,
  ...security,
  ...exports,
  ...erasure,
  ...apps,
  ...lexicon,
  ...siteGuide,
  ...chatInbox,
  ...teamLinks,
  ...counsellorState,
  ...playground,
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
export type PortalApi = EndpointApi<Contract>
