// Announces alerts before their message is stored or changed. If the node dies between the two, a job raises the alert.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { Kit } from '../../../kit/ctx.ts'
import type { Db, Sql } from '../../../kit/db/db.ts'
import { raiseAlert } from './raise.ts'

export type PendingAlert = {
  imId: number
  /** The client id of a new message, or `edit` and the id of a changed one. */
  idClient: string
  to: string
  level: CrisisLevel
  /** The message that is being changed; absent for a new one. */
  messageId?: number | undefined
}

/** A running node raises its alerts within this time; a job raises those that are older. */
const lateSeconds = 20
/** A message that is not stored after this time was refused, or its sender disconnected. */
const forgottenMinutes = 10
const maxBatchSize = 200

/** Announces an alert and commits that, before the message is stored. */
export async function announceAlert(db: Db, pending: PendingAlert): Promise<void> {
  const { imId, idClient, to, level, messageId = null } = pending
  await db`
    insert into crisis_pending (sender_id, id_client, receiver, level, message_id)
    values (${imId}, ${idClient}, ${to}, ${level}, ${messageId})
    on conflict (sender_id, id_client) do update
    set level = excluded.level, receiver = excluded.receiver, message_id = excluded.message_id, created_at = now()`
}

export async function withdrawAnnouncement(db: Db, imId: number, idClient: string): Promise<void> {
  await db`delete from crisis_pending where sender_id = ${imId} and id_client = ${idClient}`
}

type PendingAlertRow = PendingAlert & { time: number }

/**
 * Call before a message is recalled or changed: an alert that is not raised yet would find no text to keep.
 * Raising one twice changes nothing.
 */
export async function raiseAnnouncedAlerts(sql: Sql, imId: number, messageId: number): Promise<void> {
  const rows = await sql<PendingAlertRow[]>`
    select p.sender_id as "imId", p.id_client as "idClient", p.receiver as "to", p.level, m.time
    from im_message m join crisis_pending p on p.sender_id = m.sender_id
      and (p.message_id = m.id or (p.message_id is null and p.id_client = m.id_client))
    where m.id = ${messageId} and m.sender_id = ${imId}`
  for (const alert of rows) await raiseAlert(sql, alert)
}

/** The stored message of announcement `p`. A change counts even if it was not stored, because its text was written. */
const storedMessage = (db: Db) => db`
  select time from im_message where sender_id = p.sender_id and id_client = p.id_client and p.message_id is null
  union all select time from im_message where id = p.message_id and sender_id = p.sender_id`

/**
 * Job. Raises alerts whose node died before it could. Repeating it changes nothing. Senders take turns, so that one
 * of them cannot fill the batch.
 */
export async function raiseLateAlerts({ sql }: Pick<Kit, 'sql'>): Promise<void> {
  const rows = await sql<PendingAlertRow[]>`
    select "imId", "idClient", "to", level, time from (
      select p.sender_id as "imId", p.id_client as "idClient", p.receiver as "to", p.level, m.time, p.created_at,
        row_number() over (partition by p.sender_id order by p.created_at) as turn
      from crisis_pending p cross join lateral (${storedMessage(sql)}) m
      where p.created_at < now() - make_interval(secs => ${lateSeconds})) late
    order by turn, created_at limit ${maxBatchSize}`
  for (const alert of rows) {
    await raiseAlert(sql, alert)
    await withdrawAnnouncement(sql, alert.imId, alert.idClient)
  }
  await sql`
    delete from crisis_pending p where created_at < now() - make_interval(mins => ${forgottenMinutes})
      and not exists (${storedMessage(sql)})`
}
