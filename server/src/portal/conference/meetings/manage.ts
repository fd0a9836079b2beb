// Meetings as the secretariat manages them: dates, prices, quotas, programme, committees.
import type { MeetingDraft, StaffMeeting, AttendTypeDraft } from '@xinqiao/contract/http/conference/staff.ts'
import { fail, failField, orNotFound } from '@xinqiao/contract/errors.ts'
import { creditsOfTenths, type AttendType, type MeetingState } from '@xinqiao/contract/meetings.ts'
import { cleanHtml } from '../../../kit/text/clean-html.ts'
import type { AuditedCtx, Ctx, TransactionScope } from '../../../kit/ctx.ts'
import { type Db } from '../../../kit/db/db.ts'
import { formatTime, parseTime } from '../../../kit/time.ts'
import { feeAt } from '../rules/fees.ts'
import { formatTimeOrNull } from '../present/present.ts'
import * as checkInStore from '../records/check-in-store.ts'
import * as store from '../records/store.ts'
import { offerPlaces } from '../registrations/registrations.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'

const presentMeetingRow = (row: store.MeetingRow, paid: number) => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  location: row.location,
  state: row.state,
  meetingStartTime: formatTime(row.starts_at),
  meetingEndTime: formatTime(row.ends_at),
  registrationDeadline: formatTime(row.registration_deadline),
  paid,
  version: row.version,
})

export async function listMeetingsForStaff({ kit }: Ctx, page: PageLimits) {
  const { rows, total } = await store.selectMeetings(kit.sql, page)
  return { content: rows.map((row) => presentMeetingRow(row, row.paid)), totalElements: total }
}

export async function getMeetingForStaff(db: Db, id: number): Promise<StaffMeeting> {
  const row = orNotFound(await store.selectMeeting(db, id))
  const [types, counts, now] = await Promise.all([
    store.selectAttendTypes(db, id),
    store.countRegistrationsByType(db, id),
    store.selectNow(db),
  ])
  const countOf = new Map(counts.map((count) => [count.attend_type, count]))
  return {
    ...presentMeetingRow(
      row,
      counts.reduce((sum, count) => sum + count.paid, 0),
    ),
    content: row.content,
    changeDeadline: formatTime(row.change_deadline),
    fullRefundUntil: formatTime(row.full_refund_until),
    halfRefundUntil: formatTime(row.half_refund_until),
    holdHours: row.hold_hours,
    offerHours: row.offer_hours,
    creditHours: row.credit_hours,
    retentionDays: row.retention_days,
    isPurged: row.purged_at !== null,
    types: types.map((type) => {
      const { taken = 0, paid = 0, waiting = 0 } = countOf.get(type.attend_type) ?? {}
      return {
        activityAttendTypeId: type.attend_type,
        priceCents: type.price_cents,
        earlyPriceCents: type.early_price_cents,
        earlyUntil: formatTimeOrNull(type.early_until),
        feeCents: feeAt(type, now),
        quota: type.quota,
        enabled: type.enabled,
        taken,
        paid,
        waiting,
      }
    }),
  }
}

/** @throws Failure invalid for dates in the wrong order */
function toMeetingValues(draft: MeetingDraft): store.MeetingValues {
  const values = {
    kind: draft.kind,
    title: draft.title,
    content: cleanHtml(draft.content),
    location: draft.location,
    registration_deadline: parseTime(draft.registrationDeadline),
    starts_at: parseTime(draft.meetingStartTime),
    ends_at: parseTime(draft.meetingEndTime),
    change_deadline: parseTime(draft.changeDeadline),
    full_refund_until: parseTime(draft.fullRefundUntil),
    half_refund_until: parseTime(draft.halfRefundUntil),
    hold_hours: draft.holdHours,
    offer_hours: draft.offerHours,
    credit_hours: draft.creditHours,
    retention_days: draft.retentionDays,
  }
  if (values.ends_at <= values.starts_at) throw failField('meetingEndTime', '结束时间应晚于开始时间')
  if (values.registration_deadline > values.ends_at) throw failField('registrationDeadline', '报名截止应早于会议结束')
  if (values.half_refund_until < values.full_refund_until) {
    throw failField('halfRefundUntil', '半额退费截止不能早于全额退费截止')
  }
  // attendees cannot cancel after the start, so a later deadline for refunds would never apply
  if (values.half_refund_until > values.starts_at) throw failField('halfRefundUntil', '退费截止不能晚于会议开始')
  return values
}

