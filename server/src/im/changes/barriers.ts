// Refuses first contact of strangers with members of the site's groups, unless both agree by becoming friends.
import { imFail, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { Db } from '../../kit/db/db.ts'
import { selectBarriers } from './barrier-store.ts'

/** Texts that do not reveal whether the other side is in a group. */
const barrierMessages = {
  message: '对方只接收好友的私信',
  invitation: '邀请没有发出：对方只接收好友的邀请。请把邀请链接或邀请码发给对方，由对方自己加入',
}
type BarrierPurpose = keyof typeof barrierMessages

export const failBarrier = (purpose: BarrierPurpose = 'message'): ImFailure =>
  imFail('blockedByPeer', barrierMessages[purpose])

/** @throws ImFailure 7101 when one of these accounts may only be addressed in the group */
export async function expectNoBarrier(
  db: Db,
  imId: number,
  accids: readonly string[],
  purpose: BarrierPurpose = 'message',
): Promise<void> {
  const senderIds = accids.map(() => imId)
  const barriers = await selectBarriers(db, senderIds, accids, purpose)
  if (barriers.length > 0) throw failBarrier(purpose)
}
