// Collected items: what an account keeps for itself, such as messages and links.
import { z } from 'zod'
import { namedText } from '../named-text.ts'
import { Timestamp } from './scene.ts'

export const collectLimits = { items: 1_000, data: 20_480, custom: 1_024, uniqueId: 64, page: 100 } as const

/** Kind of the item, whose meaning pages agree on (messaging.md 5). */
const CollectType = z
  .number('Collect.type只能是整数')
  .int('Collect.type只能是整数')
  .min(-(2 ** 31), 'Collect.type超出范围')
  .max(2 ** 31 - 1, 'Collect.type超出范围')
export const CollectId = z.string('收藏的id必须是字符串').regex(/^\d{1,18}$/, '收藏的id不正确')

export const NewCollect = z.object({
  type: CollectType,
  data: namedText(collectLimits.data, 'data').min(1, 'data不能为空'),
  custom: namedText(collectLimits.custom, 'custom').default(''),
  /** Chosen by the page. A second item with the same one replaces the first. */
  uniqueId: namedText(collectLimits.uniqueId, 'uniqueId').default(''),
})
export const CollectUpdate = z.object({ collectId: CollectId, custom: namedText(collectLimits.custom, 'custom') })
/** Query of one page. `lastId` is the last item of the previous page; without it, the list starts at its beginning. */
export const CollectQuery = z
  .object({
    type: CollectType.optional(),
    beginTime: Timestamp.default(0),
    endTime: Timestamp.default(0),
    lastId: CollectId.optional(),
    limit: z
      .number('limit必须是数字')
      .int('limit必须是整数')
      .min(1, 'limit不能小于1')
      .max(collectLimits.page, `limit不能大于${collectLimits.page}`)
      .default(collectLimits.page),
    reverse: z.boolean('reverse必须是布尔值').default(false),
  })
  .refine(({ beginTime, endTime }) => endTime === 0 || beginTime <= endTime, 'beginTime不能晚于endTime')

export const Collect = z.object({
  id: z.string(),
  type: z.number(),
  data: z.string(),
  custom: z.string(),
  uniqueId: z.string(),
  createTime: z.number(),
  updateTime: z.number(),
})
export type Collect = z.output<typeof Collect>
