// The message about a call, which the server writes into the conversation of its two sides.
import { chatMessageTypes, type CallAttachment, type MessageContent } from '@xinqiao/contract/im/messages/messages.ts'
import { writeServerMessage, type MessageServices } from './server-message.ts'

export type CallMessage = {
  /** Identifies the message, so that a repeated writing stores it once. */
  idClient: string
  caller: { imId: number; appId: number; accid: string }
  callee: string
  attach: CallAttachment
  /** True for a call that the other side must notice. */
  isUnread: boolean
}

export function writeCallMessage(
  services: MessageServices,
  { idClient, caller, callee, attach, isUnread }: CallMessage,
): Promise<void> {
  // only the server writes this type, so that it is not among the contents of clients
  const content = { type: chatMessageTypes.g2, attach, ...(!isUnread && { isUnreadable: 0 }) }
  return writeServerMessage(services, caller, { idClient, to: callee, content: content as unknown as MessageContent })
}
