// Requests after the deadline, for the secretariat to decide.
import { fail } from '@xinqiao/contract/errors.ts'
import { requestKinds, type RegistrationRequestState } from '@xinqiao/contract/meetings.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { viewerOf, type Ctx, type AuditedCtx } from '../../../kit/ctx.ts'
import { isConflict, type Tx } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { updateRequestedInvoice } from '../billing/invoices.ts'
import { openContact } from '../records/contacts.ts'
import * as requestStore from '../records/request-store.ts'
import * as store from '../records/store.ts'
import { lockRegistrationWithOrder } from '../records/lock-registration.ts'
import { notifyAttendee } from '../rules/notify-attendee.ts'
import { approveRequest } from './approve.ts'
import { presentRequests } from '../present/requests.ts'

export async function listRequests(
  { kit }: Ctx,
  { state, ...page }: { state?: RegistrationRequestState | 'overdue' | undefined } & PageLimits,
) {
  const { rows, total } = await requestStore.selectRequests(kit.sql, state, page)
  const now = await store.selectNow(kit.sql)
  const registrations = await requestStore.selectRegistrationsByIds(
    kit.sql,
    rows.map((row) => row.registration_id),
  )
  const byId = new Map(registrations.map((row) => [row.id, row]))
  const content = rows.flatMap((request) => {
    const row = byId.get(request.registration_id)
    return row ? presentRequests(kit, [request], row, now) : []
  })
  return { content, totalElements: total }
}

type RequestDecision = { id: number; approve: boolean; answer: string }

/**
 * Decides a request.
 * @returns what happens to the invoice
 */
export async function decideRequest(ctx: AuditedCtx, decision: RequestDecision): Promise<{ invoice: string }> {
  try {
    return { invoice: await applyDecision(ctx, decision) }
  } catch (error) {
    if (!isConflict(error, 'registration_live')) throw error
    throw fail('wrongState', '对方已经报名')
  }
}

/**
 * Locks the registration before its request, as all transactions do.
 * @throws Failure notFound
 */
async function lockOpenRequest(tx: Tx, id: number) {
  const unlockedRow = await requestStore.selectRequest(tx, id)
  const registration = unlockedRow && (await lockRegistrationWithOrder(tx, unlockedRow.registration_id))
  const meeting = registration && (await store.selectMeeting(tx, registration.row.meeting_id))
  const request = await requestStore.lockRequest(tx, id)
  if (!registration || !meeting || !request) throw fail('notFound')
  return { ...registration, meeting, request }
}

/** Notifies the attendee of the decision, and the receiver of an approved transfer. */
async function notifyOfDecision(
  ctx: AuditedCtx,
  {
    request,
    row,
    meeting,
  }: { request: store.RegistrationRequestRow; row: store.RegistrationRow; meeting: store.MeetingRow },
  { approve, answer }: RequestDecision,
): Promise<void> {
  const { kind, to_account_id: receiverId } = request
  const isTransferred = approve && kind === 'transfer'
  const message = `${requestKinds[kind]}的申请${approve ? '已同意' : '未同意'}${answer && `，${answer}`}`
  await notifyAttendee(ctx, row, meeting.title, message, isTransferred ? { link: routes.myMeetings } : {})
  if (isTransferred && receiverId !== null) {
    await notifyAttendee(ctx, { ...row, account_id: receiverId }, meeting.title, '名额已转让给您，请完善参会回执')
  }
}

const applyDecision = async (ctx: AuditedCtx, decision: RequestDecision): Promise<string> => {
  const { id, approve, answer } = decision
  const { request, row, order, meeting } = await lockOpenRequest(ctx.tx, id)
  if (request.state !== 'asked') throw fail('wrongState')
  const byId = viewerOf(ctx).id
  // decide the request first, because approving may close other open requests
  await requestStore.updateRequestDecision(ctx.tx, id, {
    state: approve ? 'approved' : 'refused',
    answer,
    decided_by: byId,
  })
  const changedRow = approve ? await approveRequest(ctx, { request, row, meeting, byId }) : null
  await notifyOfDecision(ctx, { request, row, meeting }, decision)
  if (!changedRow) return ''
  const before = openContact(ctx.kit, row)
  return (await updateRequestedInvoice(ctx, { order, row: changedRow, before, shouldNotifyOwner: true })).message
}
