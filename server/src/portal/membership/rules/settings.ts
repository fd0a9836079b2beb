// Settings of membership.
import { MembershipSettings } from '@xinqiao/contract/http/membership/levels.ts'
import type { Db } from '../../../kit/db/db.ts'
import * as store from '../records/level-store.ts'

/** Missing values have defaults, so that an empty row is valid. */
export const readMembershipSettings = async (db: Db): Promise<MembershipSettings> =>
  MembershipSettings.parse((await store.selectMembershipSettings(db)) ?? {})
