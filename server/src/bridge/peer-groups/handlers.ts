// Endpoints of peer groups.
import type { ledGroups } from '@xinqiao/contract/http/peer-groups/led.ts'
import type { peerGroups } from '@xinqiao/contract/http/peer-groups/peer-groups.ts'
import type { staffPeerGroups } from '@xinqiao/contract/http/peer-groups/staff.ts'
import type { Handlers } from '../../kit/ctx.ts'
import * as applications from './applications/applications.ts'
import * as groups from './lists/groups.ts'
import { countOpenReports } from './records/report-store.ts'
import { getLedConsentText, renewLedConsent, withdrawLedConsent } from './led/led-consents.ts'
import * as clients from './led/invite-clients.ts'
import * as proposals from './leaders/proposals.ts'
import { setGroupState } from './lifetime/states.ts'
import { listReports, reportAfterLeaving, reportInGroup } from './reports/reports.ts'
import { handleReport, muteReported, removeReportedMessage } from './reports/report-actions.ts'
import { reportFriend } from './reports/friend-reports.ts'

export const peerGroupHandlers: Handlers<typeof peerGroups & typeof ledGroups & typeof staffPeerGroups> = {
  'GET /peerGroup/list': (page, ctx) => groups.listGroups(ctx, page),
  'GET /peerGroup/getById': ({ id }, ctx) => groups.getGroup(ctx, id),
  'POST /peerGroup/apply': (input, ctx) => applications.applyToGroup(ctx, input),
  'POST /peerGroup/withdraw': ({ id }, ctx) => applications.withdrawApplication(ctx, id),
  'GET /peerGroup/applications': ({ id }, ctx) => applications.listApplicationsForLeader(ctx, id),
  'GET /peerGroup/waiting': (_input, ctx) => applications.countWaitingApplications(ctx),
  'POST /peerGroup/decide': (input, ctx) => applications.decideAsLeader(ctx, input),
  'POST /peerGroup/report': (input, ctx) => reportInGroup(ctx, input),
  'POST /peerGroup/reportFriend': (input, ctx) => reportFriend(ctx, input),
  'POST /peerGroup/reportAfterLeaving': (input, ctx) => reportAfterLeaving(ctx, input),
  'GET /peerGroup/consentText': ({ version }) => Promise.resolve(getLedConsentText(version)),
  'POST /peerGroup/renewConsent': (input, ctx) => renewLedConsent(ctx, input),
  'POST /peerGroup/withdrawConsent': ({ id }, ctx) => withdrawLedConsent(ctx, id),
  'GET /peerGroup/led': (_input, ctx) => proposals.listLedGroups(ctx),
  'POST /peerGroup/propose': (input, ctx) => proposals.proposeGroup(ctx, input),
  'PUT /peerGroup/proposal': (input, ctx) => proposals.changeProposal(ctx, input),
  'POST /peerGroup/coLead': (input, ctx) => proposals.answerCoLeading(ctx, input),
  'GET /peerGroup/clients': ({ id }, ctx) => clients.listClients(ctx, id),
  'POST /peerGroup/invite': (input, ctx) => clients.inviteClient(ctx, input),
  'POST /peerGroup/withdrawInvitation': (input, ctx) => clients.withdrawInvitation(ctx, input),
  'POST /peerGroup/acceptInvitation': ({ id }, ctx) => applications.acceptInvitation(ctx, id),
  'POST /peerGroup/declineInvitation': ({ id }, ctx) => clients.declineInvitation(ctx, id),
  'POST /peerGroup/leaderState': (input, ctx) => clients.setStateAsLeader(ctx, input),
  'GET /admin/peerGroups': ({ state, ...page }, { kit }) => groups.listGroupsForStaff(kit.sql, state, page),
  'GET /admin/peerGroup': ({ id }, { kit }) => groups.getGroupForStaff(kit.sql, id),
  'POST /admin/peerGroup': (input, ctx) => groups.addGroup(ctx, input),
  'PUT /admin/peerGroup': (input, ctx) => groups.changeGroup(ctx, input),
  'POST /admin/peerGroup/state': (input, ctx) => setGroupState(ctx, { id: ctx.viewer.id, byStaff: true }, input),
  'GET /admin/peerGroup/applications': ({ id }, ctx) => applications.listApplicationsForStaff(ctx, id),
  'POST /admin/peerGroup/decide': (input, ctx) => applications.decideApplication(ctx, ctx.viewer.id, input),
  'GET /admin/peerGroup/members': ({ id }, { kit }) => applications.listMembers(kit.sql, id),
  'POST /admin/peerGroup/mute': (input, ctx) => applications.setMemberMuted(ctx, input),
  'POST /admin/peerGroup/remove': ({ id, reason }, ctx) => applications.removeMember(ctx, id, reason),
  'GET /admin/peerReports': ({ state, ...page }, ctx) => listReports(ctx, state, page),
  'GET /admin/peerReports/waiting': async (_input, { kit }) => ({ open: await countOpenReports(kit.sql) }),
  'POST /admin/peerReport/mute': (input, ctx) => muteReported(ctx, input),
  'POST /admin/peerReport/removeMessage': (input, ctx) => removeReportedMessage(ctx, input),
  'POST /admin/peerReport/handle': (input, ctx) => handleReport(ctx, ctx.viewer.id, input),
}
