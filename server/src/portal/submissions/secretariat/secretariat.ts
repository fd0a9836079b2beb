// Rules for the secretariat: calls for submissions, and decisions within three working days.
import { fail, failField, orNotFound } from '@xinqiao/contract/errors.ts'
import type { StaffCall, StaffSubmission, StaffSubmissionDetail } from '@xinqiao/contract/http/submissions/staff.ts'
import {
  appliedKinds,
  callKinds,
  isSettled,
  defaultNoticeDays,
  defaultRetentionDays,
  type CallKind,
  type Criterion,
  type SubmissionState,
} from '@xinqiao/contract/submissions.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { viewerOf, type Ctx, type Kit, type AuditedCtx } from '../../../kit/ctx.ts'
import { maskName } from '../../../kit/text/masks.ts'
import { formatTime, parseTime } from '../../../kit/time.ts'
import { notifyUsers } from '../../notify/notify.ts'
import { checkNotPurged } from '../rules/purged-calls.ts'
import {
  listParts,
  listPersonParts,
  openPerson,
  partsForStaff,
  titleMaskingOf,
  textForStaff,
  titleForStaff,
} from '../rules/parts.ts'
import { toPoints } from '../rules/points.ts'
import { createFileLinks } from '../rules/present.ts'
import type { Db } from '../../../kit/db/db.ts'
import * as reviewStore from '../records/review-store.ts'
import * as store from '../records/store.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'

const timeOrNull = (at: Date | null) => (at ? formatTime(at) : null)

export async function listCallsForStaff(db: Db): Promise<StaffCall[]> {
  return (await store.selectCalls(db)).map((row) => ({
    id: row.id,
    kind: row.kind,
    title: row.title,
    opensTime: formatTime(row.opens_at),
    deadline: formatTime(row.deadline),
    state: row.state === 'open' && row.deadline <= row.now ? 'closed' : row.state,
    criteria: row.criteria,
    noticeDays: row.notice_days,
    noticeUntil: timeOrNull(row.notice_until),
    retentionDays: row.retention_days,
    isPurged: row.purged_at !== null,
    submitted: row.submitted,
    reviewed: row.reviewed,
    version: row.version,
  }))
}

const requireStaffCall = async (db: Db, id: number): Promise<StaffCall> => {
  const call = (await listCallsForStaff(db)).find((row) => row.id === id)
  if (!call) throw fail('notFound')
  return call
}

type CallDraft = {
  title: string
  opensTime: string
  deadline: string
  criteria: Criterion[]
  noticeDays?: number | undefined
  retentionDays?: number | undefined
}

function toCallValues(draft: CallDraft) {
  const {
    title,
    opensTime,
    deadline,
    criteria,
    noticeDays = defaultNoticeDays,
    retentionDays = defaultRetentionDays,
  } = draft
  const times = { opens_at: parseTime(opensTime), deadline: parseTime(deadline) }
  const values = { title, ...times, criteria, notice_days: noticeDays, retention_days: retentionDays }
  if (values.deadline <= values.opens_at) throw failField('deadline', '截止时间应晚于开始时间')
  if (criteria.reduce((sum, { weight }) => sum + weight, 0) !== 100) throw failField('criteria', '各项权重之和须为100')
  if (new Set(criteria.map(({ key }) => key)).size < criteria.length) throw failField('criteria', '指标代号重复')
  return values
}

export async function createCall({ tx }: AuditedCtx, draft: CallDraft & { kind: CallKind }): Promise<StaffCall> {
  const id = await store.insertCall(tx, { kind: draft.kind, ...toCallValues(draft) })
  return requireStaffCall(tx, id)
}

export async function saveCallForPapers(
  { tx }: AuditedCtx,
  draft: CallDraft & { id: number; version: number },
): Promise<StaffCall> {
  const { id, version } = draft
  const call = orNotFound(await store.lockCall(tx, id))
  const currentTerms = { noticeDays: call.notice_days, retentionDays: call.retention_days }
  const { noticeDays = currentTerms.noticeDays, retentionDays = currentTerms.retentionDays } = draft
  const values = toCallValues({ ...draft, noticeDays, retentionDays })
  if (isSettled(call.state)) throw fail('wrongState', '结果已公示或公布，不能再修改')
  checkNotPurged(call)
  const isSame = JSON.stringify(call.criteria) === JSON.stringify(values.criteria)
  if (!isSame && (await reviewStore.hasReviewScores(tx, id)))
    throw failField('criteria', '已有专家评分，不能再修改指标')
  if (!(await store.updateCall(tx, id, version, values))) throw fail('changedMeanwhile')
  return requireStaffCall(tx, id)
}

// ---- submissions

