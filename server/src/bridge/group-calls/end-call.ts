// The end of a group call: its record in the chat of the group, and the end of its room.
import { groupCallStatuses, type GroupCallEnding } from '@xinqiao/contract/group-calls.ts'
import { channelTypes } from '@xinqiao/contract/im/signalling/signalling-model.ts'
import { writeManagedCallRecord } from '../../im/chat.ts'
import { inTransaction, type Kit, type TransactionScope } from '../../kit/ctx.ts'
import * as store from './store.ts'

type CallForNotice = Pick<store.GroupCallRow, 'id' | 'team_id' | 'starter_id' | 'starter'>

/** Writes a message about the call, in the name of its starter. Who else took part stays unnamed. */
export async function writeCallNotice(
  scope: TransactionScope,
  { id, team_id: teamId, starter_id, starter }: CallForNotice,
  { status, seconds, people }: { status: number; seconds: number; people: number },
): Promise<void> {
  const durations = [{ accid: starter, duration: seconds }]
  const attach = { type: channelTypes.video, channelId: `${id}`, status, durations, people }
  await writeManagedCallRecord(scope, teamId, { sender: { id: starter_id, accid: starter }, attach })
}

/** Closes the room of a call at once if the media server can be reached; otherwise the job closes it later. */
export async function closeRoom({ media, log }: Pick<Kit, 'media' | 'log'>, callId: number): Promise<boolean> {
  try {
    await media?.close(`${callId}`)
    return true
  } catch (error) {
    log.warn({ err: error }, 'the room of a group call was not closed')
    return false
  }
}

/** Ends a call for all. Does nothing for one that has ended. */
export async function endCall(kit: Kit, callId: number, outcome: GroupCallEnding): Promise<void> {
  const hasEnded = await inTransaction(kit, async (scope) => {
    const call = await store.lockCall(scope.tx, callId)
    if (!call || call.end_time !== null) return false
    await store.updateCallEnded(scope.tx, callId, outcome)
    // a group that is over gets no record
    if (await store.hasGroup(scope.tx, call.team_id)) {
      const seconds = Math.max(1, Math.round((call.now - call.begin_time) / 1000))
      const people = await store.countPeople(scope.tx, callId)
      await writeCallNotice(scope, call, { status: groupCallStatuses.ended, seconds, people })
    }
    return true
  })
  if (hasEnded) await closeRoom(kit, callId)
}
