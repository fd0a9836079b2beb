// Wire format of messages and sessions.
import { messageTypes, type MessageContent, type WireMessage } from '@xinqiao/contract/im/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/msg.ts'
import type { Bodies } from '../../../kit/chat/bodies.ts'
import type { SessionRow } from '../records/session-store.ts'
import type { MessageRow } from '../records/store.ts'

/** Replaces a recalled message, or one whose key was destroyed. */
const erased: MessageContent = { type: messageTypes.tip, tip: '该消息已被永久删除', isUnreadable: 0 }

const openContent = (row: MessageRow, bodies: Bodies): MessageContent =>
  row.body.length === 0 || row.seq <= row.erased_seq
    ? erased
    : bodies.open(row.sealed_key, { conversationId: row.conversation_id, seq: row.seq }, row.body)

export const toWireMessage = (
  row: Omit<MessageRow, 'body' | 'sealed_key' | 'erased_seq' | 'modified_time'> &
    Partial<Pick<MessageRow, 'modified_time'>>,
  content: MessageContent,
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
  content,
})

export const presentMessage = (row: MessageRow, bodies: Bodies): WireMessage => {
  const content = openContent(row, bodies)
  return content === erased ? { ...toWireMessage(row, content), isErased: true } : toWireMessage(row, content)
}

export const presentSession = (row: SessionRow): SessionState => ({
  scene: row.scene,
  to: row.target,
  version: row.version,
  unread: row.unread,
  ack: row.ack,
  msgReceiptTime: row.peer_receipt,
  lastSeq: row.last_seq,
  updateTime: row.last_time,
  isDeleted: row.is_deleted,
  clearTime: row.cleared_time,
  ext: row.ext,
})