const presentSubmissionRow = (
  kit: Kit,
  row: store.StaffSubmissionRow,
  call: store.CallForPapersRow,
): StaffSubmission => {
  const { name, team } = openPerson(kit, row)
  return {
    id: row.id,
    kind: call.kind,
    state: row.state,
    title: titleForStaff(row, call),
    author: maskName(name || team?.[0]?.name || ''),
    score: toPoints(row.score ?? row.mean),
    reviews: row.reviews,
    reviewsDone: row.reviews_done,
    award: row.award,
    submitTime: timeOrNull(row.submitted_at),
    dueTime: row.state === 'submitted' ? timeOrNull(row.due_at) : null,
    isOverdue: row.state === 'submitted' && row.due_at !== null && row.due_at < call.now,
  }
}

type SubmissionListInput = PageLimits & {
  callId: number
  state?: SubmissionState | undefined
  key?: string | undefined
}

export async function listSubmissionsForStaff({ kit }: Ctx, { callId, state, key, ...page }: SubmissionListInput) {
  const call = await store.selectCall(kit.sql, callId)
  if (!call) return { content: [], totalElements: 0 }
  const query = { callId, state, key, titles: titleMaskingOf(call), ...page }
  const { rows, total } = await store.selectSubmissionsForStaff(kit.sql, query)
  return { content: rows.map((row) => presentSubmissionRow(kit, row, call)), totalElements: total }
}

export async function getSubmissionForStaff(ctx: Ctx, id: number): Promise<StaffSubmissionDetail> {
  const { kit } = ctx
  const row = await store.selectSubmission(kit.sql, id)
  const call = row && (await store.selectCall(kit.sql, row.call_id))
  if (!row || !call || row.state === 'draft') throw fail('notFound')
  const [reviews, files] = await Promise.all([
    reviewStore.selectReviews(kit.sql, id),
    createFileLinks(ctx, kit.sql, [row]),
  ])
  const completedReviews = reviews.filter((review) => review.state === 'done')
  const mean =
    completedReviews.length > 0
      ? Math.round(completedReviews.reduce((sum, item) => sum + (item.total ?? 0), 0) / completedReviews.length)
      : null
  const countedRow = {
    ...row,
    reviews: reviews.filter((review) => review.state !== 'declined').length,
    reviews_done: completedReviews.length,
    mean,
  }
  const file = row.file_key ? files.get(row.file_key) : undefined
  return {
    ...presentSubmissionRow(kit, countedRow, call),
    callId: call.id,
    parts: partsForStaff(row, call),
    person: listPersonParts(kit, row, call, false),
    // reviewers see this file, too; any other file names its author, so opening it needs a reason
    fileUrl: call.kind === 'competition' ? (file?.url ?? '') : '',
    fileName: file?.name ?? '',
    counts: row.counts,
    note: textForStaff(row, call, row.note),
    reviewList: reviews.map(({ reviewer_id: reviewerId, reviewer, state, total, comment }) => ({
      reviewerId,
      reviewer,
      state,
      total: toPoints(total),
      comment: textForStaff(row, call, comment),
      mayTakeBack: state === 'assigned' && !isSettled(call.state) && call.purged_at === null,
    })),
  }
}

/** The author, and the file that names the author. */
export const revealSubmission = async (ctx: AuditedCtx, { id }: { id: number }) => {
  const { tx } = ctx
  const row = await store.selectSubmission(tx, id)
  const call = row && (await store.selectCall(tx, row.call_id))
  if (!row || !call || row.state === 'draft') throw fail('notFound')
  const files = await createFileLinks(ctx, tx, [row])
  return {
    person: listPersonParts(ctx.kit, row, call, true),
    parts: listParts(call.kind, row),
    fileUrl: (row.file_key && files.get(row.file_key)?.url) || '',
  }
}

type SubmissionDecision = { id: number; decision: 'accepted' | 'returned' | 'rejected'; note: string }

export const decideSubmission = async (ctx: AuditedCtx, { id, decision, note }: SubmissionDecision): Promise<null> => {
  const { tx } = ctx
  const row = await store.lockSubmission(tx, id)
  const call = row && (await store.selectCall(tx, row.call_id))
  if (!row || !call) throw fail('notFound')
  if (row.state !== 'submitted' || isSettled(call.state)) throw fail('wrongState')
  checkNotPurged(call)
  if (decision !== 'accepted' && !note) throw failField('note', '请填写原因')
  await store.updateSubmission(tx, id, {
    state: decision,
    note,
    decided_by: viewerOf(ctx).id,
    decided_at: call.now,
  })
  if (row.account_id === null) return null
  const isApplied = appliedKinds.includes(call.kind)
  const outcomeText = {
    accepted: isApplied ? '已通过审核' : '已录用',
    returned: `需要修改：${note}`,
    rejected: `${isApplied ? '未通过审核' : '未录用'}：${note}`,
  }[decision]
  const title = `您的${callKinds[call.kind].noun}“${row.title}”${outcomeText}`
  const notice = { kind: 'review', userIds: [row.account_id], title, link: routes.submissions } as const
  await notifyUsers(ctx, notice)
  return null
}
