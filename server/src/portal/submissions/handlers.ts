// Handlers of the endpoints of papers, competition works and award applications.
import type { staffSubmissions } from '@xinqiao/contract/http/submissions/staff.ts'
import type { submissions } from '@xinqiao/contract/http/submissions/submissions.ts'
import type { Handlers } from '../../kit/ctx.ts'
import * as announcements from './announcements/announcements.ts'
import { assignReviewers, listReviewers, unassignReviewer } from './reviews/assign.ts'
import * as objections from './objections/objections.ts'
import { beginPublicNotice, previewAwards, publishResults } from './awards/results.ts'
import { declineReview, getReviewSheet, listOwnReviews, saveReview } from './reviews/reviews.ts'
import * as staff from './secretariat/secretariat.ts'
import {
  attachSubmissionFile,
  getNewestCall,
  listOwnSubmissions,
  saveSubmissionDraft,
  submitOwnSubmission,
  withdrawOwnSubmission,
} from './submissions/submissions.ts'

export const submissionHandlers: Handlers<typeof submissions> = {
  'GET /submission/announcement': ({ id }, ctx) => announcements.getAnnouncement(ctx, id),
  'GET /submission/call': ({ kind }, ctx) => getNewestCall(ctx, kind),
  'GET /submission/mine': ({ kind }, ctx) => listOwnSubmissions(ctx, kind),
  'POST /submission/draft': (draft, ctx) => saveSubmissionDraft(ctx, draft),
  'POST /submission/file': ({ id }, ctx) => attachSubmissionFile(ctx, id),
  'POST /submission/submit': (input, ctx) => submitOwnSubmission(ctx, input),
  'POST /submission/withdraw': ({ id }, ctx) => withdrawOwnSubmission(ctx, id),
  'GET /submission/notices': (_input, ctx) => objections.listPublicNotices(ctx),
  'POST /submission/objection': (input, ctx) => objections.submitObjection(ctx, input),
  'GET /submission/objections': (_input, ctx) => objections.listOwnObjections(ctx),
  'GET /review/mine': (_input, ctx) => listOwnReviews(ctx),
  'GET /review/sheet': ({ id }, ctx) => getReviewSheet(ctx, id),
  'POST /review/save': (input, ctx) => saveReview(ctx, input),
  'POST /review/decline': (input, ctx) => declineReview(ctx, input),
}

export const staffSubmissionHandlers: Handlers<typeof staffSubmissions> = {
  'GET /admin/announcement': ({ id }, { kit }) => announcements.getAnnouncementForStaff(kit.sql, id),
  'PUT /admin/announcement': (draft, ctx) => announcements.saveAnnouncement(ctx, draft),
  'GET /admin/calls': (_input, { kit }) => staff.listCallsForStaff(kit.sql),
  'POST /admin/call': (draft, ctx) => staff.createCall(ctx, draft),
  'PUT /admin/call': (draft, ctx) => staff.saveCallForPapers(ctx, draft),
  'GET /admin/submissions': (query, ctx) => staff.listSubmissionsForStaff(ctx, query),
  'GET /admin/submission': ({ id }, ctx) => staff.getSubmissionForStaff(ctx, id),
  'POST /admin/submission/reveal': (input, ctx) => staff.revealSubmission(ctx, input),
  'GET /admin/reviewers': (_input, ctx) => listReviewers(ctx),
  'POST /admin/submission/assign': (input, ctx) => assignReviewers(ctx, input),
  'POST /admin/submission/unassign': (input, ctx) => unassignReviewer(ctx, input),
  'POST /admin/submission/decide': (input, ctx) => staff.decideSubmission(ctx, input),
  'GET /admin/call/awards': ({ id }, ctx) => previewAwards(ctx, id),
  'POST /admin/call/notice': (input, ctx) => beginPublicNotice(ctx, input),
  'GET /admin/objections': ({ callId }, ctx) => objections.listObjectionsForStaff(ctx, callId),
  'POST /admin/objection/decide': (input, ctx) => objections.decideObjection(ctx, input),
  'POST /admin/call/publish': (input, ctx) => publishResults(ctx, input),
}
