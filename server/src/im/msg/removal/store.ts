// SQL that removes messages or lists the removed ones.
import type { Rows } from '../../../../db/rows.ts'
import type { ChangeKey } from '../../../kit/chat/im-ctx.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { joinMessageAddress, messageAddressColumns } from '../../conversations/addresses.ts'
import type { MessageRow } from '../../conversations/message-columns.ts'
import type { RecallQuery } from '../../conversations/teams/team-change-store.ts'
import { unreadCount } from '../../conversations/visibility.ts'

export type RemovalTarget = Pick<
  Rows['im_message'],
  'id' | 'conversation_id' | 'seq' | 'sender_id' | 'time' | 'type' | 'is_unreadable'
> & {
  /** True when the content is destroyed, as after a recall. */
  is_empty: boolean
  is_recalled: boolean | null
}

/** Messages of this conversation with these ids, and whether this account has already hidden them. */
export const selectRemovalTargets = (db: Db, imId: number, conversationId: number, ids: readonly number[]) =>
  db<RemovalTarget[]>`
    select m.id, m.conversation_id, m.seq, m.sender_id, m.time, m.type, m.is_unreadable, length(m.body) = 0 as is_empty,
      h.is_recalled
    from im_message m left join im_message_hidden h on h.message_id = m.id and h.im_account_id = ${imId}
    where m.conversation_id = ${conversationId} and m.id = any(${ids as number[]}::bigint[])`

/**
 * Makes the messages unreadable, also in copies of the rows, and removes them from the unread counts of p2p. In a team
 * they stay in the running counts, and `im_team_change` lists them.
 */
export async function deleteBodies(tx: Tx, messageIds: readonly number[], isInTeam = false): Promise<void> {
  await tx`
    update im_message set body = '', is_unreadable = is_unreadable and ${isInTeam}
    where id = any(${messageIds as number[]}::bigint[])`
}

/** Deletes the comments and the pins of messages. */
export async function deleteMarks(tx: Tx, messageIds: readonly number[]): Promise<void> {
  await tx`delete from im_quick_comment where message_id = any(${messageIds as number[]}::bigint[])`
  await tx`delete from im_message_pin where message_id = any(${messageIds as number[]}::bigint[])`
}

/**
 * Revokes the files that these messages granted, unless another message granted them, too.
 * @returns the ids of the files
 */
export async function deleteFileShares(tx: Tx, messageIds: readonly number[]): Promise<number[]> {
  const privateShares = await tx<{ file_id: number }[]>`
    delete from im_file_share s using im_message m
    where m.id = any(${messageIds as number[]}::bigint[]) and s.sender_id = m.sender_id and s.id_client = m.id_client
    returning s.file_id`
  const teamShares = await tx<{ file_id: number }[]>`
    delete from im_team_file s using im_message m
    where m.id = any(${messageIds as number[]}::bigint[]) and s.sender_id = m.sender_id and s.id_client = m.id_client
    returning s.file_id`
  return [...privateShares, ...teamShares].map((row) => row.file_id)
}

export type NewHiddenMessages = {
  imIds: readonly number[]
  messageIds: readonly number[]
  isRecalled: boolean
  now: number
  ps: string
  attach: string
}

/** A recall overrides a one-sided deletion, never the reverse. */
export async function upsertHiddenMessages(tx: Tx, hiding: NewHiddenMessages): Promise<void> {
  const { imIds, messageIds, isRecalled, now, ps, attach } = hiding
  await tx`
    insert into im_message_hidden (im_account_id, message_id, is_recalled, time, ps, attach)
    select a, m, ${isRecalled}, ${now}, ${ps}, ${attach}
    from unnest(${imIds as number[]}::bigint[]) a, unnest(${messageIds as number[]}::bigint[]) m
    on conflict (im_account_id, message_id) do update
    set is_recalled = true, time = excluded.time, ps = excluded.ps, attach = excluded.attach
    where excluded.is_recalled and not im_message_hidden.is_recalled`
}

export async function updateUnread(tx: Tx, imId: number, conversationId: number, version: number): Promise<void> {
  await tx`
    update im_session s set version = ${version}, unread = ${unreadCount(tx, null)}
    where s.im_account_id = ${imId} and s.conversation_id = ${conversationId}`
}

export async function markSessionCleared(tx: Tx, imId: number, conversationId: number, version: number): Promise<void> {
  await tx`
    update im_session s
    set version = ${version}, unread = 0, ack = greatest(ack, c.last_time), cleared_time = c.last_time
    from im_conversation c
    where c.id = s.conversation_id and s.im_account_id = ${imId} and s.conversation_id = ${conversationId}`
}

export type RemovedMessageRow = Pick<
  MessageRow,
  'id' | 'seq' | 'id_client' | 'time' | 'scene' | 'from_accid' | 'to_accid'
> &
  Pick<Rows['im_message_hidden'], 'im_account_id' | 'is_recalled' | 'ps' | 'attach'> & { gone_time: number }

/** Recalled messages of this conversation that the account saw, latest first. */
export const selectRecalls = (
  db: Db,
  { imId, conversationId }: { imId: number; conversationId: number },
  { after, before, limit }: RecallQuery,
) =>
  db<RemovedMessageRow[]>`
    select h.im_account_id, h.is_recalled, h.ps, h.attach, h.time as gone_time, m.id, m.seq, m.id_client, m.time,
      ${messageAddressColumns(db)}
    from im_session s join im_message m on m.conversation_id = s.conversation_id
    join im_message_hidden h on h.im_account_id = s.im_account_id and h.message_id = m.id and h.is_recalled
    join im_conversation c on c.id = m.conversation_id ${joinMessageAddress(db)}
    where s.im_account_id = ${imId} and s.conversation_id = ${conversationId}
      and m.time > greatest(s.cleared_time, ${after}::bigint) ${before > 0 ? db`and m.time < ${before}` : db``}
    order by m.time desc limit ${limit}`

export const selectRemovedMessages = (db: Db, changeKeys: readonly ChangeKey[]) =>
  db<RemovedMessageRow[]>`
    select h.im_account_id, h.is_recalled, h.ps, h.attach, h.time as gone_time, m.id, m.seq, m.id_client, m.time,
      ${messageAddressColumns(db)}
    from unnest(${changeKeys.map(({ imId }) => imId)}::bigint[], ${changeKeys.map(({ key }) => Number(key))}::bigint[])
      as w(im_id, message_id)
    join im_message_hidden h on h.im_account_id = w.im_id and h.message_id = w.message_id
    join im_message m on m.id = w.message_id
    join im_conversation c on c.id = m.conversation_id ${joinMessageAddress(db)}`
