// Handlers of the membership endpoints for applicants and members.
import type { membership } from '@xinqiao/contract/http/membership.ts'
import type { ownMembership } from '@xinqiao/contract/http/own-membership.ts'
import { viewerOf, type Handlers } from '../../kit/ctx.ts'
import * as applications from './applications/apply.ts'
import { findDue } from './billing/dues.ts'
import { listLevels } from './levels/levels.ts'
import { wishLevel } from './levels/level-change-request.ts'
import { countValidMembers, listDirectory } from './records/member-store.ts'
import * as own from './own/own-membership.ts'
import { passOnRepresentative } from './units/transfer-representative.ts'

const done = async (work: Promise<void>) => {
  await work
  return null
}

export const membershipHandlers: Handlers<typeof membership> = {
  'GET /memberApplication/getByUserId': (_input, ctx) => applications.findSubmitted(ctx.kit.sql, viewerOf(ctx).id),
  'POST /memberApplication/postResume': (_input, ctx) => applications.storeResume(ctx),
  'POST /memberApplication/submit': (input, ctx) => applications.submitApplication(ctx, 'individual', input),
  'POST /memberApplication/submitUnit': (input, ctx) => applications.submitApplication(ctx, 'unit', input),
  'GET /memberApplication/getAuditStatus': async (_input, ctx) =>
    (await findDue(ctx.kit.sql, viewerOf(ctx).id)) !== null,
}

export const ownMembershipHandlers: Handlers<typeof ownMembership> = {
  'GET /membership/levels': (_input, { kit }) => listLevels(kit),
  'GET /membership/figures': (_input, { kit }) => countValidMembers(kit.sql),
  async 'GET /membership/directory'({ page, size, kind, key }, { kit }) {
    const { rows, total } = await listDirectory(kit.sql, { kind, key, limit: size, offset: (page - 1) * size })
    const content = rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      name: row.name,
      levelTitle: row.level_title,
      // the contact person of a unit has not consented to being listed
      organization: row.kind === 'unit' ? '' : row.organization,
      joinedYear: Number(row.joined_on.slice(0, 4)),
      introduction: row.introduction,
    }))
    return { content, totalElements: total }
  },
  'GET /membership/mine': (_input, ctx) => own.getOwn({ ...ctx, viewer: viewerOf(ctx) }),
  'POST /memberApplication/saveDraft': ({ kind, form }, ctx) => done(applications.saveDraft(ctx, kind, form)),
  'POST /memberApplication/withdraw': (_input, ctx) => done(applications.withdrawApplication(ctx)),
  'POST /memberApplication/consent': (read, ctx) => done(applications.consentLater(ctx, read)),
  'POST /membership/directory': (input, ctx) => done(own.enterDirectory(ctx, input)),
  'POST /membership/level': ({ levelId }, ctx) => done(wishLevel(ctx, levelId)),
  'POST /membership/leave': ({ reason }, ctx) => done(own.leaveAssociation(ctx, reason)),
  'POST /membership/seat/ask': (input, ctx) => done(own.askForSeat(ctx, input)),
  'POST /membership/seat/remove': ({ id }, ctx) => done(own.removeSeat(ctx, id)),
  'POST /membership/seat/represent': ({ id }, ctx) => done(passOnRepresentative(ctx, id)),
  'POST /membership/seat/answer': ({ id, accept }, ctx) => done(own.answerSeat(ctx, id, accept)),
}
