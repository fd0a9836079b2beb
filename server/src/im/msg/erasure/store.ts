// SQL of erasing conversations.
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'
import { joinTarget } from '../../conversations/addresses.ts'

export const selectAccount = (db: Db, username: string, phoneIndex: Uint8Array) =>
  firstRow(db<Pick<Rows['account'], 'id' | 'nickname'>[]>`
    select id, nickname from account where username_key = lower(${username}) or phone_index = ${phoneIndex} limit 1`)

export type ConversationOfAccount = Pick<Rows['im_conversation'], 'id' | 'last_seq' | 'last_time' | 'erased_seq'> & {
  peer_name: string | null
  peer_username: string | null
}

/** Conversations of the account, latest first. */
export const selectConversationsOf = (db: Db, accountId: number, limit: number) =>
  db<ConversationOfAccount[]>`
    select c.id, c.last_seq, c.last_time, c.erased_seq, peer.nickname as peer_name, peer.username as peer_username
    from im_account me join im_session s on s.im_account_id = me.id join im_conversation c on c.id = s.conversation_id
    ${joinTarget(db, db`me.id`)}
    left join account peer on peer.id = p.account_id
    where me.account_id = ${accountId} order by c.last_time desc limit ${limit}`

/** Revokes the files that these messages granted. Files that no other message grants expire. */
export async function deleteFileSharesOfConversation(tx: Tx, conversationId: number): Promise<void> {
  const endedShares = await tx<{ file_id: number }[]>`
    delete from im_file_share s using im_message m
    where m.conversation_id = ${conversationId} and s.sender_id = m.sender_id and s.id_client = m.id_client
    returning s.file_id`
  const ids = [...new Set(endedShares.map((row) => row.file_id))]
  await tx`
    update im_file f set expires_at = now() where id = any(${ids}::bigint[])
      and not exists (select from im_file_share s where s.file_id = f.id)
      and not exists (select from im_team_file g where g.file_id = f.id)`
}

/** Deletes the comments and pins of all its messages, whose texts are not sealed with its key. */
export async function deleteMarksOfConversation(tx: Tx, conversationId: number): Promise<void> {
  await tx`
    delete from im_quick_comment q using im_message m
    where m.conversation_id = ${conversationId} and q.message_id = m.id`
  await tx`delete from im_message_pin where conversation_id = ${conversationId}`
}
