// One page of a history: period, position, size and direction.
import { z } from 'zod'
import { notice } from '../accounts/notify.ts'
import { Timestamp } from './scene.ts'

export const historyPage = {
  /** Period of the messages; 0 means unlimited, and the bounds are exclusive. */
  beginTime: Timestamp.default(0),
  endTime: Timestamp.default(0),
  /** The page continues after this message, in the direction of `reverse`. */
  lastMsgId: notice.IdServer.optional(),
  limit: z.number().int().min(1, 'limit不能小于1').max(100, 'limit不能超过100').default(100),
  /** false: newest first, down from endTime; true: oldest first, up from beginTime. */
  reverse: z.boolean().default(false),
}

type Period = { beginTime: number; endTime: number }
export const periodRule = [
  ({ beginTime, endTime }: Period) => endTime === 0 || endTime > beginTime,
  'endTime必须晚于beginTime',
] as const
