// Wire format of sessions.
import type { SessionState } from '@xinqiao/contract/im/messages/msg.ts'
import type { SessionRow } from '../records/session-store.ts'

export const presentSession = (row: SessionRow): SessionState => ({
  scene: row.scene,
  to: row.target,
  version: row.version,
  unread: row.unread,
  ack: row.ack,
  msgReceiptTime: row.peer_receipt,
  sentReceiptTime: row.receipt,
  lastSeq: row.last_seq,
  updateTime: row.last_time,
  isDeleted: row.is_deleted,
  clearTime: row.cleared_time,
  ext: row.ext,
})
