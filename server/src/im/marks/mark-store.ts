// SQL that adds and removes comments and pins.
import { markLimits } from '@xinqiao/contract/im/messages/message-marks.ts'
import type { Rows } from '../../../db/rows.ts'
import type { Db, Tx } from '../../kit/db/db.ts'
import { firstRow, readCount } from '../../kit/db/results.ts'
import type { PinRow } from './message-store.ts'

const nowOf = (db: Db) => db`(extract(epoch from clock_timestamp()) * 1000)::bigint`

type QuickCommentRow = Rows['im_quick_comment']
export type CommentKey = Pick<QuickCommentRow, 'message_id' | 'im_account_id' | 'body'>

export const selectComment = (db: Db, { message_id, im_account_id, body }: CommentKey) =>
  firstRow(db<QuickCommentRow[]>`
    select * from im_quick_comment
    where message_id = ${message_id} and im_account_id = ${im_account_id} and body = ${body}`)

/** @returns null when the comment exists, or when the message has as many as allowed */
export const insertComment = (tx: Tx, { message_id, im_account_id, body }: CommentKey, custom: string) =>
  firstRow(tx<QuickCommentRow[]>`
    insert into im_quick_comment (message_id, im_account_id, body, custom, time)
    select ${message_id}, ${im_account_id}, ${body}, ${custom}, ${nowOf(tx)}
    where (select count(*) from im_quick_comment where message_id = ${message_id}) < ${markLimits.commentsOfAll}
      and (select count(*) from im_quick_comment
        where message_id = ${message_id} and im_account_id = ${im_account_id}) < ${markLimits.commentsOfOne}
    on conflict do nothing returning *`)

export const deleteComment = (tx: Tx, { message_id, im_account_id, body }: CommentKey) =>
  firstRow(tx<QuickCommentRow[]>`
    delete from im_quick_comment
    where message_id = ${message_id} and im_account_id = ${im_account_id} and body = ${body} returning *`)

export const selectPin = (db: Db, messageId: number) =>
  firstRow(db<PinRow[]>`
    select n.*, a.accid as pinned_by from im_message_pin n join im_account a on a.id = n.im_account_id
    where n.message_id = ${messageId}`)

/** Locks the number of pins of a conversation until the transaction ends. Call it after all other locks. */
export async function lockPinCount(tx: Tx, conversationId: number): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`pins of ${conversationId}`}, 0))`
}

export const countPins = (db: Db, conversationId: number) =>
  readCount(db<{ count: number }[]>`select count(*) from im_message_pin where conversation_id = ${conversationId}`)

type NewPin = Pick<PinRow, 'message_id' | 'conversation_id' | 'im_account_id' | 'custom'>

export async function insertPin(tx: Tx, pin: NewPin): Promise<void> {
  await tx`
    insert into im_message_pin (message_id, conversation_id, im_account_id, custom, create_time, update_time)
    values (${pin.message_id}, ${pin.conversation_id}, ${pin.im_account_id}, ${pin.custom}, ${nowOf(tx)}, ${nowOf(tx)})
    on conflict do nothing`
}

export async function updatePin(tx: Tx, messageId: number, custom: string): Promise<void> {
  await tx`
    update im_message_pin set custom = ${custom}, update_time = greatest(update_time + 1, ${nowOf(tx)})
    where message_id = ${messageId}`
}

/** @returns false when someone else has removed it */
export async function deletePin(tx: Tx, messageId: number): Promise<boolean> {
  const result = await tx`delete from im_message_pin where message_id = ${messageId}`
  return result.count === 1
}
