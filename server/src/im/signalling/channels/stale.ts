// Ends calls without an end: channels that have expired, and members whose device has been away too long, also when its
// node has died.
import { signallingLimits } from '@xinqiao/contract/im/signalling/signalling-model.ts'
import { dayMs } from '@xinqiao/contract/time.ts'
import { chatPushes } from '../../../kit/bus/topic.ts'
import type { DeliverPush } from '../../../kit/chat/im-ctx.ts'
import { inTransaction, type Kit, type TransactionScope } from '../../../kit/ctx.ts'
import type { Db } from '../../../kit/db/db.ts'
import { selectHistory } from '../../../kit/generation-store.ts'
import { closeExpired, leaveChannel, type ChannelScope } from './channel.ts'
import { deleteOldCalls } from '../records/call-store.ts'
import { recordLoss } from '../calls/calls.ts'
import * as absences from '../records/absence-store.ts'
import * as store from '../records/store.ts'

/** Pages report each half minute, also after some minutes without the server. */
const absence = {
  absentMs: signallingLimits.absentSeconds * 1000,
  // a reload of the page takes less
  ringAbsentMs: 5_000,
  reportMs: 75_000,
  ringMs: (signallingLimits.inviteSeconds + 30) * 1000,
  silentMs: 5 * 60_000,
}
const ending = { attachExt: '', offlineEnabled: false, isForgotten: true }

/** Delivers the pushes of jobs, which have no connection. */
export async function createBusDelivery({ bus }: Pick<Kit, 'bus'>, db: Db): Promise<DeliverPush> {
  const { generation } = await selectHistory(db)
  return (imId, name, data) => chatPushes.publish(bus, { imId, name, data, generation })
}

async function endStaleChannel({ kit, tx, afterCommit }: TransactionScope, id: number): Promise<void> {
  const channel = await store.lockUnclosedChannel(tx, id)
  if (!channel) return
  const deliver = await createBusDelivery(kit, tx)
  const members = [...(await store.selectMembers(tx, [id]))]
  const creator = { imId: channel.creator_id, accid: channel.creator }
  const scope: ChannelScope = { tx, afterCommit, channel, members, from: creator, secrets: kit.secrets, deliver }
  if (channel.expire_time <= channel.now || (await absences.isAbandonedChannel(tx, id, absence)))
    return closeExpired(scope)
  const absentIds = new Set(await absences.selectAbsentIds(tx, id, absence))
  for (const { im_account_id: imId, accid } of members.filter((member) => absentIds.has(member.im_account_id))) {
    // oxlint-disable no-await-in-loop -- each leaving changes the members who are informed
    await recordLoss(tx, channel, imId)
    await leaveChannel({ ...scope, from: { imId, accid } }, ending)
    // oxlint-enable no-await-in-loop
  }
}

export async function endStaleChannels(kit: Kit): Promise<void> {
  await absences.updateAbsences(kit.sql)
  for (const id of await absences.selectStaleIds(kit.sql, absence)) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction after the other
    await inTransaction(kit, (scope) => endStaleChannel(scope, id)).catch((error: unknown) =>
      kit.log.error({ err: error }, 'a stale call was not ended'),
    )
  }
}

const keptMs = 7 * dayMs
/** Records serve complaints about a consultation, which come within a year. */
const recordMs = 365 * dayMs

export async function deleteOldCallRecords({ sql }: Pick<Kit, 'sql'>): Promise<void> {
  await store.deleteOldChannelEvents(sql, keptMs)
  await deleteOldCalls(sql, recordMs)
}
