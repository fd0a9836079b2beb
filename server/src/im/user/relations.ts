// Block and mute lists of an account.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput } from '@xinqiao/contract/im/index.ts'
import type { ChangeReaders, ImCtx } from '../../kit/chat/im-ctx.ts'
import { changeAccounts } from '../changes/changes.ts'
import { presentRelation } from './present.ts'
import * as store from './store.ts'

/** Maximum number of entries, because the lists are always sent whole. */
const maxRelations = 3_000

export const setRelation =
  (flag: store.RelationFlag) =>
  ({ account, isAdd }: { account: string; isAdd: boolean }, ctx: ImCtx): Promise<null> =>
    changeAccounts(ctx, { accids: [account] }, async ({ tx, now, me, requireAccount, recordChange, afterCommit }) => {
      const peer = requireAccount(account)
      if (peer.id === me.id) throw imFail('invalid', '不能对自己进行该操作')
      if (isAdd && (await store.countRelations(tx, me.id, flag)) >= maxRelations)
        throw imFail('invalid', `名单最多${maxRelations}人`)
      await store.upsertRelation(tx, { imId: me.id, peerId: peer.id }, flag, isAdd, now)
      recordChange(me, 'relation', account)
      if (flag === 'is_blacked' && isAdd) afterCommit(() => ctx.events.endSubscriptions(peer.id, me.id))
      return null
    })

async function listMarked(
  { sql, viewer }: ImCtx,
  time: number,
  flag: store.RelationFlag | null,
): Promise<CommandOutput<'user.getRelations'>> {
  const rows = await store.selectRelations(sql, viewer.imId, time, flag)
  return { relations: rows.map(presentRelation), time: rows.at(-1)?.update_time ?? time }
}

export const getBlacklist = ({ time }: { time: number }, ctx: ImCtx) => listMarked(ctx, time, 'is_blacked')
export const getMutelist = ({ time }: { time: number }, ctx: ImCtx) => listMarked(ctx, time, 'is_muted')
export const getRelations = ({ timetag }: { timetag: number }, ctx: ImCtx) => listMarked(ctx, timetag, null)

export const relationReaders: Pick<ChangeReaders, 'relation'> = {
  async relation(db, changeKeys) {
    const rows = await store.selectRelationsOf(db, changeKeys)
    return rows.map((row) => ({ imId: row.im_account_id, key: row.accid, state: presentRelation(row) }))
  },
}
