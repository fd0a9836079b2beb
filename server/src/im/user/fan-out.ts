// Notifies acquaintances of a changed profile in batches, so that no transaction locks them all.
import type { ImCtx } from '../../kit/chat/im-ctx.ts'
import type { Sql } from '../../kit/db/db.ts'
import { changeAccounts } from '../changes/changes.ts'
import * as store from './fan-out-store.ts'

/** A changed profile is announced to this many accounts in one transaction, which takes some tens of milliseconds. */
const batchSize = 200

export type FanOutCtx = Pick<ImCtx, 'sql' | 'deliver' | 'readers'> & {
  viewer: Pick<ImCtx['viewer'], 'imId' | 'accid' | 'deviceId'>
}

/** Continues after the last committed batch; stops when a newer change has restarted the fan-out. */
export async function fanOutProfile(ctx: FanOutCtx): Promise<void> {
  const { sql, viewer } = ctx
  let lastId = await store.selectProgress(sql, viewer.imId)
  while (lastId !== null) {
    const ids = await store.selectAcquaintancesAfter(sql, viewer.imId, lastId, batchSize)
    lastId = await fanOutBatch(ctx, lastId, ids)
  }
}

/** @returns the last id of the batch; null when the fan-out is complete */
function fanOutBatch(ctx: FanOutCtx, afterId: number, ids: readonly number[]): Promise<number | null> {
  const { imId, accid } = ctx.viewer
  const lastId = ids.length < batchSize ? null : ids.at(-1)!
  return changeAccounts(ctx, { ids }, async ({ tx, accounts, recordChange }) => {
    // every change of the profile also locks the account, so the progress cannot be reset meanwhile
    if (!(await store.updateProgress(tx, imId, afterId, lastId))) return null
    const idSet = new Set(ids)
    for (const account of accounts) if (idSet.has(account.id)) recordChange(account, 'user', accid)
    return lastId
  })
}

const staleSeconds = 30

/** Job. Finishes fan-outs of a stopped process. Online devices get the change with their next sync. */
export async function finishStaleFanOuts(sql: Sql, readers: ImCtx['readers']): Promise<number> {
  const rows = await store.selectStaleProgress(sql, staleSeconds)
  for (const { id, accid } of rows)
    await fanOutProfile({ sql, readers, deliver: () => {}, viewer: { imId: id, accid, deviceId: '' } })
  return rows.length
}
