// A word to everybody. It has no row for each account: a device asks for what is beyond the last one it has.
import type { Broadcast } from '@xinqiao/contract/im/notify.ts'
import type { ParsedInput } from '@xinqiao/contract/im/index.ts'
import { transaction, type Sql } from '../../kit/db.ts'
import type { ImCtx } from '../../kit/im-ctx.ts'
import * as store from './broadcast-store.ts'

const present = ({ id, body, time }: store.BroadcastRow): Broadcast => ({ broadcastId: id, body, time })

/** @param keptDays how long those who are away may still get it */
export const writeBroadcast = (sql: Sql, body: string, keptDays: number): Promise<Broadcast> =>
  transaction(sql, async (tx) => {
    // one after the other: a number that can be read has no lower one that is still to come
    await store.lockBroadcasts(tx)
    return present(await store.insertBroadcast(tx, body, keptDays))
  })

/** A new device starts after what another device of the account has read. */
export const listBroadcasts = async (
  { sql, viewer }: ImCtx,
  { broadcastMark, isFirst }: Pick<ParsedInput<'sync.sync'>, 'broadcastMark' | 'isFirst'>,
): Promise<Broadcast[]> => (await store.listBroadcasts(sql, viewer.imId, broadcastMark, isFirst)).map(present)

export async function markBroadcastsRead(
  { ids }: ParsedInput<'msg.markBroadcastsRead'>,
  { sql, viewer }: ImCtx,
): Promise<null> {
  await store.markRead(sql, viewer.imId, Math.max(...ids))
  return null
}
