// A message that is being written to the database, and the result.
import { imFail, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { MessageDraft, StoredContent, WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/messages/msg.ts'
import type { ImViewer } from '../../../kit/chat/im-ctx.ts'

/** `content`: that of a device, or the answer of a robot. */
export type ServerMessageDraft = Omit<MessageDraft, 'content'> & { content: StoredContent }
export type OutgoingMessage = {
  viewer: Pick<ImViewer, 'imId' | 'appId' | 'accid' | 'clientType' | 'deviceId'>
  draft: ServerMessageDraft
}

/**
 * A client id identifies one message. A page that uses it again for another conversation has mistaken it, and its text
 * would be lost.
 */
export const findReusedId = ({ draft }: OutgoingMessage, { scene, to }: WireMessage): ImFailure | null =>
  scene === draft.scene && to === draft.to
    ? null
    : imFail('invalid', 'idClient已用于另一个会话的消息，请换一个新的', { field: 'idClient' })

/** Pages find messages by the client id alone, so a second message with it would replace the first on every page. */
export const failForeignId = (): ImFailure =>
  imFail('invalid', 'idClient已用于这个会话里别人的消息，请换一个新的', { field: 'idClient' })

export const addressValuesOf = ({ viewer, draft }: OutgoingMessage) => ({
  scene: draft.scene,
  from_accid: viewer.accid,
  to_accid: draft.to,
})

export type SendResult = {
  msg: WireMessage
  /** The state of sender and receiver after the commit. */
  sessions: { imId: number; session: SessionState }[]
  /** True for a duplicate, about which only its sender is notified again. */
  isRepeat: boolean
}
