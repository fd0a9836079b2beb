// Carries out approved requests, by their kind.
import { fail } from '@xinqiao/contract/errors.ts'
import { RegistrationReceipt } from '@xinqiao/contract/http/conference/receipt.ts'
import { isLiveState, requestKinds, type RegistrationRequestKind } from '@xinqiao/contract/meetings.ts'
import type { AuditedCtx } from '../../../kit/ctx.ts'
import { selectCheckIn } from '../records/check-in-store.ts'
import * as registrationStore from '../records/registration-store.ts'
import * as roomStore from '../records/room-store.ts'
import type { MeetingRow, RegistrationRow, RegistrationRequestRow } from '../records/store.ts'
import { endRegistration, readReceipt } from '../registrations/registrations.ts'
import { openRequestedChange } from '../present/requests.ts'
import { transferRegistration } from './perform-transfer.ts'

/** A request whose registration is locked. */
export type RequestApproval = {
  request: RegistrationRequestRow
  row: RegistrationRow
  meeting: MeetingRow
  byId: number
}

async function applyRequestedReceipt({ kit, tx }: AuditedCtx, { request, row, meeting }: RequestApproval) {
  if (!request.wanted_sealed) return null
  if (!isLiveState(row.state)) throw fail('wrongState', '这份报名已失效，不能变更回执')
  const requestedReceipt = RegistrationReceipt.parse(openRequestedChange(kit, request.id, request.wanted_sealed))
  const attending = { id: row.id, meeting, attendType: row.attend_type, accountId: row.account_id }
  const receipt = await readReceipt(kit, tx, requestedReceipt, attending)
  // the choice to be listed took effect with the request, and may have been withdrawn since
  const unchanged = { is_listed: row.is_listed, needs_receipt: false }
  const changedRow = await registrationStore.updateRegistration(tx, row.id, { ...receipt, ...unchanged })
  await roomStore.deleteSurplusRoomReservations(tx, row.id, receipt.rooms)
  return changedRow
}

const approvals: Record<
  RegistrationRequestKind,
  (ctx: AuditedCtx, approval: RequestApproval) => Promise<RegistrationRow | null>
> = {
  change: applyRequestedReceipt,
  transfer: async ({ kit, tx }, approval) => {
    await transferRegistration(kit, tx, approval)
    return null
  },
  cancel: async (ctx, { request, row, byId }) => {
    if (row.state !== 'paid') throw fail('wrongState')
    await endRegistration(ctx, { row, percent: 0, reason: request.reason, byId })
    return null
  },
}

/** @returns the registration with its changed receipt; null when the receipt stays */
export async function approveRequest(ctx: AuditedCtx, approval: RequestApproval): Promise<RegistrationRow | null> {
  const { kind } = approval.request
  if (kind !== 'change' && (await selectCheckIn(ctx.tx, approval.row.id))) {
    throw fail('wrongState', `参会人已签到，不能${requestKinds[kind]}`)
  }
  return approvals[kind](ctx, approval)
}
