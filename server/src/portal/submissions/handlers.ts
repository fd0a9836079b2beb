// Endpoints of papers, competition works and award applications.
import type { staffSubmissions } from '@xinqiao/contract/http/staff-submissions.ts'
import type { submissions } from '@xinqiao/contract/http/submissions.ts'
import type { Handlers } from '../../kit/ctx.ts'
import * as announcements from './announcements/announcements.ts'
import { assign, listReviewers, unassign } from './reviews/assign.ts'
import * as objections from './objections/objections.ts'
import { beginNotice, previewAwards, publishResults } from './awards/results.ts'
import { declineReview, getSheet, listOwnReviews, saveReview } from './reviews/reviews.ts'
import * as staff from './secretariat/secretariat.ts'
import { attachFile, getCall, listOwn, saveDraft, submit, withdraw } from './submissions/submissions.ts'

export const submissionHandlers: Handlers<typeof submissions> = {
  'GET /submission/announcement': ({ id }, ctx) => announcements.getAnnouncement(ctx, id),
  'GET /submission/call': ({ kind }, ctx) => getCall(ctx, kind),
  'GET /submission/mine': ({ kind }, ctx) => listOwn(ctx, kind),
  'POST /submission/draft': (draft, ctx) => saveDraft(ctx, draft),
  'POST /submission/file': ({ id }, ctx) => attachFile(ctx, id),
  'POST /submission/submit': (input, ctx) => submit(ctx, input),
  'POST /submission/withdraw': ({ id }, ctx) => withdraw(ctx, id),
  'GET /submission/notices': (_input, ctx) => objections.listNotices(ctx),
  'POST /submission/objection': (input, ctx) => objections.object(ctx, input),
  'GET /submission/objections': (_input, ctx) => objections.listOwn(ctx),
  'GET /review/mine': (_input, ctx) => listOwnReviews(ctx),
  'GET /review/sheet': ({ id }, ctx) => getSheet(ctx, id),
  'POST /review/save': (input, ctx) => saveReview(ctx, input),
  'POST /review/decline': (input, ctx) => declineReview(ctx, input),
}

export const staffSubmissionHandlers: Handlers<typeof staffSubmissions> = {
  'GET /admin/announcement': ({ id }, { kit }) => announcements.getForStaff(kit.sql, id),
  'PUT /admin/announcement': (draft, ctx) => announcements.saveAnnouncement(ctx, draft),
  'GET /admin/calls': (_input, { kit }) => staff.listCalls(kit.sql),
  'POST /admin/call': (draft, ctx) => staff.createCall(ctx, draft),
  'PUT /admin/call': (draft, ctx) => staff.saveCall(ctx, draft),
  'GET /admin/submissions': (query, ctx) => staff.listSubmissions(ctx, query),
  'GET /admin/submission': ({ id }, ctx) => staff.getSubmission(ctx, id),
  'POST /admin/submission/reveal': (input, ctx) => staff.revealSubmission(ctx, input),
  'GET /admin/reviewers': (_input, ctx) => listReviewers(ctx),
  'POST /admin/submission/assign': (input, ctx) => assign(ctx, input),
  'POST /admin/submission/unassign': (input, ctx) => unassign(ctx, input),
  'POST /admin/submission/decide': (input, ctx) => staff.decide(ctx, input),
  'GET /admin/call/awards': ({ id }, ctx) => previewAwards(ctx, id),
  'POST /admin/call/notice': (input, ctx) => beginNotice(ctx, input),
  'GET /admin/objections': ({ callId }, ctx) => objections.listForStaff(ctx, callId),
  'POST /admin/objection/decide': (input, ctx) => objections.decide(ctx, input),
  'POST /admin/call/publish': (input, ctx) => publishResults(ctx, input),
}
