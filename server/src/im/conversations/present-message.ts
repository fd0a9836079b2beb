// Wire format of messages.
import { chatMessageTypes, type StoredContent, type WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { BodyCipher } from '../../kit/chat/bodies.ts'
import type { MessageRow } from './message-columns.ts'

/** Text in place of a recalled message, or of one whose key was destroyed. */
const erased: StoredContent = { type: chatMessageTypes.tip, tip: '该消息已被永久删除', isUnreadable: 0 }

const openContent = (row: MessageRow, bodies: BodyCipher): StoredContent =>
  row.body.length === 0 || row.seq <= row.erased_seq
    ? erased
    : bodies.open(row.sealed_key, { conversationId: row.conversation_id, seq: row.seq }, row.body)

export const toWireMessage = (
  row: Omit<MessageRow, 'body' | 'sealed_key' | 'erased_seq' | 'modified_time'> &
    Partial<Pick<MessageRow, 'modified_time'>>,
  content: StoredContent,
): WireMessage => ({
  scene: row.scene,
  from: row.from_accid,
  to: row.to_accid,
  fromClientType: row.client_type,
  fromDeviceId: row.device_id,
  idClient: row.id_client,
  idServer: `${row.id}`,
  seq: row.seq,
  time: row.time,
  ...(row.modified_time && { modifyTime: row.modified_time }),
  ...(typeof row.readable === 'number' && { readable: row.readable, senderReadable: row.sender_readable ?? 0 }),
  ...(row.seq <= (row.imported_seq ?? 0) && { isImported: true }),
  content,
})

export const presentMessage = (row: MessageRow, bodies: BodyCipher): WireMessage => {
  const content = openContent(row, bodies)
  return content === erased ? { ...toWireMessage(row, content), isErased: true } : toWireMessage(row, content)
}
