// Sends messages: replies and pushes follow the commit. Messages that arrive while a batch is being written form the
// next batch.
import type { CommandOutput } from '@xinqiao/contract/im/index.ts'
import { ImFailure, imFail } from '@xinqiao/contract/im/errors.ts'
import { createBatch } from '../../../kit/db/batch.ts'
import type { BodyCipher } from '../../../kit/chat/bodies.ts'
import type { Sql } from '../../../kit/db/db.ts'
import { chatBatches, chatMessages, chatQueueWaits } from '../../../kit/metrics.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import type { SendResult, ServerMessageDraft, OutgoingMessage } from './outgoing-message.ts'
import { writeMessages } from './write.ts'

export function createMessageSender(sql: Sql, bodies: BodyCipher) {
  const write = createBatch<OutgoingMessage, SendResult | ImFailure>(
    (items) => writeMessages(sql, bodies, items),
    undefined,
    (size, waitedMs) => {
      chatBatches.observe(size)
      chatQueueWaits.observe(waitedMs / 1000)
    },
  )

  return async (
    draft: ServerMessageDraft,
    { viewer, connectionId, deliver }: ImCtx,
  ): Promise<CommandOutput<'msg.sendMsg'>> => {
    const result = await write({ viewer, draft })
    if (result instanceof ImFailure) throw result
    const { msg, sessions, isRepeat } = result
    const ownSession = sessions.find(({ imId }) => imId === viewer.imId)
    if (!ownSession) throw imFail('internal')
    if (!isRepeat) {
      chatMessages.inc()
      for (const { imId, session } of sessions) {
        if (imId === viewer.imId) deliver(imId, 'msg.syncSendMsg', { msg, session }, connectionId)
        else deliver(imId, 'msg.msg', { msg, session })
      }
    }
    return { msg, session: ownSession.session }
  }
}
