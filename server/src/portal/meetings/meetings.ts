// Published meetings for visitors, and the caller's registrations.
import type { ListedMeeting, MeetingPage, OwnPlace, OwnRegistration } from '@xinqiao/contract/http/meetings.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import { viewerOf, type Ctx, type Kit } from '../../kit/ctx.ts'
import { formatTime } from '../../kit/time.ts'
import { openContact } from './contacts.ts'
import { feeAt, refundPercentAt, subjectOf } from './fees.ts'
import { isPaidByOther } from './invoices.ts'
import { obstaclesOf } from './obstacles.ts'
import { presentListed, presentMeeting, presentOwn, presentSession, presentType } from './present.ts'
import { findInForce } from '../certificates/store.ts'
import { findByNo } from '../orders/store.ts'
import * as store from './store.ts'
import * as doorStore from './door-store.ts'
import * as registrationStore from './registration-store.ts'
import * as requestStore from './request-store.ts'
import * as roomStore from './room-store.ts'
import { makeTicket } from './tickets.ts'

/** The meeting that the caller most likely means when none is named. */
async function findDefault({ kit, viewer }: Ctx): Promise<store.MeetingRow | null> {
  const unpaid = viewer && (await store.findUnpaid(kit.sql, viewer.id))
  return unpaid ?? store.findDefault(kit.sql)
}

export async function getDefault(ctx: Ctx) {
  const row = await findDefault(ctx)
  return row && presentMeeting(row)
}

const maxPublished = 200

export const listPublished = async ({ kit }: Ctx): Promise<ListedMeeting[]> =>
  (await store.listPublished(kit.sql, maxPublished)).map(presentListed)

/** @throws Failure notFound when the meeting that `id` names is not published */
async function findPublished(kit: Kit, id: number): Promise<store.MeetingRow> {
  const meeting = await store.findMeeting(kit.sql, id)
  if (meeting?.state !== 'open') throw fail('notFound', '这次会议已经结束或尚未发布，请查看其他会议')
  return meeting
}

export async function getMeetingPage(ctx: Ctx, id: number | undefined): Promise<MeetingPage | null> {
  const { kit } = ctx
  const meeting = id === undefined ? await findDefault(ctx) : await findPublished(kit, id)
  if (!meeting) return null
  const [types, counts, sessions, now] = await Promise.all([
    store.listTypes(kit.sql, meeting.id),
    store.countByType(kit.sql, meeting.id),
    store.listSessions(kit.sql, meeting.id),
    store.readNow(kit.sql),
  ])
  const taken = new Map(counts.map((count) => [count.attend_type, count.taken]))
  return {
    meeting: presentMeeting(meeting),
    types: types.filter((type) => type.enabled).map((type) => presentType(type, taken.get(type.attend_type) ?? 0, now)),
    sessions: sessions.map(presentSession),
    isOpen: meeting.is_open,
    changeDeadline: formatTime(meeting.change_deadline),
    fullRefundUntil: formatTime(meeting.full_refund_until),
    halfRefundUntil: formatTime(meeting.half_refund_until),
    participants: counts.reduce((sum, count) => sum + count.paid, 0),
  }
}

const maxParticipants = 5000

/** For registered attendees only. */
export async function listParticipants(ctx: Ctx, meetingId: number) {
  const own = await registrationStore.findLive(ctx.kit.sql, meetingId, viewerOf(ctx).id)
  if (own?.state !== 'paid') throw fail('notFound')
  const rows = await registrationStore.listParticipants(ctx.kit.sql, meetingId, maxParticipants)
  return rows.map(({ name, company }) => ({ name, companyName: company }))
}

export async function findOwnOrFail(ctx: Ctx, id: number): Promise<store.RegistrationRow> {
  const row = await registrationStore.findOwn(ctx.kit.sql, id, viewerOf(ctx).id)
  if (!row) throw fail('notFound')
  return row
}

export async function getOwn(ctx: Ctx, meetingId: number | undefined): Promise<OwnRegistration | null> {
  const row = await registrationStore.findLatestOwn(ctx.kit.sql, viewerOf(ctx).id, meetingId)
  return row && presentPlace(ctx.kit, row)
}

/** For any meeting, ended ones included. */
export const getPlace = async (ctx: Ctx, id: number): Promise<OwnRegistration> =>
  presentPlace(ctx.kit, await findOwnOrFail(ctx, id))

const maxPlaces = 100

export const listPlaces = async (ctx: Ctx): Promise<OwnPlace[]> =>
  (await registrationStore.listOwn(ctx.kit.sql, viewerOf(ctx).id, maxPlaces)).map((row) => ({
    id: row.id,
    state: row.state,
    activityAttendTypeId: row.attend_type,
    meetingTitle: row.title,
    meetingStartTime: formatTime(row.starts_at),
    meetingEndTime: formatTime(row.ends_at),
    location: row.location,
    isOver: row.is_over,
  }))

async function presentPlace(kit: Kit, row: store.RegistrationRow): Promise<OwnRegistration> {
  const [meeting, type, requests, checkIn, now, units, rooms, order, certificate] = await Promise.all([
    store.findMeeting(kit.sql, row.meeting_id),
    store.findType(kit.sql, row.meeting_id, row.attend_type),
    requestStore.listOwnRequests(kit.sql, row.id),
    doorStore.findCheckIn(kit.sql, row.id),
    store.readNow(kit.sql),
    row.unit_id === null ? null : store.findCommittee(kit.sql, row.unit_id),
    roomStore.readRoomNames(kit.sql, row.id),
    row.order_no === null ? null : findByNo(kit.sql, row.order_no),
    findInForce(kit.sql, 'attendance', subjectOf(row.id)),
  ])
  if (!meeting || !type) throw fail('notFound')
  return presentOwn({
    row,
    meeting,
    contact: openContact(kit, row),
    fee: row.paid_cents ?? feeAt(type, now),
    waitingPlace: row.state === 'waiting' ? (await registrationStore.countWaitingBefore(kit.sql, row)) + 1 : null,
    mayChange: now < meeting.change_deadline || row.needs_receipt,
    refundPercent: refundPercentAt(meeting, now),
    refundedCents: order?.refunded_cents ?? 0,
    checkedInAt: checkIn?.at ?? null,
    unitName: units?.name ?? '',
    // rooms that are not final are hidden, because they may change
    roomName: meeting.rooms_told_at ? rooms : '',
    ticket: row.state === 'paid' ? makeTicket(kit, row) : '',
    requests,
    obstacles: obstaclesOf(row, meeting, { now, isIn: checkIn !== null }),
    mayRegister: meeting.is_open,
    certificate: certificate && { id: certificate.id, number: certificate.number },
    isPaidByOther: isPaidByOther(order, row),
  })
}
