// Handlers of the endpoints of membership for staff.
import type { staffApplications } from '@xinqiao/contract/http/membership/applications.ts'
import type { staffBranches } from '@xinqiao/contract/http/membership/branches.ts'
import type { staffLevels } from '@xinqiao/contract/http/membership/levels.ts'
import type { staffMembers } from '@xinqiao/contract/http/membership/members.ts'
import { type Ctx, type Handlers, inStages } from '../../kit/ctx.ts'
import { selectBranches } from './records/branch-store.ts'
import * as branches from './branches/branches.ts'
import { correctMember } from './members/corrections.ts'
import { decideApplications } from './review/decide.ts'
import { decideLevelChange } from './levels/level-change-request.ts'
import * as levels from './levels/levels.ts'
import { importMembers, createMemberTemplate, readMemberSheet } from './members/import.ts'
import * as members from './members/members.ts'
import { changeRepresentative } from './members/transfer-representative.ts'
import * as review from './review/review.ts'
import { readMembershipSettings } from './rules/settings.ts'

const replyNullAfter = async (scope: Promise<void>) => {
  await scope
  return null
}

/** Refuses callers who review for a branch. */
const forSecretariat =
  <I, O>(handle: (input: I, ctx: Ctx) => Promise<O>) =>
  async (input: I, ctx: Ctx): Promise<O> => {
    await branches.requireSecretariat(ctx, ctx.kit.sql)
    return handle(input, ctx)
  }

export const staffApplicationHandlers: Handlers<typeof staffApplications> = {
  'GET /admin/memberApplications': (query, ctx) => review.listApplications(ctx, query),
  'GET /admin/memberApplication': ({ id }, ctx) => review.getApplication(ctx, id),
  'POST /admin/memberApplication/reveal': ({ id }, ctx) => review.revealApplication(ctx, id),
  'POST /admin/memberApplication/resume': ({ id }, ctx) => review.openResumeLink(ctx, id),
  'POST /admin/memberApplication/note': ({ id, text }, ctx) => replyNullAfter(review.addApplicationNote(ctx, id, text)),
  'POST /admin/memberApplication/decide': ({ items, ...verdict }, ctx) => decideApplications(ctx, items, verdict),
}

export const staffBranchHandlers: Handlers<typeof staffBranches> = {
  'GET /admin/memberBranches': (_input, { kit }) => selectBranches(kit.sql),
  'GET /admin/memberBranch/own': (_input, ctx) => branches.findOwnBranch(ctx),
  'POST /admin/memberBranch': (draft, ctx) => branches.addBranch(ctx, draft),
  'PUT /admin/memberBranch': ({ id, ...values }, ctx) => replyNullAfter(branches.changeBranch(ctx, id, values)),
  'GET /admin/memberBranch/reviewers': (_input, { kit }) => branches.listReviewers(kit),
  'PUT /admin/memberBranch/reviewer': ({ accountId, branchId }, ctx) =>
    replyNullAfter(branches.assignReviewer(ctx, accountId, branchId)),
  'POST /admin/memberApplication/branch': (moved, ctx) => replyNullAfter(branches.moveApplication(ctx, moved)),
}

export const staffMemberHandlers: Handlers<typeof staffMembers> = {
  'GET /admin/members': forSecretariat(({ limit, offset, ...filter }, { kit }) =>
    members.listMembers(kit, filter, { limit, offset }),
  ),
  'GET /admin/units': forSecretariat(({ state, ...page }, { kit }) => members.listUnitMembers(kit, state, page)),
  'GET /admin/member': forSecretariat(({ id }, { kit }) => members.getMember(kit, id, kit.sql)),
  'PUT /admin/member': (correction, ctx) => correctMember(ctx, correction),
  'POST /admin/member/reveal': async ({ id }, ctx) => {
    await branches.requireSecretariat(ctx, ctx.tx)
    return members.revealMember(ctx, id)
  },
  'POST /admin/member/end': ({ id, reason }, ctx) => replyNullAfter(members.endMembershipByStaff(ctx, id, reason)),
  'POST /admin/member/level': (answer, ctx) => decideLevelChange(ctx, answer),
  'POST /admin/member/representative': (input, ctx) => changeRepresentative(ctx, input),
  'GET /admin/members/template': (_input, { kit }) => createMemberTemplate(kit),
  'POST /admin/members/import': inStages({ prepare: readMemberSheet, perform: importMembers }),
}

export const staffLevelHandlers: Handlers<typeof staffLevels> = {
  'GET /admin/memberLevels': (_input, { kit }) => levels.listLevelsForStaff(kit),
  'POST /admin/memberLevel': (draft, ctx) => levels.addLevel(ctx, draft),
  'PUT /admin/memberLevel': ({ id, ...values }, ctx) => replyNullAfter(levels.changeLevel(ctx, id, values)),
  'POST /admin/memberFee': (fee, ctx) => replyNullAfter(levels.addFee(ctx, fee)),
  'POST /admin/memberFee/file': (_input, ctx) => levels.storeDecisionFile(ctx),
  'GET /admin/membership/settings': (_input, { kit }) => readMembershipSettings(kit.sql),
  'PUT /admin/membership/settings': (settings, ctx) => levels.changeMembershipSettings(ctx, settings),
  'GET /admin/membership/reminders': (page, { kit }) => members.listReminders(kit, page),
}
