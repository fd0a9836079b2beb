// SQL of edited messages.
import type { ChangeKey } from '../../../kit/chat/im-ctx.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'
import { joinMessageAddress } from '../../conversations/addresses.ts'
import { visibleCondition, writtenCondition } from '../../conversations/visibility.ts'
import { conversationColumns, messageColumns, type MessageRow } from '../../conversations/message-columns.ts'

/** The sender's own message in this conversation, unless it was removed. */
export const selectModifiableMessage = (db: Db, imId: number, conversationId: number, id: number) =>
  firstRow(db<MessageRow[]>`
    select ${messageColumns(db)}, ${conversationColumns(db)}
    from im_message m join im_conversation c on c.id = m.conversation_id ${joinMessageAddress(db)}
    join im_session s on s.conversation_id = c.id and s.im_account_id = ${imId}
    where m.id = ${id} and m.conversation_id = ${conversationId} and m.sender_id = ${imId} and ${visibleCondition(db)}
      and m.seq > c.erased_seq and length(m.body) > 0`)

/** The sender's own message in this team, unless it was removed. */
export const selectModifiableTeamMessage = (db: Db, imId: number, conversationId: number, id: number) =>
  firstRow(db<MessageRow[]>`
    select ${messageColumns(db)}, ${conversationColumns(db)}
    from im_message m join im_conversation c on c.id = m.conversation_id ${joinMessageAddress(db)}
    where m.id = ${id} and m.conversation_id = ${conversationId} and m.sender_id = ${imId}
      and ${writtenCondition(db)} and length(m.body) > 0 and not exists (
        select 1 from im_message_hidden h where h.im_account_id = ${imId} and h.message_id = m.id)`)

export async function updateBody(tx: Tx, id: number, body: Buffer, time: number): Promise<void> {
  await tx`update im_message set body = ${body}, modified_time = ${time} where id = ${id}`
}

/** Lists edited messages that the account can still see. */
export const selectModifiedMessages = (db: Db, changeKeys: readonly ChangeKey[]) =>
  db<(MessageRow & { im_account_id: number })[]>`
    select w.im_id as im_account_id, ${messageColumns(db)}, ${conversationColumns(db)}
    from unnest(${changeKeys.map(({ imId }) => imId)}::bigint[], ${changeKeys.map((change) => Number(change.key))}::bigint[])
      as w(im_id, message_id)
    join im_message m on m.id = w.message_id
    join im_conversation c on c.id = m.conversation_id ${joinMessageAddress(db)}
    join im_session s on s.conversation_id = c.id and s.im_account_id = w.im_id
    where ${visibleCondition(db)}`
