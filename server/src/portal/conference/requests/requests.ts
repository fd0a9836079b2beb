// Requests after the deadline, for the secretariat to decide.
import { z } from 'zod'
import { fail } from '@xinqiao/contract/errors.ts'
import { Receipt } from '@xinqiao/contract/http/conference/receipt.ts'
import type { StaffRequest } from '@xinqiao/contract/http/conference/registrations.ts'
import { isLiveState, requestKinds, type RequestState } from '@xinqiao/contract/meetings.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { viewerOf, type Ctx, type Kit, type KitInTransaction, type AuditedCtx } from '../../../kit/ctx.ts'
import { isConflict, type Tx } from '../../../kit/db/db.ts'
import { maskPhone } from '../../../kit/text/masks.ts'
import { sealedPlaces } from '../../../kit/auth/sealed-places.ts'
import { formatTime } from '../../../kit/time.ts'
import { isActiveMember } from '../../member-status/member-status.ts'
import { endRegistration, readReceipt } from '../registrations/registrations.ts'
import { notifyAttendee } from '../rules/notify-attendee.ts'
import { checkCommitteeMember } from '../committees/committees.ts'
import { listReceiptChanges } from '../rules/compare-receipts.ts'
import { noContact, openContact, sealContact } from '../records/contacts.ts'
import { findCheckIn } from '../records/check-in-store.ts'
import { updateRequestedInvoice } from '../billing/invoices.ts'
import { updateListingConsent } from '../rules/participant-consent.ts'
import { lockRegistrationWithOrder } from '../rules/lock-registration.ts'
import * as store from '../records/store.ts'
import * as registrationStore from '../records/registration-store.ts'
import * as requestStore from '../records/request-store.ts'
import * as roomStore from '../records/room-store.ts'
import type { Page } from '../../../kit/db/lists.ts'

const TransferReceiver = z.object({ name: z.string(), phone: z.string() })

const openRequestedChange = ({ secrets }: KitInTransaction, id: number, sealed: Uint8Array): unknown =>
  JSON.parse(secrets.open(sealed, sealedPlaces.registrationRequest(id)))

function describeRequestedChange(
  kit: KitInTransaction,
  request: store.RequestRow,
  row: store.RegistrationRow,
): StaffRequest['wanted'] {
  if (!request.wanted_sealed) return []
  const requestedReceipt = openRequestedChange(kit, request.id, request.wanted_sealed)
  if (request.kind === 'transfer') {
    const taker = TransferReceiver.parse(requestedReceipt)
    const phone = openContact(kit, row).phone
    return [
      { label: '姓名', from: row.name, to: taker.name },
      { label: '手机号', from: maskPhone(phone), to: maskPhone(taker.phone) },
    ]
  }
  return listReceiptChanges(kit, row, Receipt.parse(requestedReceipt))
}

