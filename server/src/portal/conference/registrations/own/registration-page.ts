// The caller's registrations with all data of their pages.
import type { RegistrationSummary, OwnRegistration } from '@xinqiao/contract/http/conference/meetings.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import { viewerOf, type Ctx, type Kit } from '../../../../kit/ctx.ts'
import { formatTime } from '../../../../kit/time.ts'
import { selectCertificateInForce } from '../../../certificates/store.ts'
import { selectOrderByNo } from '../../../payments/payments.ts'
import { openContact } from '../../records/contacts.ts'
import * as checkInStore from '../../records/check-in-store.ts'
import { feeAt, refundPercentAt, registrationSubject } from '../../rules/fees.ts'
import { isPaidByOther } from '../../billing/invoices.ts'
import { listObstacles } from '../../rules/obstacles.ts'
import { requireOwnRegistration } from '../../rules/own-registration.ts'
import { presentOwnRegistration } from '../../present/present.ts'
import * as committeeStore from '../../committees/store.ts'
import * as store from '../../records/store.ts'
import * as registrationStore from '../../records/registration-store.ts'
import * as requestStore from '../../records/request-store.ts'
import * as roomStore from '../../records/room-store.ts'
import { createTicket } from '../../rules/tickets.ts'

export async function getOwnRegistration(ctx: Ctx, meetingId: number | undefined): Promise<OwnRegistration | null> {
  const row = await registrationStore.selectLatestOwnRegistration(ctx.kit.sql, viewerOf(ctx).id, meetingId)
  return row && presentRegistrationPage(ctx.kit, row)
}

/** The page of one registration of the caller, for any meeting, including past ones. */
export const getRegistrationPage = async (ctx: Ctx, id: number): Promise<OwnRegistration> =>
  presentRegistrationPage(ctx.kit, await requireOwnRegistration(ctx, id))

const maxRegistrations = 100

export const listOwnRegistrations = async (ctx: Ctx): Promise<RegistrationSummary[]> =>
  (await registrationStore.selectOwnRegistrations(ctx.kit.sql, viewerOf(ctx).id, maxRegistrations)).map((row) => ({
    id: row.id,
    state: row.state,
    activityAttendTypeId: row.attend_type,
    meetingTitle: row.title,
    meetingStartTime: formatTime(row.starts_at),
    meetingEndTime: formatTime(row.ends_at),
    location: row.location,
    isOver: row.is_over,
  }))

async function presentRegistrationPage(kit: Kit, row: store.RegistrationRow): Promise<OwnRegistration> {
  const [meeting, type, requests, checkIn, now, committee, roomNames, order, certificate] = await Promise.all([
    store.selectMeeting(kit.sql, row.meeting_id),
    store.selectAttendType(kit.sql, row.meeting_id, row.attend_type),
    requestStore.selectOwnRequests(kit.sql, row.id),
    checkInStore.selectCheckIn(kit.sql, row.id),
    store.selectNow(kit.sql),
    row.unit_id === null ? null : committeeStore.selectCommittee(kit.sql, row.unit_id),
    roomStore.selectRoomNamesOf(kit.sql, row.id),
    row.order_no === null ? null : selectOrderByNo(kit.sql, row.order_no),
    selectCertificateInForce(kit.sql, 'attendance', registrationSubject(row.id)),
  ])
  if (!meeting || !type) throw fail('notFound')
  return presentOwnRegistration({
    row,
    meeting,
    contact: openContact(kit, row),
    fee: row.paid_cents ?? feeAt(type, now),
    waitingPlace: row.state === 'waiting' ? (await registrationStore.countWaitingBefore(kit.sql, row)) + 1 : null,
    mayChange: now < meeting.change_deadline || row.needs_receipt,
    refundPercent: refundPercentAt(meeting, now),
    refundedCents: order?.refunded_cents ?? 0,
    checkedInAt: checkIn?.at ?? null,
    unitName: committee?.name ?? '',
    // hides rooms before the plan is final, because they may change
    roomName: meeting.rooms_told_at ? roomNames : '',
    ticket: row.state === 'paid' ? createTicket(kit, row) : '',
    requests,
    obstacles: listObstacles(row, meeting, { now, isCheckedIn: checkIn !== null }),
    mayRegister: meeting.is_open,
    certificate: certificate && { id: certificate.id, number: certificate.number },
    isPaidByOther: isPaidByOther(order, row),
  })
}
