// Locks a registration with its order. All transactions lock in this order: order, type of attendance, registration.
import type { Tx } from '../../../kit/db/db.ts'
import { requireLockedOrder, type OrderRow } from '../../payments/payments.ts'
import * as registrationStore from './registration-store.ts'
import * as store from './store.ts'
import type { RegistrationRow } from './store.ts'

export type LockedRegistration = { row: RegistrationRow; order: OrderRow | null }

class OrderAppearedError extends Error {}

/** @returns null when there is no such registration */
export async function lockRegistrationWithOrder(tx: Tx, id: number): Promise<LockedRegistration | null> {
  const unlockedRow = await registrationStore.selectRegistration(tx, id)
  if (!unlockedRow) return null
  const order = unlockedRow.order_no === null ? null : await requireLockedOrder(tx, unlockedRow.order_no)
  try {
    return await tx.savepoint(async (inner) => {
      await store.lockAttendType(inner, unlockedRow.meeting_id, unlockedRow.attend_type)
      const row = await registrationStore.lockRegistration(inner, id)
      if (row && row.order_no !== unlockedRow.order_no) throw new OrderAppearedError()
      return row && { row, order }
    })
  } catch (error) {
    if (!(error instanceof OrderAppearedError)) throw error
    // an order was created meanwhile and must be locked first; the savepoint has released these locks
    return lockRegistrationWithOrder(tx, id)
  }
}
