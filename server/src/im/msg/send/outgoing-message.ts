// A message that is being written to the database, and the result.
import type { MessageDraft, WireMessage } from '@xinqiao/contract/im/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/msg.ts'
import type { ImViewer } from '../../../kit/chat/im-ctx.ts'

export type OutgoingMessage = { viewer: ImViewer; draft: MessageDraft }

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
