// Handlers of the endpoints of membership for applicants and members.
import type { membership } from '@xinqiao/contract/http/membership/membership.ts'
import type { ownMembership } from '@xinqiao/contract/http/membership/own.ts'
import { viewerOf, type Handlers } from '../../kit/ctx.ts'
import * as applications from './applications/apply.ts'
import { findDue } from './billing/dues.ts'
import { listLevels } from './levels/levels.ts'
import { requestLevelChange } from './levels/level-change-request.ts'
import { countValidMembers, selectDirectoryMembers } from './records/member-store.ts'
import * as own from './members/own-membership.ts'
import { transferOwnRepresentative } from './members/transfer-representative.ts'

const replyNullAfter = async (scope: Promise<void>) => {
  await scope
  return null
}

export const membershipHandlers: Handlers<typeof membership> = {
  'GET /memberApplication/getByUserId': (_input, ctx) =>
    applications.findSubmittedApplication(ctx.kit.sql, viewerOf(ctx).id),
  'POST /memberApplication/postResume': (_input, ctx) => applications.storeResume(ctx),
  'POST /memberApplication/submit': (input, ctx) => applications.submitApplication(ctx, 'individual', input),
  'POST /memberApplication/submitUnit': (input, ctx) => applications.submitApplication(ctx, 'unit', input),
  'GET /memberApplication/getAuditStatus': async (_input, ctx) =>
    (await findDue(ctx.kit.sql, viewerOf(ctx).id)) !== null,
}

export const ownMembershipHandlers: Handlers<typeof ownMembership> = {
  'GET /membership/levels': (_input, { kit }) => listLevels(kit),
  'GET /membership/figures': (_input, { kit }) => countValidMembers(kit.sql),
  async 'GET /membership/directory'({ kind, key, ...page }, { kit }) {
    const { rows, total } = await selectDirectoryMembers(kit.sql, { kind, key, ...page })
    const content = rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      name: row.name,
      levelTitle: row.level_title,
      // no listing of units: their contact person has not consented to it
      organization: row.kind === 'unit' ? '' : row.organization,
      joinedYear: Number(row.joined_on.slice(0, 4)),
      introduction: row.introduction,
    }))
    return { content, totalElements: total }
  },
  'GET /membership/mine': (_input, ctx) => own.getOwnMembership({ ...ctx, viewer: viewerOf(ctx) }),
  'POST /memberApplication/saveDraft': ({ kind, form }, ctx) => replyNullAfter(applications.saveDraft(ctx, kind, form)),
  'POST /memberApplication/withdraw': (_input, ctx) => replyNullAfter(applications.withdrawApplication(ctx)),
  'POST /memberApplication/consent': (read, ctx) => replyNullAfter(applications.recordMissingConsent(ctx, read)),
  'POST /membership/directory': (input, ctx) => replyNullAfter(own.enterDirectory(ctx, input)),
  'POST /membership/level': ({ levelId }, ctx) => replyNullAfter(requestLevelChange(ctx, levelId)),
  'POST /membership/leave': ({ reason }, ctx) => replyNullAfter(own.leaveAssociation(ctx, reason)),
  'POST /membership/seat/ask': (input, ctx) => replyNullAfter(own.addSeat(ctx, input)),
  'POST /membership/seat/remove': ({ id }, ctx) => replyNullAfter(own.removeSeat(ctx, id)),
  'POST /membership/seat/represent': ({ id }, ctx) => replyNullAfter(transferOwnRepresentative(ctx, id)),
  'POST /membership/seat/answer': ({ id, accept }, ctx) => replyNullAfter(own.answerSeat(ctx, id, accept)),
}
