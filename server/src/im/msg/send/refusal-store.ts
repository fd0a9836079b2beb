// SQL that finds the messages of a batch that the other side does not accept.
import { simpleArray, textArray } from '../../../kit/db/arrays.ts'
import type { Db } from '../../../kit/db/db.ts'
import { joinAccountOfApp } from '../../changes/peers.ts'
import { isConversationOf } from '../../conversations/addresses.ts'

/** @property position the position of the message in the batch, from 1 */
type RefusedMessageRow = { position: number; is_blocked: boolean; has_foreign_id: boolean; was_friend: boolean }

/**
 * Messages whose receiver has blocked the sender, has used their client id in this conversation, or was a friend of
 * the sender. The limit forces one look-up in the index per message, as in `selectSentMessages`.
 */
export const selectRefusedMessages = (
  db: Db,
  appIds: readonly number[],
  senderIds: readonly number[],
  receivers: readonly string[],
  idClients: readonly string[],
) =>
  db<RefusedMessageRow[]>`
    select w.position, r.im_account_id is not null as is_blocked, used.id is not null as has_foreign_id,
      f.im_account_id is not null as was_friend
    from unnest(${simpleArray(appIds)}::bigint[], ${simpleArray(senderIds)}::bigint[], ${textArray(receivers)}::text[],
      ${textArray(idClients)}::text[]) with ordinality as w(app, sender, receiver, id_client, position)
    ${joinAccountOfApp(db, db`w.app`, db`w.receiver`)}
    left join im_relation r on r.im_account_id = p.id and r.peer_id = w.sender and r.is_blacked
    left join im_friend f on f.im_account_id = w.sender and f.peer_id = p.id and not f.is_valid
    left join lateral (
      select conversation_id from im_message
      where sender_id = p.id and id_client = w.id_client and p.id <> w.sender limit 1
    ) m on true
    left join lateral (
      select c.id from im_conversation c
      where c.id = m.conversation_id and ${isConversationOf(db, db`w.sender`, db`p.id`)} limit 1
    ) used on true
    where num_nonnulls(r.im_account_id, used.id, f.im_account_id) > 0`
