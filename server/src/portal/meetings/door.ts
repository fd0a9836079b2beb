// The door: tickets that can be checked without a network, and check-ins that count once, whichever doors saw the ticket
// and in whatever order they tell of it.
import { createHash } from 'node:crypto'
import { fail } from '@xinqiao/contract/errors.ts'
import { creditsOf } from '@xinqiao/contract/meetings.ts'
import { viewerOf, type Ctx, type Kit } from '../../kit/ctx.ts'
import { transaction } from '../../kit/db.ts'
import { qrPng } from '../../kit/qr.ts'
import { formatTime, parseTime } from '../../kit/time.ts'
import { findOwnOrFail } from './meetings.ts'
import { timeOrNull } from './present.ts'
import * as store from './store.ts'
import * as doorStore from './door-store.ts'
import * as registrationStore from './registration-store.ts'
import { makeTicket, readTicket } from './tickets.ts'

export async function drawTicket(ctx: Ctx, id: number): Promise<Uint8Array> {
  const row = await findOwnOrFail(ctx, id)
  if (row.state !== 'paid') throw fail('wrongState', '缴费后才有签到码')
  return qrPng(makeTicket(ctx.kit, row.id))
}

async function countDoor(kit: Kit, meetingId: number) {
  const [expected, arrived] = await Promise.all([
    registrationStore.countPaid(kit.sql, meetingId),
    doorStore.countArrived(kit.sql, meetingId),
  ])
  return { expected, arrived }
}

/** What a door needs once the network is away: names, and digests by which it knows a ticket without holding one. */
export async function getDoorList({ kit }: Ctx, meetingId: number) {
  if (!(await store.findMeeting(kit.sql, meetingId))) throw fail('notFound')
  const [rows, visits, sessions] = await Promise.all([
    doorStore.listExpected(kit.sql, meetingId),
    doorStore.listSessionVisits(kit.sql, meetingId),
    store.listSessions(kit.sql, meetingId),
  ])
  const visitsOf = new Map(visits.map((visit) => [visit.registration_id, visit.session_ids]))
  return {
    ...(await countDoor(kit, meetingId)),
    tickets: rows.map((row) => ({
      id: row.id,
      digest: createHash('sha256').update(makeTicket(kit, row.id)).digest('hex'),
      name: row.name,
      companyName: row.company,
      activityAttendTypeId: row.attend_type,
      checkedInTime: timeOrNull(row.arrived_at),
      sessionIds: visitsOf.get(row.id) ?? [],
    })),
    sessions: sessions.map((session) => ({
      id: session.id,
      title: session.title,
      startTime: formatTime(session.starts_at),
      credits: creditsOf(session.credit_tenths),
    })),
  }
}

/** Into the meeting, or into one of its sessions. */
type Scan = { ticket: string; at: string; sessionId?: number | undefined }
type ScanResult = {
  ticket: string
  result: 'arrived' | 'already' | 'unpaid' | 'unknown'
  id: number | null
  name: string
  at: string | null
  door: string
}

const longestAgoMs = 30 * 86_400_000

/** A door's clock may be wrong, but nobody came in the future, a month ago, or before they were registered. */
function believe(at: string, now: Date, registeredAt: Date): Date {
  const earliest = Math.max(now.getTime() - longestAgoMs, registeredAt.getTime())
  return new Date(Math.min(Math.max(parseTime(at).getTime(), earliest), now.getTime()))
}

async function takeScan(
  ctx: Ctx,
  meetingId: number,
  door: string,
  { ticket, at, sessionId }: Scan,
): Promise<ScanResult> {
  const { kit } = ctx
  const nobody = { ticket, id: null, name: '', at: null, door: '' }
  const id = readTicket(kit, ticket)
  if (id === null) return { ...nobody, result: 'unknown' }
  return transaction(kit.sql, async (tx) => {
    const row = await registrationStore.lockRegistration(tx, id)
    if (row?.meeting_id !== meetingId) return { ...nobody, result: 'unknown' as const }
    if (row.state !== 'paid') return { ...nobody, id, name: row.name, result: 'unpaid' as const }
    const believed = believe(at, await store.readNow(tx), row.created_at)
    const seen = { registration_id: id, at: believed, door, staff_id: viewerOf(ctx).id }
    const isArrival = await doorStore.insertCheckIn(tx, { ...seen, meeting_id: meetingId })
    // a line of the programme that is gone meanwhile: then they came to the meeting
    const session = sessionId === undefined ? null : await store.findSession(tx, meetingId, sessionId)
    const isNew = session ? await doorStore.insertSessionCheckIn(tx, { ...seen, session_id: session.id }) : isArrival
    const counted = session
      ? await doorStore.findSessionCheckIn(tx, id, session.id)
      : await doorStore.findCheckIn(tx, id)
    return {
      ticket,
      id,
      name: row.name,
      at: counted ? formatTime(counted.at) : null,
      door: counted?.door ?? door,
      result: isNew ? ('arrived' as const) : ('already' as const),
    }
  })
}

export async function checkIn(ctx: Ctx, { id, door, scans }: { id: number; door: string; scans: Scan[] }) {
  if (!(await store.findMeeting(ctx.kit.sql, id))) throw fail('notFound')
  const results: ScanResult[] = []
  for (const scan of scans) results.push(await takeScan(ctx, id, door, scan))
  return { ...(await countDoor(ctx.kit, id)), results }
}
