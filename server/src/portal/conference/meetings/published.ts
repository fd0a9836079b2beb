// Published meetings for visitors.
import type { ListedMeeting, MeetingDetail } from '@xinqiao/contract/http/conference/meetings.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import { viewerOf, type Ctx, type Kit } from '../../../kit/ctx.ts'
import { formatTime } from '../../../kit/time.ts'
import { presentListedMeeting, presentMeeting, presentProgrammeSession, presentAttendType } from '../present/present.ts'
import * as store from '../records/store.ts'
import * as registrationStore from '../records/registration-store.ts'

/** The meeting to show when the caller names none. */
async function findDefaultMeeting({ kit, viewer }: Ctx): Promise<store.MeetingRow | null> {
  const unpaid = viewer && (await store.selectUnpaidMeeting(kit.sql, viewer.id))
  return unpaid ?? store.selectDefaultMeeting(kit.sql)
}

export async function getDefaultMeeting(ctx: Ctx) {
  const row = await findDefaultMeeting(ctx)
  return row && presentMeeting(row)
}

const maxPublished = 200

export const listPublishedMeetings = async ({ kit }: Ctx): Promise<ListedMeeting[]> =>
  (await store.selectPublishedMeetings(kit.sql, maxPublished)).map(presentListedMeeting)

/** @throws Failure notFound when the meeting that `id` names is not published */
async function requirePublishedMeeting(kit: Kit, id: number): Promise<store.MeetingRow> {
  const meeting = await store.selectMeeting(kit.sql, id)
  if (meeting?.state !== 'open') throw fail('notFound', '这次会议已经结束或尚未发布，请查看其他会议')
  return meeting
}

export async function getMeetingPage(ctx: Ctx, id: number | undefined): Promise<MeetingDetail | null> {
  const { kit } = ctx
  const meeting = id === undefined ? await findDefaultMeeting(ctx) : await requirePublishedMeeting(kit, id)
  if (!meeting) return null
  const [types, counts, sessions, now] = await Promise.all([
    store.selectAttendTypes(kit.sql, meeting.id),
    store.countRegistrationsByType(kit.sql, meeting.id),
    store.selectProgrammeSessions(kit.sql, meeting.id),
    store.selectNow(kit.sql),
  ])
  const takenByType = new Map(counts.map((count) => [count.attend_type, count.taken]))
  return {
    meeting: presentMeeting(meeting),
    types: types
      .filter((type) => type.enabled)
      .map((type) => presentAttendType(type, takenByType.get(type.attend_type) ?? 0, now)),
    sessions: sessions.map(presentProgrammeSession),
    isOpen: meeting.is_open,
    changeDeadline: formatTime(meeting.change_deadline),
    fullRefundUntil: formatTime(meeting.full_refund_until),
    halfRefundUntil: formatTime(meeting.half_refund_until),
    participants: counts.reduce((sum, count) => sum + count.paid, 0),
  }
}

const maxParticipants = 5000

/** The list of participants, which only registered attendees may see. */
export async function listParticipantsForAttendee(ctx: Ctx, meetingId: number) {
  const registration = await registrationStore.selectLiveRegistration(ctx.kit.sql, meetingId, viewerOf(ctx).id)
  if (registration?.state !== 'paid') throw fail('notFound')
  const rows = await registrationStore.selectParticipants(ctx.kit.sql, meetingId, maxParticipants)
  return rows.map(({ name, company }) => ({ name, companyName: company }))
}
