// Who has blocked whom, asked for all messages of a group at once.
import type { Db } from '../../kit/db.ts'

/** Of these pairs, those where the receiver has blocked the sender. */
export const listBlocks = (db: Db, senderIds: readonly number[], receiverIds: readonly number[]) =>
  db<{ sender_id: number; receiver_id: number }[]>`
    select r.peer_id as sender_id, r.im_account_id as receiver_id
    from unnest(${senderIds as number[]}::bigint[], ${receiverIds as number[]}::bigint[]) as w(sender, receiver)
    join im_relation r on r.im_account_id = w.receiver and r.peer_id = w.sender
    where r.is_blacked`
