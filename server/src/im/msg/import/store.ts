// SQL of the import of messages. The caller holds the locks of the accounts (`../../changes`).
import type { Db, Tx } from '../../../kit/db/db.ts'
import type { PairConversationRow } from '../../conversations/store.ts'

export type AppAccount = { id: number; accid: string }
/** Accounts that the backend of this app manages. */
export const selectAppAccounts = (db: Db, appId: number, accids: readonly string[]) =>
  db<AppAccount[]>`
    select id, accid from im_account
    where app_id = ${appId} and accid = any(${accids as string[]}::text[]) and account_id is null`

/**
 * Ids of messages that these senders have sent or imported under these client ids (`selectSentMessages` reads them
 * completely).
 */
export const selectKnownIds = (db: Db, senderIds: readonly number[], idClients: readonly string[]) =>
  db<{ sender_id: number; id_client: string; id: number; conversation_id: number }[]>`
    select m.sender_id, m.id_client, m.id, m.conversation_id
    from unnest(${senderIds as number[]}::bigint[], ${idClients as string[]}::text[]) as w(sender_id, id_client)
    cross join lateral (
      select * from im_message where sender_id = w.sender_id and id_client = w.id_client limit 1
    ) m`

export const updateImportedCounters = (
  tx: Tx,
  rows: readonly Pick<PairConversationRow, 'id' | 'last_seq' | 'last_time' | 'imported_seq'>[],
) =>
  tx`
    update im_conversation c set last_seq = w.seq, last_time = w.time, imported_seq = w.imported
    from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.last_seq)}::bigint[],
      ${rows.map((row) => row.last_time)}::bigint[], ${rows.map((row) => row.imported_seq)}::bigint[])
      as w(id, seq, time, imported)
    where c.id = w.id`

export type ImportedSession = { imId: number; conversationId: number; version: number; time: number }
/** Marks everything up to `time` as read by this account and by the other side. */
export const markImportedRead = (tx: Tx, rows: readonly ImportedSession[]) =>
  tx`
    insert into im_session (im_account_id, conversation_id, version, ack, receipt)
    select im_id, conversation_id, version, time, time
    from unnest(${rows.map((row) => row.imId)}::bigint[], ${rows.map((row) => row.conversationId)}::bigint[],
      ${rows.map((row) => row.version)}::bigint[], ${rows.map((row) => row.time)}::bigint[])
      as w(im_id, conversation_id, version, time)
    on conflict (im_account_id, conversation_id) do update
    set version = excluded.version, ack = greatest(im_session.ack, excluded.ack),
      receipt = greatest(im_session.receipt, excluded.receipt), is_deleted = false`
