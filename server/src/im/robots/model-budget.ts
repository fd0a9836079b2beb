// How often an account may use the operator's language model. Every node counts in the database.
import { recordHit } from '../../kit/auth/throttle.ts'
import type { Db } from '../../kit/db/db.ts'

const maxCallsPerHour = 60

/** Counts one use of the model. */
export const isWithinModelBudget = async (db: Db, imId: number): Promise<boolean> =>
  (await recordHit(db, `model ${imId}`, 3_600)) <= maxCallsPerHour
