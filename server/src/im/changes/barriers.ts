// Refuses first contact of strangers with members of the site's groups, unless both agree by becoming friends.
import { imFail, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { Db } from '../../kit/db/db.ts'
import { selectBarriers } from './barrier-store.ts'

/** The message does not tell that the other side is in a group. */
export const failBarrier = (): ImFailure => imFail('blockedByPeer', '对方只接收好友的私信')

/** @throws ImFailure 7101 when one of these accounts may only be addressed in the group */
export async function expectNoBarrier(
  db: Db,
  imId: number,
  accids: readonly string[],
  purpose: 'message' | 'invitation' = 'message',
): Promise<void> {
  const senderIds = accids.map(() => imId)
  const barriers = await selectBarriers(db, senderIds, accids, purpose)
  if (barriers.length > 0) throw failBarrier()
}
