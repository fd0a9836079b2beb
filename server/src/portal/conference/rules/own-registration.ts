// Finds or locks a registration of the caller.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import { viewerOf, type Ctx, type CtxInTransaction } from '../../../kit/ctx.ts'
import type { Tx } from '../../../kit/db/db.ts'
import * as checkInStore from '../records/check-in-store.ts'
import { lockRegistrationWithOrder } from '../records/lock-registration.ts'
import { listObstacles } from './obstacles.ts'
import * as registrationStore from '../records/registration-store.ts'
import * as store from '../records/store.ts'

/** @throws Failure notFound */
export const requireOwnRegistration = async (ctx: Ctx, id: number): Promise<store.RegistrationRow> =>
  orNotFound(await registrationStore.selectOwnRegistration(ctx.kit.sql, id, viewerOf(ctx).id))

/**
 * Locks the registration with its order.
 * @throws Failure notFound
 */
export async function lockOwnRegistration(tx: Tx, ctx: CtxInTransaction, id: number) {
  // check ownership before taking the lock
  const registration =
    (await registrationStore.selectOwnRegistration(tx, id, viewerOf(ctx).id)) &&
    (await lockRegistrationWithOrder(tx, id))
  const meeting = registration && (await store.selectMeeting(tx, registration.row.meeting_id))
  // the registration was transferred while this request waited for the lock
  if (registration?.row.account_id !== viewerOf(ctx).id || !meeting) throw fail('notFound')
  const { row, order } = registration
  const now = await store.selectNow(tx)
  const isCheckedIn = (await checkInStore.selectCheckIn(tx, row.id)) !== null
  return { row, order, meeting, now, obstacles: listObstacles(row, meeting, { now, isCheckedIn }) }
}
