// Check-in. Devices can verify tickets offline, and a check-in counts once, whichever devices report it and in whatever
// order.
import { createHash } from 'node:crypto'
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import { creditsOfTenths } from '@xinqiao/contract/meetings.ts'
import { viewerOf, type Ctx, type Kit, type CtxInTransaction } from '../../../kit/ctx.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import { transaction, type Tx } from '../../../kit/db/db.ts'
import { renderQrPng } from '../../../kit/documents/qr.ts'
import { formatTime, parseTime } from '../../../kit/time.ts'
import { acceptReportedTime, checkInDaysOf } from './check-in-days.ts'
import { registrationSubject } from '../rules/fees.ts'
import { requireOwnRegistration } from '../rules/own-registration.ts'
import { formatTimeOrNull } from '../present/present.ts'
import * as store from '../records/store.ts'
import * as checkInStore from '../records/check-in-store.ts'
import * as registrationStore from '../records/registration-store.ts'
import { isTicketOf, createTicket, registrationIdOfTicket } from '../rules/tickets.ts'

export async function renderTicketCode(ctx: Ctx, id: number): Promise<Uint8Array> {
  const row = await requireOwnRegistration(ctx, id)
  if (row.state !== 'paid') throw fail('wrongState', '缴费后才有签到码')
  return renderQrPng(createTicket(ctx.kit, row))
}

async function countAttendance(kit: Kit, meetingId: number) {
  const [expected, arrived] = await Promise.all([
    registrationStore.countPaidRegistrations(kit.sql, meetingId),
    checkInStore.countCheckIns(kit.sql, meetingId),
  ])
  return { expected, arrived }
}

/** Data for offline check-in: names, and digests of tickets, by which a device recognises them. */
export async function getCheckInList({ kit }: Ctx, meetingId: number) {
  const meeting = orNotFound(await store.selectMeeting(kit.sql, meetingId))
  const days = checkInDaysOf(meeting)
  const [rows, visits, sessions, now] = await Promise.all([
    checkInStore.selectExpectedAttendees(kit.sql, meetingId),
    checkInStore.selectProgrammeSessionVisits(kit.sql, meetingId),
    store.selectProgrammeSessions(kit.sql, meetingId),
    store.selectNow(kit.sql),
  ])
  const visitsOf = new Map(visits.map((visit) => [visit.registration_id, visit.session_ids]))
  return {
    ...(await countAttendance(kit, meetingId)),
    from: formatTime(days.from),
    until: formatTime(days.until),
    now: formatTime(now),
    tickets: rows.map((row) => ({
      id: row.id,
      digest: createHash('sha256').update(createTicket(kit, row)).digest('hex'),
      name: row.name,
      companyName: row.company,
      activityAttendTypeId: row.attend_type,
      checkedInTime: formatTimeOrNull(row.arrived_at),
      sessionIds: visitsOf.get(row.id) ?? [],
    })),
    sessions: sessions.map((session) => ({
      id: session.id,
      title: session.title,
      startTime: formatTime(session.starts_at),
      credits: creditsOfTenths(session.credit_tenths),
    })),
  }
}

/** Check-in to the meeting or to one of its sessions. */
type TicketScan = { ticket: string; at: string; sessionId?: number | undefined }
type ScanResult = {
  ticket: string
  result: 'arrived' | 'already' | 'unpaid' | 'unknown' | 'early' | 'over'
  id: number | null
  name: string
  at: string | null
  entrance: string
}

/** A scan outside the days of check-in does not count; the audit log records it. */
const recordCheckInRefusal = (
  ctx: CtxInTransaction,
  tx: Tx,
  { id, reason, detail }: { id: number; reason: 'early' | 'over'; detail: { door: string; at: string } },
) =>
  recordAudit(tx, {
    actorId: viewerOf(ctx).id,
    action: 'checkInRefused',
    subject: registrationSubject(id),
    reason: reason === 'early' ? '未到签到时间' : '签到已结束',
    detail,
  })

async function recordScan(
  ctx: Ctx,
  meeting: store.MeetingRow,
  entrance: string,
  { ticket, at, sessionId }: TicketScan,
): Promise<ScanResult> {
  const { kit } = ctx
  const meetingId = meeting.id
  const noAttendee = { ticket, id: null, name: '', at: null, entrance: '' }
  const id = registrationIdOfTicket(ticket)
  if (id === null) return { ...noAttendee, result: 'unknown' }
  return transaction(kit.sql, async (tx) => {
    const row = await registrationStore.lockRegistration(tx, id)
    if (row?.meeting_id !== meetingId || !isTicketOf(kit, ticket, row))
      return { ...noAttendee, result: 'unknown' as const }
    if (row.state !== 'paid') return { ...noAttendee, id, name: row.name, result: 'unpaid' as const }
    const claimedTime = parseTime(at)
    const days = checkInDaysOf(meeting)
    const believed = acceptReportedTime({
      at: claimedTime,
      now: await store.selectNow(tx),
      registeredAt: row.created_at,
      days,
    })
    if (!(believed instanceof Date)) {
      await recordCheckInRefusal(ctx, tx, { id, reason: believed, detail: { door: entrance, at } })
      return { ...noAttendee, id, name: row.name, result: believed }
    }
    const isBelieved = believed.getTime() === claimedTime.getTime()
    const checkIn = {
      registration_id: id,
      at: believed,
      claimed_at: isBelieved ? null : claimedTime,
      door: entrance,
      staff_id: viewerOf(ctx).id,
    }
    const isArrival = await checkInStore.insertCheckIn(tx, { ...checkIn, meeting_id: meetingId })
    // a check-in to a session that was deleted meanwhile counts as one to the meeting
    const session = sessionId === undefined ? null : await store.selectProgrammeSession(tx, meetingId, sessionId)
    const isNew = session
      ? await checkInStore.insertProgrammeSessionCheckIn(tx, { ...checkIn, session_id: session.id })
      : isArrival
    const countedCheckIn = session
      ? await checkInStore.selectProgrammeSessionCheckIn(tx, id, session.id)
      : await checkInStore.selectCheckIn(tx, id)
    return {
      ticket,
      id,
      name: row.name,
      at: countedCheckIn ? formatTime(countedCheckIn.at) : null,
      entrance: countedCheckIn?.door ?? entrance,
      result: isNew ? ('arrived' as const) : ('already' as const),
    }
  })
}

export async function checkInScans(
  ctx: Ctx,
  { id, entrance, scans }: { id: number; entrance: string; scans: TicketScan[] },
) {
  const meeting = orNotFound(await store.selectMeeting(ctx.kit.sql, id))
  const results: ScanResult[] = []
  for (const scan of scans) results.push(await recordScan(ctx, meeting, entrance, scan))
  return { ...(await countAttendance(ctx.kit, id)), results }
}
