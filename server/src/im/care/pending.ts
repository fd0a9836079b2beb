// Alerts announced before their message is stored. If the node dies between the two, a job raises the alert.
import type { CrisisLevel } from '@xinqiao/contract/care.ts'
import type { Kit } from '../../kit/ctx.ts'
import type { Db } from '../../kit/db/db.ts'
import { raiseAlert } from './store.ts'

export type PendingAlert = { imId: number; idClient: string; to: string; level: CrisisLevel }

/** A node that still works raises its own alerts within this time. */
const lateSeconds = 20
/** A message that is not stored after this time was refused, or its sender went away. */
const forgottenMinutes = 10
const maxBatchSize = 200

/** Durable before the message is stored. */
export async function announceAlert(db: Db, { imId, idClient, to, level }: PendingAlert): Promise<void> {
  await db`
    insert into crisis_pending (sender_id, id_client, receiver, level) values (${imId}, ${idClient}, ${to}, ${level})
    on conflict (sender_id, id_client) do update
    set level = excluded.level, receiver = excluded.receiver, created_at = now()`
}

export async function dropAnnouncement(db: Db, imId: number, idClient: string): Promise<void> {
  await db`delete from crisis_pending where sender_id = ${imId} and id_client = ${idClient}`
}

type LateRow = PendingAlert & { time: number }

/** Raises the alerts of stored messages whose node died; raising one twice changes nothing. */
export async function raiseLateAlerts({ sql }: Pick<Kit, 'sql'>): Promise<void> {
  const rows = await sql<LateRow[]>`
    select p.sender_id as "imId", p.id_client as "idClient", p.receiver as to, p.level, m.time
    from crisis_pending p join im_message m on m.sender_id = p.sender_id and m.id_client = p.id_client
    where p.created_at < now() - make_interval(secs => ${lateSeconds})
    order by p.created_at limit ${maxBatchSize}`
  for (const alert of rows) {
    await raiseAlert(sql, alert)
    await dropAnnouncement(sql, alert.imId, alert.idClient)
  }
  await sql`
    delete from crisis_pending p where created_at < now() - make_interval(mins => ${forgottenMinutes})
      and not exists (select from im_message m where m.sender_id = p.sender_id and m.id_client = p.id_client)`
}
