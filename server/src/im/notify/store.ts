// SQL of system messages.
import type { SystemMessageType } from '@xinqiao/contract/im/accounts/notify.ts'
import { dayMs } from '@xinqiao/contract/time.ts'
import type { Rows } from '../../../db/rows.ts'
import { valuesWithId, type Db, type Tx } from '../../kit/db/db.ts'

export type SystemMessageRow = Rows['im_system_message'] & { from_accid: string; to_accid: string }
export type NewSystemMessage = Pick<
  Rows['im_system_message'],
  'id' | 'im_account_id' | 'from_id' | 'type' | 'sealed' | 'time'
>

export async function insertSystemMessage(tx: Tx, row: NewSystemMessage): Promise<void> {
  await tx`insert into im_system_message ${valuesWithId(tx, row)}`
}

/** @returns the messages that became read */
export async function markSystemMessagesRead(tx: Tx, imId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    update im_system_message set is_read = true
    where im_account_id = ${imId} and id = any(${ids as number[]}::bigint[]) and not is_read returning id`
  return rows.map(({ id }) => id)
}

export type SystemRequestKey = { imId: number; fromId: number; id: number; type: SystemMessageType }

/**
 * Answers a pending request.
 * @returns false when there is none or it is already answered
 */
export async function updateRequestState(
  tx: Tx,
  { imId, fromId, id, type }: SystemRequestKey,
  state: 'passed' | 'rejected',
): Promise<boolean> {
  const result = await tx`
    update im_system_message set state = ${state}, is_read = true
    where id = ${id} and im_account_id = ${imId} and from_id = ${fromId} and type = ${type} and state = 'init'`
  return result.count === 1
}

export const selectSystemMessages = (db: Db, ids: readonly number[]) =>
  db<SystemMessageRow[]>`
    select s.*, f.accid as from_accid, t.accid as to_accid
    from im_system_message s join im_account f on f.id = s.from_id join im_account t on t.id = s.im_account_id
    where s.id = any(${ids as number[]}::bigint[])`

/** The friend notices from one account to another after this time. They are kept for a month only. */
export const selectFriendNotices = (db: Db, { imId, fromId, after }: { imId: number; fromId: number; after: number }) =>
  db<SystemMessageRow[]>`
    select s.*, f.accid as from_accid, t.accid as to_accid
    from im_system_message s join im_account f on f.id = s.from_id join im_account t on t.id = s.im_account_id
    where s.im_account_id = ${imId} and s.from_id = ${fromId} and s.type = 'friendRequest' and s.time > ${after}
    order by s.id desc limit 100`

/** The newest invitations to teams that the account has not answered. */
export const selectPendingInvitations = (db: Db, imId: number) =>
  db<SystemMessageRow[]>`
    select s.*, f.accid as from_accid, t.accid as to_accid
    from im_system_message s join im_account f on f.id = s.from_id join im_account t on t.id = s.im_account_id
    where s.im_account_id = ${imId} and s.type = 'teamInvite' and s.state = 'init'
    order by s.id desc limit 100`

/** Invitations to teams that one account sent to these after this time. */
export const selectInvitationsFrom = (
  db: Db,
  { fromId, imIds, after }: { fromId: number; imIds: readonly number[]; after: number },
) =>
  db<SystemMessageRow[]>`
    select s.*, f.accid as from_accid, t.accid as to_accid
    from im_system_message s join im_account f on f.id = s.from_id join im_account t on t.id = s.im_account_id
    where s.im_account_id = any(${imIds as number[]}::bigint[]) and s.from_id = ${fromId} and s.type = 'teamInvite'
      and s.time > ${after}
    order by s.id desc limit 1000`

/** Applications to teams that this account sent to these, and that wait for an answer. */
export const selectPendingApplications = (db: Db, fromId: number, imIds: readonly number[]) =>
  db<SystemMessageRow[]>`
    select s.*, f.accid as from_accid, t.accid as to_accid
    from im_system_message s join im_account f on f.id = s.from_id join im_account t on t.id = s.im_account_id
    where s.im_account_id = any(${imIds as number[]}::bigint[]) and s.from_id = ${fromId} and s.type = 'applyTeam'
      and s.state = 'init'`

/** @returns true when this account has blocked the other one */
export async function hasBlocked(db: Db, imId: number, peerId: number): Promise<boolean> {
  const [row] = await db`
    select 1 from im_relation where im_account_id = ${imId} and peer_id = ${peerId} and is_blacked`
  return row !== undefined
}

/** Deletes old system messages and their change-feed rows. A device that was offline longer does not receive them. */
export async function deleteOldSystemMessages(db: Db, days: number): Promise<number> {
  const result = await db`
    with old as (
      delete from im_system_message
      where time < (extract(epoch from now()) * 1000)::bigint - ${days * dayMs}::bigint
      returning id, im_account_id
    )
    delete from im_change c using old
    where c.im_account_id = old.im_account_id and c.kind = 'sysMsg' and c.key = old.id::text`
  return result.count
}