export async function listRequests(
  { kit }: Ctx,
  { state, ...page }: { state?: RequestState | 'overdue' | undefined } & Page,
) {
  const { rows, total } = await requestStore.listRequests(kit.sql, state, page)
  const now = await store.readNow(kit.sql)
  const registrations = await requestStore.listRegistrationsByIds(
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

export const presentRequests = (
  kit: Kit,
  requests: readonly store.RequestRow[],
  row: store.RegistrationRow,
  now: Date,
): StaffRequest[] =>
  requests.map((request) => ({
    id: request.id,
    registrationId: row.id,
    kind: request.kind,
    state: request.state,
    name: row.name,
    reason: request.reason,
    wanted: request.state === 'asked' ? describeRequestedChange(kit, request, row) : [],
    answer: request.answer,
    time: formatTime(request.created_at),
    dueTime: formatTime(request.due_at),
    isOverdue: request.state === 'asked' && request.due_at <= now,
  }))

/** Transfers the registration together with its payment. A member type needs a member. */
async function transferRegistration(
  kit: KitInTransaction,
  tx: Tx,
  { request, row, byId }: { request: store.RequestRow; row: store.RegistrationRow; byId: number },
): Promise<void> {
  const { to_account_id: receiver, wanted_sealed: sealed } = request
  if (row.state !== 'paid' || receiver === null || !sealed) throw fail('wrongState')
  if (row.attend_type === 1 && !(await isActiveMember(tx, receiver))) {
    throw fail('wrongState', '对方不是本会有效会员，不能接受会员名额')
  }
  if (row.attend_type === 3) {
    await checkCommitteeMember(
      tx,
      row.unit_id ?? undefined,
      receiver,
      '对方不在该专业委员会的委员名单中，不能接受委员名额',
    )
  }
  const taker = TransferReceiver.parse(openRequestedChange(kit, request.id, sealed))
  const contact = { ...noContact, phone: taker.phone }
  await registrationStore.updateRegistration(tx, row.id, {
    account_id: receiver,
    name: taker.name,
    // data of the former owner is wrong for the new one
    sex: '',
    profess: '',
    is_listed: false,
    share_with: '',
    needs_receipt: true,
    ...sealContact(kit, row.id, contact),
  })
  await roomStore.trimRoomReservations(tx, row.id, 0)
  await updateListingConsent(tx, row.account_id)
  // an open request of the former owner must not be approved for the new one
  await requestStore.refuseOpenRequests(tx, row.id, { answer: '名额已转让', decided_by: byId })
}

type RequestDecision = { id: number; approve: boolean; answer: string }

/** @returns what happens to the invoice */
export async function decideRequest(ctx: AuditedCtx, decision: RequestDecision): Promise<{ invoice: string }> {
  try {
    return { invoice: await applyDecision(ctx, decision) }
  } catch (error) {
    if (!isConflict(error, 'registration_live')) throw error
    throw fail('wrongState', '对方已经报名')
  }
}

const applyDecision = async (ctx: AuditedCtx, { id, approve, answer }: RequestDecision): Promise<string> => {
  const { tx, after } = ctx

  const { kit } = ctx
  const unlocked = await requestStore.findRequest(tx, id)
  const place = unlocked && (await lockRegistrationWithOrder(tx, unlocked.registration_id))
  const meeting = place && (await store.findMeeting(tx, place.row.meeting_id))
  // lock the request after the registration, as all transactions do
  const request = await requestStore.lockRequest(tx, id)
  if (!place || !meeting || !request) throw fail('notFound')
  const { row, order } = place
  let changed: store.RegistrationRow | null = null
  if (request.state !== 'asked') throw fail('wrongState')
  const byId = viewerOf(ctx).id
  // decide the request first, because the change below may close other open requests
  await requestStore.settleRequest(tx, id, { state: approve ? 'approved' : 'refused', answer, decided_by: byId })
  if (approve && request.kind !== 'change' && (await findCheckIn(tx, row.id))) {
    throw fail('wrongState', `参会人已签到，不能${requestKinds[request.kind]}`)
  }
  if (approve && request.kind === 'change' && request.wanted_sealed) {
    if (!isLiveState(row.state)) throw fail('wrongState', '这份报名已失效，不能变更回执')
    const requestedReceipt = Receipt.parse(openRequestedChange(kit, request.id, request.wanted_sealed))
    const attending = { id: row.id, meeting, attendType: row.attend_type, accountId: row.account_id }
    const receipt = await readReceipt(kit, tx, requestedReceipt, attending)
    // the consent was stored with the request, and may have been withdrawn since
    const unchanged = { is_listed: row.is_listed, needs_receipt: false }
    changed = await registrationStore.updateRegistration(tx, row.id, { ...receipt, ...unchanged })
    await roomStore.trimRoomReservations(tx, row.id, receipt.rooms)
  }
  if (approve && request.kind === 'transfer') await transferRegistration(kit, tx, { request, row, byId })
  if (approve && request.kind === 'cancel') {
    if (row.state !== 'paid') throw fail('wrongState')
    await endRegistration(ctx, { row, percent: 0, reason: request.reason, byId })
  }
  const sentence = `${requestKinds[request.kind]}的申请${approve ? '已同意' : '未同意'}${answer && `，${answer}`}`
  const isGone = approve && request.kind === 'transfer'
  await notifyAttendee({ kit, tx, after }, row, meeting.title, sentence, isGone ? { link: routes.myMeetings } : {})
  if (isGone && request.to_account_id !== null) {
    await notifyAttendee(
      { kit, tx, after },
      { ...row, account_id: request.to_account_id },
      meeting.title,
      '名额已转让给您，请完善参会回执',
    )
  }
  const before = openContact(kit, row)
  const followed =
    changed &&
    (await updateRequestedInvoice({ kit, tx, after }, { order, row: changed, before, shouldNotifyOwner: true }))
  return followed?.sentence ?? ''
}
