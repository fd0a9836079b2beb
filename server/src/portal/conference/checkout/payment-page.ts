// Payments of registrations for the endpoints of portal.md 7: only for registrations of the caller.
import { viewerOf, type Ctx } from '../../../kit/ctx.ts'
import { renderPaymentQr, readPaymentStatus } from '../../payments/payments.ts'
import { feeAt, orderSubjectOf } from '../rules/fees.ts'
import { requireOwnRegistration } from '../rules/own-registration.ts'
import { formatTimeOrNull } from '../present/present.ts'
import * as store from '../records/store.ts'

export async function renderPaymentCode(ctx: Ctx, id: number): Promise<Uint8Array> {
  const row = await requireOwnRegistration(ctx, id)
  return renderPaymentQr(ctx, 'conference', `${row.id}`)
}

/** 1 means paid, -1 that this attempt failed or expired, 0 pending. */
export async function getPaymentState(ctx: Ctx, id: number) {
  const registration = await requireOwnRegistration(ctx, id)
  const { outcome } =
    registration.state === 'paid'
      ? { outcome: 1 }
      : await readPaymentStatus(ctx.kit, viewerOf(ctx).id, 'conference', orderSubjectOf(registration.id))
  const row = outcome === 1 ? await requireOwnRegistration(ctx, id) : registration
  // a payment does not count when its registration was cancelled, because it is refunded
  const status = outcome === 1 && row.state !== 'paid' ? -1 : outcome
  return { status, orderCode: row.order_no, payTime: formatTimeOrNull(row.paid_at) }
}

export async function getRegistrationFee(ctx: Ctx, id: number): Promise<number> {
  const row = await requireOwnRegistration(ctx, id)
  if (row.paid_cents !== null) return row.paid_cents
  const [type, now] = await Promise.all([
    store.selectAttendType(ctx.kit.sql, row.meeting_id, row.attend_type),
    store.selectNow(ctx.kit.sql),
  ])
  return type ? feeAt(type, now) : 0
}
