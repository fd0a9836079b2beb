// Replies: a message refers to the message that it replies to, and to the first message of that thread.
import type { MessageDraft, RelatedMessageRef, WireMessage } from '@xinqiao/contract/im/messages/messages.ts'

const fields = {
  from: 'FromAccount',
  to: 'ToAccount',
  time: 'Time',
  idServer: 'IdServer',
  idClient: 'IdClient',
} as const
/** The message that this one replies to, and the first message of that thread. */
export type NimReferences = {
  replyMsgFromAccount?: string
  replyMsgToAccount?: string
  replyMsgTime?: number
  replyMsgIdServer?: string
  replyMsgIdClient?: string
  threadMsgFromAccount?: string
  threadMsgToAccount?: string
  threadMsgTime?: number
  threadMsgIdServer?: string
  threadMsgIdClient?: string
}
type ReferenceKind = 'reply' | 'thread'

/** The fields of a reference as pages read them, such as `replyMsgFromAccount` and `threadMsgIdServer`. */
const flattenReference = (kind: ReferenceKind, reference: RelatedMessageRef) =>
  Object.entries(fields).map(([name, suffix]) => [`${kind}Msg${suffix}`, reference[name as keyof RelatedMessageRef]])

export const presentReferences = ({ reply, thread }: WireMessage['content']): NimReferences =>
  Object.fromEntries([
    ...(reply ? flattenReference('reply', reply) : []),
    ...(thread ? flattenReference('thread', thread) : []),
  ])

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** A message as pages hold it. */
type RepliedMessage = Omit<RelatedMessageRef, 'idServer'> & { idServer?: string; [field: string]: unknown }

/**
 * @param replied the message to reply to; without an id of the server it is not stored, so a reply cannot refer to it
 */
export function createReferences(replied: RepliedMessage): Pick<MessageDraft['content'], ReferenceKind> {
  const { from, to, time, idServer, idClient } = replied
  if (!isText(idServer)) return {}
  const reply = { from, to, time, idServer, idClient }
  const thread = Object.fromEntries(
    Object.entries(fields).map(([name, suffix]) => [name, replied[`threadMsg${suffix}`]]),
  ) as RelatedMessageRef
  return { reply, thread: isText(thread.idServer) ? thread : reply }
}
