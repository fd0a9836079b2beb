// SQL of erasing conversations, and one person's messages in teams.
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'
import { joinTarget } from '../../conversations/addresses.ts'
import { writtenCondition } from '../../conversations/visibility.ts'

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
    select c.id, c.last_seq, c.last_time, c.erased_seq, coalesce(peer.nickname, nullif(other.nick, '')) as peer_name,
      peer.username as peer_username
    from im_account me join im_session s on s.im_account_id = me.id join im_conversation c on c.id = s.conversation_id
    ${joinTarget(db, db`me.id`)}
    left join account peer on peer.id = p.account_id left join im_user other on other.im_account_id = p.id
    where me.account_id = ${accountId} order by c.last_time desc limit ${limit}`

/** Ends files that no message grants any more at once, also for the account that uploaded them. */
export async function markUngrantedFilesExpired(tx: Tx, fileIds: readonly number[]): Promise<void> {
  await tx`
    update im_file f set expires_at = now() where id = any(${fileIds as number[]}::bigint[])
      and not exists (select from im_file_share s where s.file_id = f.id)
      and not exists (select from im_team_file g where g.file_id = f.id)`
}

/** Revokes the files that these messages granted. Files that no other message grants expire. */
export async function deleteFileSharesOfConversation(tx: Tx, conversationId: number): Promise<void> {
  const endedShares = await tx<{ file_id: number }[]>`
    delete from im_file_share s using im_message m
    where m.conversation_id = ${conversationId} and s.sender_id = m.sender_id and s.id_client = m.id_client
    returning s.file_id`
  await markUngrantedFilesExpired(tx, [...new Set(endedShares.map((row) => row.file_id))])
}

/** Deletes the comments and pins of all its messages, whose texts are not sealed with its key. */
export async function deleteMarksOfConversation(tx: Tx, conversationId: number): Promise<void> {
  await tx`
    delete from im_quick_comment q using im_message m
    where m.conversation_id = ${conversationId} and q.message_id = m.id`
  await tx`delete from im_message_pin where conversation_id = ${conversationId}`
}

/** Deletes comments and pins of one account on messages of a conversation. */
export async function deleteMarksOf(tx: Tx, imId: number, conversationId: number): Promise<void> {
  await tx`
    delete from im_quick_comment q using im_message m
    where m.conversation_id = ${conversationId} and q.message_id = m.id and q.im_account_id = ${imId}`
  await tx`delete from im_message_pin where conversation_id = ${conversationId} and im_account_id = ${imId}`
}

type GroupOfAccount = {
  team_id: number
  team_name: string
  nick: string
  is_member: boolean
  messages: number
}

/** Teams in which the account is or was a member, the latest membership first. */
export const selectTeamsOf = (db: Db, accountId: number, limit: number) =>
  db<GroupOfAccount[]>`
    select t.id as team_id, t.name as team_name, s.nick, s.is_valid and t.is_valid as is_member,
      (select count(*) from im_message m
        where m.sender_id = me.id and m.conversation_id = t.conversation_id and ${writtenCondition(db)}
          and length(m.body) > 0) as messages
    from im_account me join im_team_member s on s.im_account_id = me.id join im_team t on t.id = s.team_id
    where me.account_id = ${accountId} order by s.join_time desc limit ${limit}`

export const selectTeamOf = (db: Db, accountId: number, teamId: number) =>
  firstRow(db<{ im_id: number }[]>`
    select me.id as im_id from im_account me join im_team_member m on m.im_account_id = me.id
    where me.account_id = ${accountId} and m.team_id = ${teamId}`)

/** The account's messages, without notifications. A message without content is empty, as after a recall. */
export const selectMessagesOf = (db: Db, imId: number, conversationId: number) =>
  db<{ id: number; is_empty: boolean }[]>`
    select m.id, length(m.body) = 0 as is_empty from im_message m
    where m.sender_id = ${imId} and m.conversation_id = ${conversationId} and ${writtenCondition(db)}`

/** Notifications are not counted. */
export async function hasReadableMessage(db: Db, conversationId: number, id: number): Promise<boolean> {
  const rows = await db`
    select 1 from im_message m
    where m.id = ${id} and m.conversation_id = ${conversationId} and ${writtenCondition(db)} and length(m.body) > 0`
  return rows.length > 0
}

export async function selectMessageIds(db: Db, conversationId: number): Promise<number[]> {
  const rows = await db<{ id: number }[]>`select id from im_message where conversation_id = ${conversationId}`
  return rows.map(({ id }) => id)
}

export async function clearTeamTexts(tx: Tx, teamId: number): Promise<void> {
  await tx`update im_team set intro = '', announcement = '', custom = '', version = version + 1 where id = ${teamId}`
  await tx`update im_team_change set ps = '', attach = '' where team_id = ${teamId}`
}

/** Clears the team nicknames of present and former members. */
export async function clearNicks(tx: Tx, teamId: number): Promise<void> {
  await tx`update im_team_member set nick = '', version = version + 1 where team_id = ${teamId} and nick <> ''`
}
