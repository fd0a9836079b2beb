// Sends messages: replies and pushes follow the commit. Messages that arrive while a batch is being written form the
// next batch.
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { ImFailure, imFail } from '@xinqiao/contract/im/errors.ts'
import { createBatch } from '../../../kit/db/batch.ts'
import type { Bodies } from '../../../kit/chat/bodies.ts'
import type { Sql } from '../../../kit/db/db.ts'
import { chatBatches, chatMessages, chatQueueWaits } from '../../../kit/metrics.ts'
import type { ImCtx } from '../../../kit/im-ctx.ts'
import { createConversationCache, writeCached } from './cached-write.ts'
import type { SendResult, OutgoingMessage } from './outgoing-message.ts'
import { writeMessages } from './write.ts'

/** Tries the fast path first. Batches run one after the other, so that the cache after one is valid for the next. */
export function createMessageWriter(sql: Sql, bodies: Bodies) {
  const cache = createConversationCache()
  return async (items: readonly OutgoingMessage[]): Promise<(SendResult | ImFailure)[]> =>
    (await writeCached(sql, bodies, cache, items)) ??
    writeMessages(sql, bodies, items, (conversations) => cache.remember(conversations))
}

export function createSend(sql: Sql, bodies: Bodies) {
  const write = createBatch<OutgoingMessage, SendResult | ImFailure>(
    createMessageWriter(sql, bodies),
    undefined,
    (size, waitedMs) => {
      chatBatches.observe(size)
      chatQueueWaits.observe(waitedMs / 1000)
    },
  )

  return async (draft: ParsedInput<'msg.sendMsg'>, ctx: ImCtx): Promise<CommandOutput<'msg.sendMsg'>> => {
    const { viewer, connectionId, deliver } = ctx
    const result = await write({ viewer, draft })
    if (result instanceof ImFailure) throw result
    const { msg, sessions, isRepeat } = result
    const own = sessions.find(({ imId }) => imId === viewer.imId)
    if (!own) throw imFail('internal')
    if (!isRepeat) {
      chatMessages.inc()
      for (const { imId, session } of sessions) {
        if (imId === viewer.imId) deliver(imId, 'msg.syncSendMsg', { msg, session }, connectionId)
        else deliver(imId, 'msg.msg', { msg, session })
      }
    }
    return { msg, session: own.session }
  }
}
