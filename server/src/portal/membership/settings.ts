// How the secretariat wants membership to be run.
import { MembershipSettings } from '@xinqiao/contract/http/staff-levels.ts'
import type { Db } from '../../kit/db.ts'
import * as store from './level-store.ts'

/** What was never set has its default: an empty row is a good one. */
export const readSettings = async (db: Db): Promise<MembershipSettings> =>
  MembershipSettings.parse((await store.findSettings(db)) ?? {})
