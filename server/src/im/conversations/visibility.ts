// SQL conditions of the messages that an account sees in a conversation.
import type { Db } from '../../kit/db/db.ts'

/** Condition for messages `m` that the account of session `s` sees. A recalled message has no body. */
export const visibleCondition = (db: Db) => db`
  m.time > s.cleared_time and length(m.body) > 0 and not exists (
    select 1 from im_message_hidden h where h.im_account_id = s.im_account_id and h.message_id = m.id)`

/** Condition for messages `m` that people wrote, unlike notifications, which the server writes. */
export const writtenCondition = (db: Db) => db`m.type <> 5`

/** Condition for messages that are unread in session `s` after its ack. */
export const unreadCount = (db: Db, ack: number | null) => db`(
  select count(*) from im_message m
  where m.conversation_id = s.conversation_id and m.time > ${ack === null ? db`s.ack` : db`${ack}`}
    and m.sender_id <> s.im_account_id and m.is_unreadable and ${visibleCondition(db)})`
