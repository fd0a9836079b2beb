// Pinned sessions: those that an account keeps at the top of its list.
import { stickTopLimits, type StickTop } from '@xinqiao/contract/im/messages/extend.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput } from '@xinqiao/contract/im/index.ts'
import type { ChangeReaders, ImCtx } from '../../kit/chat/im-ctx.ts'
import { changeAccounts } from '../changes/changes.ts'
import * as store from './store.ts'

const presentStickTop = (row: store.StickTopRow): StickTop => ({
  id: row.session_id,
  topCustom: row.top_custom,
  isTop: row.is_top,
  createTime: row.create_time,
  updateTime: row.update_time,
})

type StickTopInput = { id: string; topCustom: string }

const putStickTop =
  (mustBeThere: boolean) =>
  ({ id, topCustom }: StickTopInput, ctx: ImCtx): Promise<null> =>
    changeAccounts(ctx, {}, async ({ tx, now, me, recordChange }) => {
      const pinnedSessions = await store.selectTopSessions(tx, me.id)
      const isThere = pinnedSessions.some((row) => row.session_id === id)
      if (mustBeThere && !isThere) throw imFail('notFound', '该会话没有置顶')
      if (!isThere && pinnedSessions.length >= stickTopLimits.sessions)
        throw imFail('invalid', `最多置顶${stickTopLimits.sessions}个会话`)
      await store.upsertStickTop(tx, me.id, id, topCustom, now)
      recordChange(me, 'stickTop', id)
      return null
    })
export const addStickTop = putStickTop(false)
export const updateStickTop = putStickTop(true)

export const deleteStickTop = ({ id }: { id: string }, ctx: ImCtx): Promise<null> =>
  changeAccounts(ctx, {}, async ({ tx, now, me, recordChange }) => {
    if (await store.markStickTopRemoved(tx, me.id, id, now)) recordChange(me, 'stickTop', id)
    return null
  })

export async function getStickTops(
  _input: unknown,
  { sql, viewer }: ImCtx,
): Promise<CommandOutput<'msgExtend.getStickTopSessions'>> {
  return { stickTopSessions: (await store.selectTopSessions(sql, viewer.imId)).map(presentStickTop) }
}

export const stickTopReaders: Pick<ChangeReaders, 'stickTop'> = {
  async stickTop(db, changeKeys) {
    const rows = await store.selectStickTops(db, changeKeys)
    return rows.map((row) => ({ imId: row.im_account_id, key: row.session_id, state: presentStickTop(row) }))
  },
}
