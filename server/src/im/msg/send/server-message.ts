// A message that the server writes into the conversation of two accounts, on behalf of one of them.
import type { DeliverPush } from '../../../kit/chat/im-ctx.ts'
import { clientTypes } from '@xinqiao/contract/im/accounts/auth.ts'
import { ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { MessageContent } from '@xinqiao/contract/im/messages/messages.ts'
import { createP2pTarget } from '@xinqiao/contract/im/messages/scene.ts'
import type { BodyCipher } from '../../../kit/chat/bodies.ts'
import type { Sql } from '../../../kit/db/db.ts'
import { writeMessages } from './write.ts'

export type MessageServices = { sql: Sql; bodies: BodyCipher; deliver: DeliverPush }

type ServerMessage = {
  /** Identifies the message, so that a repeated writing stores it once. */
  idClient: string
  to: string
  content: MessageContent
}

/** Reaches every device of both sides. A blocked or erased account gets no message. */
export async function writeServerMessage(
  { sql, bodies, deliver }: MessageServices,
  sender: { imId: number; appId: number; accid: string },
  { idClient, to, content }: ServerMessage,
): Promise<void> {
  const viewer = { ...sender, clientType: clientTypes.Server, deviceId: '' }
  const draft = { ...createP2pTarget(to), idClient, content }
  const [result] = await writeMessages(sql, bodies, [{ viewer, draft }])
  if (!result || result instanceof ImFailure || result.isRepeat) return
  const { msg, sessions } = result
  for (const { imId, session } of sessions) {
    if (imId === sender.imId) deliver(imId, 'msg.syncSendMsg', { msg, session })
    else deliver(imId, 'msg.msg', { msg, session })
  }
}
