// SQL of the messages beside a reported one.
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import type { Db } from '../../../kit/db/db.ts'
import { joinMessageAddress } from '../../conversations/addresses.ts'
import { conversationColumns, messageColumns, type MessageRow } from '../../conversations/message-columns.ts'

const readable = (db: Db) => db`
  n.conversation_id = reported.conversation_id and n.type <> ${chatMessageTypes.notification} and length(n.body) > 0`

/** Up to `limit` messages before and after each of these, oldest first. Leaves out recalled and erased ones. */
export const selectNeighbours = (db: Db, messageIds: readonly number[], limit: number) =>
  db<(MessageRow & { reported_id: number; is_after: boolean })[]>`
    select ${messageColumns(db)}, ${conversationColumns(db)}, reported.id as reported_id, m.seq > reported.seq as is_after
    from im_message reported
    cross join lateral (
      (select n.id from im_message n where ${readable(db)} and n.seq < reported.seq order by n.seq desc limit ${limit})
      union all
      (select n.id from im_message n where ${readable(db)} and n.seq > reported.seq order by n.seq limit ${limit})
    ) near
    join im_message m on m.id = near.id join im_conversation c on c.id = m.conversation_id ${joinMessageAddress(db)}
    where reported.id = any(${messageIds as number[]}::bigint[]) and m.seq > c.erased_seq
    order by reported.id, m.seq`
