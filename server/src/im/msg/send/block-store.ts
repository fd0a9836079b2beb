// SQL that checks blocks for all messages of a batch at once.
import type { Db } from '../../../kit/db/db.ts'
import { joinPeer } from '../../changes/peers.ts'

/** The pairs in which the receiver has blocked the sender. */
export const selectBlocks = (db: Db, senderIds: readonly number[], receivers: readonly string[]) =>
  db<{ sender_id: number; receiver: string }[]>`
    select w.sender as sender_id, w.receiver
    from unnest(${senderIds as number[]}::bigint[], ${receivers as string[]}::text[]) as w(sender, receiver)
    ${joinPeer(db, db`w.sender`, db`w.receiver`)}
    join im_relation r on r.im_account_id = p.id and r.peer_id = w.sender
    where r.is_blacked`
