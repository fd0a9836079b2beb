// Collected items, which only their owner sees. Their content is sealed.
import { collectLimits, type Collect } from '@xinqiao/contract/im/messages/collects.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { ImHandlers } from '../../kit/chat/im-ctx.ts'
import { sealBindings } from '../../kit/auth/seal-bindings.ts'
import type { Secrets } from '../../kit/auth/secrets.ts'
import { reserveId } from '../../kit/db/db.ts'
import { changeAccounts } from '../changes/changes.ts'
import * as store from './collect-store.ts'

type CollectContent = Pick<Collect, 'data' | 'custom'>

const sealContent = (secrets: Secrets, id: number, { data, custom }: CollectContent) =>
  secrets.seal(JSON.stringify({ data, custom } satisfies CollectContent), sealBindings.collect(id))

const presentCollect = (secrets: Secrets, row: store.CollectRow): Collect => ({
  id: `${row.id}`,
  type: row.type,
  ...(JSON.parse(secrets.open(row.content_sealed, sealBindings.collect(row.id))) as CollectContent),
  uniqueId: row.unique_id,
  createTime: row.create_time,
  updateTime: row.update_time,
})

type CollectCommand = `msgExtend.${'addCollect' | 'deleteCollects' | 'updateCollect' | 'getCollects'}`
export const collectHandlers: ImHandlers<CollectCommand> = {
  'msgExtend.addCollect': ({ type, data, custom, uniqueId }, ctx) =>
    changeAccounts(ctx, {}, async ({ tx, me, now }) => {
      const { secrets } = ctx
      const before = await store.selectCollectByUniqueId(tx, me.id, uniqueId)
      const id = before?.id ?? (await reserveId(tx, 'im_collect'))
      const content_sealed = sealContent(secrets, id, { data, custom })
      if (before) await store.updateCollect(tx, { id, type, content_sealed, update_time: now })
      else {
        if (await store.hasCollects(tx, me.id, collectLimits.items))
          throw imFail('invalid', `最多收藏${collectLimits.items}项`)
        const times = { create_time: now, update_time: now }
        await store.insertCollect(tx, { id, im_account_id: me.id, type, unique_id: uniqueId, content_sealed, ...times })
      }
      return { collect: presentCollect(secrets, (await store.selectCollect(tx, me.id, id))!) }
    }),
  'msgExtend.updateCollect': ({ collectId, custom }, ctx) =>
    changeAccounts(ctx, {}, async ({ tx, me, now }) => {
      const { secrets } = ctx
      const before = await store.selectCollect(tx, me.id, Number(collectId))
      if (!before) throw imFail('notFound', '没有这项收藏')
      const { data } = presentCollect(secrets, before)
      const content_sealed = sealContent(secrets, before.id, { data, custom })
      await store.updateCollect(tx, { ...before, content_sealed, update_time: now })
      return { collect: presentCollect(secrets, (await store.selectCollect(tx, me.id, before.id))!) }
    }),
  'msgExtend.deleteCollects': ({ ids }, ctx) =>
    changeAccounts(ctx, {}, async ({ tx, me }) => ({
      deleteNum: await store.deleteCollects(
        tx,
        me.id,
        ids.map((id) => Number(id)),
      ),
    })),
  'msgExtend.getCollects': async (query, { sql, secrets, viewer }) => {
    const { rows, total } = await store.selectCollects(sql, viewer.imId, query)
    return { collectList: rows.map((row) => presentCollect(secrets, row)), total }
  },
}
