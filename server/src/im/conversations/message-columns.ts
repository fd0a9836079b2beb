// Columns of a message and its conversation, which every read of messages selects.
import type { Rows } from '../../../db/rows.ts'
import type { Db } from '../../kit/db/db.ts'
import { messageAddressColumns } from './addresses.ts'
import type { ConversationRow } from './store.ts'

export type MessageRow = Omit<
  Rows['im_message'],
  'type' | 'is_unreadable' | 'is_pushable' | 'readable' | 'sender_readable' | 'thread_id'
> &
  Pick<ConversationRow, 'scene' | 'sealed_key' | 'erased_seq'> & {
    /** Last imported position; absent where no query reads imported messages. */
    imported_seq?: number | null
    from_accid: string
    to_accid: string
    /** Running counts of a team; absent where only p2p is read. */
    readable?: number | null
    sender_readable?: number | null
  }

export const messageColumns = (db: Db) =>
  db`m.id, m.conversation_id, m.seq, m.sender_id, m.id_client, m.body, m.client_type, m.device_id, m.time,
    m.modified_time, m.readable, m.sender_readable`
/** Columns of the conversation that presenting a message needs: its address, and the sealed key of its bodies. */
export const conversationColumns = (db: Db) =>
  db`${messageAddressColumns(db)}, c.sealed_key, c.erased_seq, c.imported_seq`
