// SQL of two accounts that ring at each other at the same moment.
import type { Tx } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'

/** Commands that begin a call between these two accounts run one after the other until the transaction ends. */
export async function lockAccountPair(tx: Tx, imIds: readonly [number, number]): Promise<void> {
  const [low, high] = imIds.toSorted((a, b) => a - b)
  await tx`select pg_advisory_xact_lock(hashtextextended(${`call of ${low} and ${high}`}, 0))`
}

export type RingRef = { channelId: number; requestId: string }
type RingQuery = { fromId: number; toId: number; deviceId: string; after: number }

/**
 * The oldest ring of one account at another that waits for an answer, in a channel of the caller. Without one, a ring
 * that this device has accepted. Both were made after this time.
 */
export const selectRing = (tx: Tx, { fromId, toId, deviceId, after }: RingQuery): Promise<RingRef | null> =>
  firstRow(tx<RingRef[]>`
    select i.channel_id as "channelId", i.request_id as "requestId"
    from im_signal_invite i join im_signal_channel c on c.id = i.channel_id
    where i.to_id = ${toId} and i.from_id = ${fromId} and c.creator_id = ${fromId} and not c.is_closed
      and i.create_time > ${after}
      and (i.state = 'pending' or (i.state = 'accepted' and i.device_id = ${deviceId}))
    order by i.state = 'pending' desc, i.create_time, i.channel_id limit 1`)
