// The message about a call, which the server writes into the conversation of its two sides.
import type { DeliverPush } from '../../../kit/chat/im-ctx.ts'
import { clientTypes } from '@xinqiao/contract/im/accounts/auth.ts'
import { ImFailure } from '@xinqiao/contract/im/errors.ts'
import { chatMessageTypes, type CallAttachment, type MessageContent } from '@xinqiao/contract/im/messages/messages.ts'
import { createP2pTarget } from '@xinqiao/contract/im/messages/scene.ts'
import type { BodyCipher } from '../../../kit/chat/bodies.ts'
import type { Sql } from '../../../kit/db/db.ts'
import { writeMessages } from './write.ts'

export type CallMessage = {
  /** Identifies the message, so that a repeated writing stores it once. */
  idClient: string
  caller: { imId: number; accid: string }
  callee: string
  attach: CallAttachment
  /** True for a call that the other side must notice. */
  isUnread: boolean
}

/** A blocked or erased account gets no message. */
export async function writeCallMessage(
  { sql, bodies, deliver }: { sql: Sql; bodies: BodyCipher; deliver: DeliverPush },
  { idClient, caller, callee, attach, isUnread }: CallMessage,
): Promise<void> {
  // only the server writes this type, so that it is not among the contents of clients
  const content = { type: chatMessageTypes.g2, attach, ...(!isUnread && { isUnreadable: 0 }) }
  const viewer = { ...caller, clientType: clientTypes.Server, deviceId: '' }
  const draft = { ...createP2pTarget(callee), idClient, content: content as unknown as MessageContent }
  const [result] = await writeMessages(sql, bodies, [{ viewer, draft }])
  if (!result || result instanceof ImFailure || result.isRepeat) return
  const { msg, sessions } = result
  for (const { imId, session } of sessions) {
    if (imId === caller.imId) deliver(imId, 'msg.syncSendMsg', { msg, session })
    else deliver(imId, 'msg.msg', { msg, session })
  }
}
