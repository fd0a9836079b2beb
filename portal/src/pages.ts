// Every page of the site, by path. A path listed here is also in the menus, the sitemap and the page cache.
import { routes } from '@xinqiao/contract/routes.ts'
import { forgetPage } from './accounts/sign-in/forget.page.tsx'
import { loginPage } from './accounts/sign-in/login.page.tsx'
import { registerPage } from './accounts/sign-in/register.page.tsx'
import { settingPage } from './accounts/settings/setting.page.tsx'
import { detailPage } from './articles/detail.page.tsx'
import { dynamicPage } from './articles/dynamic.page.tsx'
import { learningPage } from './articles/learning.page.tsx'
import { previewPage } from './articles/preview.page.tsx'
import { associationPage } from './association/association.page.tsx'
import { baywindowPage } from './baywindow/baywindow.page.tsx'
import { certificatePage } from './certificates/certificate.page.tsx'
import { bookingPage } from './booking/booking.page.tsx'
import { callPage } from './calls/call.page.tsx'
import { groupCallPage } from './calls/group/group-call.page.tsx'
import { imPage } from './chat/im.page.tsx'
import { consultDetailPage } from './counsellors/consult-detail.page.tsx'
import { consultPage } from './counsellors/consult.page.tsx'
import { examinationPage } from './exams/examination.page.tsx'
import { historyPapersPage } from './exams/historypapers.page.tsx'
import { paperPage } from './exams/paper.page.tsx'
import { groupPage } from './group/group.page.tsx'
import { homePage } from './home/home.page.tsx'
import { ledGroupsPage } from './peer-groups/led-groups.page.tsx'
import { peerGroupPage } from './peer-groups/peer-group.page.tsx'
import { peerGroupsPage } from './peer-groups/peer-groups.page.tsx'
import { lecturePage } from './lectures/lecture.page.tsx'
import { lecturesPage } from './lectures/lectures.page.tsx'
import { privacyPage, termsPage } from './legal/legal.page.tsx'
import { cashierPage } from './conference/payment/cashier.page.tsx'
import { conferencePage } from './conference/meetings/conference.page.tsx'
import { myMeetingsPage } from './conference/meetings/my-meetings.page.tsx'
import { participantsPage } from './conference/meetings/participants.page.tsx'
import { paymentPage } from './conference/payment/payment.page.tsx'
import { registrationPage } from './conference/registrations/registration.page.tsx'
import { directoryPage } from './membership/directory.page.tsx'
import { memberPage } from './membership/member.page.tsx'
import { duesPage } from './payments/dues.page.tsx'
import { ordersPage } from './payments/orders.page.tsx'
import { ownMembershipPage } from './membership/own-membership.page.tsx'
import { messagePage } from './messages/message.page.tsx'
import { selfTestPage } from './selftest/selftest.page.tsx'
import { imDocsPage } from './im-docs/im-docs.page.tsx'
import { playgroundPage } from './im-docs/playground.page.tsx'
import type { PageDefinition } from './page.ts'
import { rosterGroupsPage } from './roster-groups/roster-groups.page.tsx'
import { psychologyPage } from './qa/psychology.page.tsx'
import { creditsPage } from './conference/meetings/credits.page.tsx'
import { awardsPage } from './submissions/awards.page.tsx'
import { competitionPage, essayPage, individual1Page, individualPage } from './submissions/notice.pages.ts'
import { reviewPage } from './submissions/review.page.tsx'
import { submissionsPage } from './submissions/submissions.page.tsx'

export const pages: Record<string, PageDefinition> = {
  [routes.dashBoard]: homePage,
  [routes.login]: loginPage,
  [routes.register]: registerPage,
  [routes.forget]: forgetPage,
  [routes.association]: associationPage,
  [routes.learning]: learningPage,
  [routes.dynamic]: dynamicPage,
  [routes.detail]: detailPage,
  [routes.member]: memberPage,
  [routes.myMembership]: ownMembershipPage,
  [routes.directory]: directoryPage,
  [routes.group]: groupPage,
  [routes.certificate]: certificatePage,
  [routes.academic]: conferencePage,
  [routes.essay]: essayPage,
  [routes.competition]: competitionPage,
  [routes.individual]: individualPage,
  [routes.individual1]: individual1Page,
  [routes.submissions]: submissionsPage,
  [routes.myMeetings]: myMeetingsPage,
  [routes.place]: registrationPage,
  [routes.credits]: creditsPage,
  [routes.awards]: awardsPage,
  [routes.review]: reviewPage,
  [routes.payment]: paymentPage,
  [routes.paymentChannel]: cashierPage,
  [routes.participants]: participantsPage,
  [routes.im]: imPage,
  [routes.call]: callPage,
  [routes.groupCall]: groupCallPage,
  [routes.imDocs]: imDocsPage,
  [routes.imPlayground]: playgroundPage,
  [routes.booking]: bookingPage,
  [routes.consult]: consultPage,
  [routes.consultDetail]: consultDetailPage,
  [routes.peerGroups]: peerGroupsPage,
  [routes.peerGroup]: peerGroupPage,
  [routes.rosterGroups]: rosterGroupsPage,
  [routes.ledGroups]: ledGroupsPage,
  [routes.lectures]: lecturesPage,
  [routes.lecture]: lecturePage,
  [routes.message]: messagePage,
  [routes.psychology]: psychologyPage,
  [routes.setting]: settingPage,
  [routes.orders]: ordersPage,
  [routes.dues]: duesPage,
  [routes.examination]: examinationPage,
  [routes.paper]: paperPage,
  [routes.historyPapers]: historyPapersPage,
  [routes.baywindow]: baywindowPage,
  [routes.selfTest]: selfTestPage,
  [routes.preview]: previewPage,
  [routes.privacy]: privacyPage,
  [routes.terms]: termsPage,
}
