// Broadcasts to all accounts, without a row per account: a device requests those after its last one.
import type { Broadcast } from '@xinqiao/contract/im/notify.ts'
import type { ParsedInput } from '@xinqiao/contract/im/index.ts'
import { transaction, type Sql } from '../../kit/db/db.ts'
import type { ImCtx } from '../../kit/im-ctx.ts'
import * as store from './broadcast-store.ts'

const present = ({ id, body, time }: store.BroadcastRow): Broadcast => ({ broadcastId: id, body, time })

type BroadcastDraft = {
  body: string
  /** Days for which offline devices can still fetch it. */
  keptDays: number
  /** null: the site */
  appId: number | null
}
export type AppBroadcast = { appId: number; broadcast: Broadcast }

export const writeBroadcast = (sql: Sql, draft: BroadcastDraft): Promise<AppBroadcast> =>
  transaction(sql, async (tx) => {
    // serialised, so that no lower id becomes visible after a higher one
    await store.lockBroadcasts(tx)
    const row = await store.insertBroadcast(tx, draft)
    return { appId: row.app_id, broadcast: present(row) }
  })

/** A new device starts after the last broadcast that another device of the account has read. */
export const listBroadcasts = async (
  { sql, viewer }: ImCtx,
  { broadcastMark, isFirst }: Pick<ParsedInput<'sync.sync'>, 'broadcastMark' | 'isFirst'>,
): Promise<Broadcast[]> => (await store.listBroadcasts(sql, viewer, broadcastMark, isFirst)).map(present)

export async function markBroadcastsRead(
  { ids }: ParsedInput<'msg.markBroadcastsRead'>,
  { sql, viewer }: ImCtx,
): Promise<null> {
  await store.markRead(sql, viewer.imId, Math.max(...ids))
  return null
}