function toTypeRows(types: readonly AttendTypeDraft[]): Omit<store.AttendTypeRow, 'meeting_id'>[] {
  const ids = types.map((type) => type.activityAttendTypeId)
  if (new Set(ids).size < ids.length) throw failField('types', '参会身份重复')
  return types.map((type) => ({
    attend_type: type.activityAttendTypeId as AttendType,
    price_cents: type.priceCents,
    early_price_cents: type.earlyPriceCents,
    early_until: type.earlyUntil === null ? null : parseTime(type.earlyUntil),
    quota: type.quota,
    enabled: type.enabled,
  }))
}

async function saveAttendTypes(scope: TransactionScope, id: number, draft: MeetingDraft) {
  const types = toTypeRows(draft.types)
  await store.upsertAttendTypes(scope.tx, id, types)
  // a higher quota offers places to the waiting list at once
  for (const type of types) await offerPlaces(scope, { meetingId: id, attendType: type.attend_type })
}

export const createMeeting = async (ctx: AuditedCtx, draft: MeetingDraft) => {
  const { tx } = ctx
  const id = await store.insertMeeting(tx, toMeetingValues(draft))
  await saveAttendTypes(ctx, id, draft)
  return getMeetingForStaff(tx, id)
}

type MeetingVersionRef = { id: number; version: number }

export const saveMeeting = async (ctx: AuditedCtx, draft: MeetingDraft & MeetingVersionRef) => {
  const { tx, afterCommit, kit } = ctx
  if (!(await store.selectMeeting(tx, draft.id))) throw fail('notFound')
  if (!(await store.updateMeeting(tx, draft.id, draft.version, toMeetingValues(draft)))) throw fail('changedMeanwhile')
  await saveAttendTypes(ctx, draft.id, draft)
  afterCommit(kit.contentChanged)
  return getMeetingForStaff(tx, draft.id)
}

/** A published meeting with registrations can be closed, but not unpublished. */
export const setMeetingState = async (
  { tx, afterCommit, kit }: AuditedCtx,
  { id, version, state }: MeetingVersionRef & { state: MeetingState },
) => {
  const row = orNotFound(await store.selectMeeting(tx, id))
  if (state === 'closed' && row.state === 'draft') throw fail('wrongState')
  const publishedAt = state === 'draft' ? null : (row.published_at ?? (await store.selectNow(tx)))
  if (!(await store.updateMeeting(tx, id, version, { state, published_at: publishedAt }))) {
    throw fail('changedMeanwhile')
  }
  // a registration holds the lock of its type until its commit, so that the count misses none
  const types = await store.lockAttendTypes(tx, id)
  const counts = await store.countRegistrationsByType(tx, id)
  if (state === 'draft' && counts.length > 0) throw fail('wrongState', '已有人报名，不能收回，可以结束报名')
  if (state === 'open' && !types.some((type) => type.enabled)) throw fail('wrongState', '请先设置至少一种参会身份')
  afterCommit(kit.contentChanged)
  return getMeetingForStaff(tx, id)
}

// ---- programme

type ProgrammeSessionDraft = {
  id?: number | undefined
  title: string
  speaker: string
  place: string
  startTime: string
  endTime: string
  credits: number
}

export const saveProgramme = async (
  { tx, afterCommit, kit }: AuditedCtx,
  { id, sessions }: { id: number; sessions: ProgrammeSessionDraft[] },
) => {
  if (!(await store.lockMeeting(tx, id))) throw fail('notFound')
  const rows = sessions.map(({ id: sessionId, title, speaker, place, startTime, endTime, credits }) => ({
    id: sessionId ?? null,
    title,
    speaker,
    place,
    starts_at: parseTime(startTime),
    ends_at: parseTime(endTime),
    credit_tenths: Math.round(credits * 10),
  }))
  const remainingIds = rows.flatMap((row) => row.id ?? [])
  if (await checkInStore.isAnyProgrammeSessionAttended(tx, id, remainingIds))
    throw fail('wrongState', '已有人签到的议题不能删除')
  await store.replaceProgrammeSessions(tx, id, rows)
  afterCommit(kit.contentChanged)
  return null
}

export async function listProgrammeForStaff({ kit }: Ctx, id: number) {
  if (!(await store.selectMeeting(kit.sql, id))) throw fail('notFound')
  return (await checkInStore.selectProgrammeSessionsWithCounts(kit.sql, id)).map((row) => ({
    id: row.id,
    title: row.title,
    speaker: row.speaker,
    place: row.place,
    startTime: formatTime(row.starts_at),
    endTime: formatTime(row.ends_at),
    credits: creditsOfTenths(row.credit_tenths),
    attended: row.attended,
  }))
}
