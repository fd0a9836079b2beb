// Broadcasts to all accounts, without a row per account: a device requests those after its last one.
import type { Broadcast } from '@xinqiao/contract/im/notify.ts'
import type { ParsedInput } from '@xinqiao/contract/im/index.ts'
import { transaction, type Sql } from '../../kit/db/db.ts'
import type { ImCtx } from '../../kit/im-ctx.ts'
import * as store from './broadcast-store.ts'

const present = ({ id, body, time }: store.BroadcastRow): Broadcast => ({ broadcastId: id, body, time })

/** @param keptDays days for which offline devices can still fetch it */
export const writeBroadcast = (sql: Sql, body: string, keptDays: number): Promise<Broadcast> =>
  transaction(sql, async (tx) => {
    // serialised, so that no lower id becomes visible after a higher one
    await store.lockBroadcasts(tx)
    return present(await store.insertBroadcast(tx, body, keptDays))
  })

/** A new device starts after the last broadcast that another device of the account has read. */
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
