// Rows as the wire says them.
import type { MessageContent, WireMessage } from '@xinqiao/contract/im/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/msg.ts'
import type { SessionRow } from './session-store.ts'
import type { MessageRow } from './store.ts'

export const presentMessage = (row: MessageRow): WireMessage => ({
  scene: 'p2p',
  from: row.from_accid,
  to: row.to_accid,
  fromClientType: row.client_type,
  fromDeviceId: row.device_id,
  idClient: row.id_client,
  idServer: `${row.id}`,
  seq: row.seq,
  time: row.time,
  content: row.content as MessageContent,
})

export const presentSession = (row: SessionRow): SessionState => ({
  scene: 'p2p',
  to: row.peer,
  version: row.version,
  unread: row.unread,
  ack: row.ack,
  msgReceiptTime: row.peer_receipt,
  lastSeq: row.last_seq,
  updateTime: row.last_time,
  isDeleted: row.is_deleted,
})
