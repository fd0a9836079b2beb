// SQL of bulletins, and of the delivery log for staff.
import type { DeliveryState, NoticeKind, OutsideChannel } from '@xinqiao/contract/notices.ts'
import type { Rows } from '../../../db/rows.ts'
import type { Db, Tx } from '../../kit/db/db.ts'
import type { PageLimits } from '../../kit/db/lists.ts'
import { readPage } from '../../kit/db/results.ts'

export type StaffBulletinRow = Rows['bulletin'] & { author: string | null; readers: number }

export function selectBulletins(db: Db, { limit, offset }: PageLimits) {
  return readPage(
    db<StaffBulletinRow[]>`
      select b.*, author.nickname as author, (
        select count(*) from message m where m.bulletin_id = b.id and m.read_at is not null) as readers
      from bulletin b left join account author on author.id = b.author_id
      order by b.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from bulletin`,
  )
}

type NewBulletin = Pick<Rows['bulletin'], 'title' | 'content' | 'audience' | 'author_id'>

export async function insertBulletin(tx: Tx, values: NewBulletin): Promise<number> {
  const [row] = await tx<{ id: number }[]>`insert into bulletin ${tx(values)} returning id`
  return row!.id
}

export async function updateRecipientCount(tx: Tx, id: number, recipients: number): Promise<void> {
  await tx`update bulletin set recipients = ${recipients} where id = ${id}`
}

/** Withdraws a bulletin and deletes its messages, because their links would be broken. */
export async function markBulletinWithdrawn(tx: Tx, id: number): Promise<boolean> {
  const result = await tx`update bulletin set withdrawn_at = now() where id = ${id} and withdrawn_at is null`
  await tx`delete from message where bulletin_id = ${id}`
  return result.count === 1
}

export type DeliveryLogRow = Omit<Rows['delivery'], 'kind' | 'channel' | 'state'> & {
  kind: NoticeKind
  channel: OutsideChannel
  state: DeliveryState
  /** Name of the account; null for an SMS to a person without one. */
  username: string | null
}

export function selectDeliveries(db: Db, state: DeliveryState | undefined, { limit, offset }: PageLimits) {
  const where = state === undefined ? db`` : db`where d.state = ${state}`
  return readPage(
    db<DeliveryLogRow[]>`
      select d.*, account.username from delivery d left join account on account.id = d.account_id ${where}
      order by d.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from delivery d ${where}`,
  )
}
