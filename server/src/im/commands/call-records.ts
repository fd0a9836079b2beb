// Messages about calls: the server writes those of the site, and pages of apps write their own.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { ParsedInput } from '@xinqiao/contract/im/index.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import type { DeliverPush, ImCtx, ImHandlers } from '../../kit/chat/im-ctx.ts'
import type { Kit } from '../../kit/ctx.ts'
import { writeCallMessage } from '../msg/messages.ts'
import { writeEndedCallMessages } from '../signalling/calls/calls.ts'

/**
 * The server writes the records of calls of the site, so that no one forges them. In apps, pages write them between two
 * accounts, and name no others: the names are not read as texts.
 * @throws ImFailure 414
 */
export function expectMayRecordCall({ scene, to, content }: ParsedInput<'msg.sendMsg'>, { viewer }: ImCtx): void {
  if (content.type !== chatMessageTypes.g2) return
  if (viewer.roleId !== null) throw imFail('invalid', '通话记录由服务器写')
  if (scene !== 'p2p') throw imFail('invalid', '通话记录只在单聊中')
  const sides = [viewer.accid, to]
  if (content.attach.durations.some(({ accid }) => !sides.includes(accid)))
    throw imFail('invalid', 'attach.durations只能是会话的双方')
}

/** @throws ImFailure 414 */
export function expectNoCallRecord({ content }: ParsedInput<'chatroom.sendMsg'>): void {
  if (content.type === chatMessageTypes.g2) throw imFail('invalid', '聊天室里没有通话记录')
}

type WritingServices = Pick<Kit, 'sql' | 'bodies' | 'log'> & { deliver: DeliverPush }

/** Writes the messages of ended calls; a job repeats it after a failure. */
export const announceEndedCalls = (services: WritingServices, channelId: number | null = null): Promise<void> =>
  writeEndedCallMessages(services.sql, (message) => writeCallMessage(services, message), channelId).catch(
    (error: unknown) => services.log.error({ err: error }, 'the message of a call was not written'),
  )

type CallEnd = 'signalling.close' | 'signalling.leave'

/** The commands that end a call, which then write its message. */
export function withCallMessage(kit: Kit, handlers: ImHandlers<CallEnd>): ImHandlers<CallEnd> {
  const announceAfter =
    (end: ImHandlers<CallEnd>[CallEnd]): ImHandlers<CallEnd>[CallEnd] =>
    async (input, ctx) => {
      await end(input, ctx)
      await announceEndedCalls({ ...kit, deliver: ctx.deliver }, Number(input.channelId))
      return null
    }
  return {
    'signalling.close': announceAfter(handlers['signalling.close']),
    'signalling.leave': announceAfter(handlers['signalling.leave']),
  }
}
