// Refuses private contact between strangers who share a group of the site, unless both agree by becoming friends.
import { imFail, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { Db } from '../../kit/db/db.ts'
import { selectBarriers } from './barrier-store.ts'

export const failBarrier = (): ImFailure =>
  imFail('blockedByPeer', '您和对方在同一个同伴小组。为保护彼此，互加好友后才能私下交流')

/** @throws ImFailure 7101 when one of these accounts may only be addressed in the group */
export async function expectNoBarrier(db: Db, imId: number, accids: readonly string[]): Promise<void> {
  const barriers = await selectBarriers(
    db,
    accids.map(() => imId),
    accids,
  )
  if (barriers.length > 0) throw failBarrier()
}
