// Limits of the operator's language model: which apps may use it, and how often an account. The database counts.
import { recordHit } from '../../../kit/auth/throttle.ts'
import type { Config } from '../../../kit/config.ts'
import type { Db } from '../../../kit/db/db.ts'

const maxCallsPerHour = 60

/** True for the apps that the operator has listed. */
export const hasModel = ({ AI_URL, AI_APPS }: Pick<Config, 'AI_URL' | 'AI_APPS'>, appId: number): boolean =>
  AI_URL !== undefined && AI_APPS.has(appId)

/** Counts one use of the language model; false when the account has used it too often. */
export const claimModelUse = async (db: Db, imId: number): Promise<boolean> =>
  (await recordHit(db, `model ${imId}`, 3_600)) <= maxCallsPerHour
