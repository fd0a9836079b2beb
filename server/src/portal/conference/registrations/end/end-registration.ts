// Ends a registration by its attendee or by staff.
import { releaseRegistration } from '../../rules/release-registration.ts'
import { refundCentsOf } from '../../rules/fees.ts'
import type { RegistrationRow } from '../../records/store.ts'
import { offerPlaces } from '../waiting-list/waiting-list.ts'
import type { TransactionScope } from '../../../../kit/ctx.ts'

/**
 * Cancels the registration, records the refund, and offers the place to the waiting list. The caller has locked
 * the attendance type (`lockAttendType`).
 */
export async function endRegistration(
  scope: TransactionScope,
  { row, percent, reason, byId }: { row: RegistrationRow; percent: number; reason: string; byId: number },
): Promise<void> {
  const refund = row.state === 'paid' ? refundCentsOf(row.paid_cents ?? 0, percent) : 0
  const end = { state: 'cancelled' as const, refund_cents: refund, end_reason: reason, ended_by: byId }
  await releaseRegistration(scope.tx, row, end, byId)
  if (row.state !== 'waiting') {
    await offerPlaces(scope, { meetingId: row.meeting_id, attendType: row.attend_type })
  }
}
