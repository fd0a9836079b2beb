// Recalled and edited messages of teams, for the devices that hold them.
import type { Change } from '@xinqiao/contract/im/accounts/changes.ts'
import type { RemovedMessage } from '@xinqiao/contract/im/messages/gone.ts'
import type { CommandOutput } from '@xinqiao/contract/im/index.ts'
import type { BodyCipher } from '../../../kit/chat/bodies.ts'
import type { Db } from '../../../kit/db/db.ts'
import { presentMessage } from '../present-message.ts'
import { presentRemovedMessage } from '../present-removed.ts'
import * as store from './team-change-store.ts'
import type { TeamSyncMark } from './team-state-store.ts'

/** Changes per team in the reply of a sync. With more, the device drops its messages of the team and starts anew. */
const maxChangesPerTeam = 500

const presentGone = (row: store.ChangedMessageRow): RemovedMessage => ({
  ...presentRemovedMessage(row, { isRecalled: true, goneTime: row.change_time }),
  ...(row.operator !== null && { operator: row.operator }),
  isReadable: row.is_unreadable,
})

export const presentTeamChange = (row: store.ChangedMessageRow, bodies: BodyCipher): Change => ({
  key: `${row.id}`,
  version: row.version,
  ...(row.is_recalled
    ? { kind: 'goneMsg', state: presentGone(row) }
    : { kind: 'modifiedMsg', state: presentMessage(row, bodies) }),
})

export const listTeamRecalls = async (
  db: Db,
  imId: number,
  teamId: number,
  period: store.RecallQuery,
): Promise<RemovedMessage[]> => (await store.selectTeamRecalls(db, imId, teamId, period)).map(presentGone)

/** Changes since these marks, in the order of their versions. Teams without one are left out. */
export async function listTeamChanges(
  db: Db,
  bodies: BodyCipher,
  imId: number,
  marks: readonly TeamSyncMark[],
): Promise<CommandOutput<'sync.sync'>['teamChanges']> {
  const rows = await store.selectTeamChanges(db, imId, marks, maxChangesPerTeam + 1)
  return [...Map.groupBy(rows, (row) => row.team_id)].map(([teamId, list]) => ({
    teamId: `${teamId}`,
    isIncomplete: list.length > maxChangesPerTeam,
    changes: list.slice(-maxChangesPerTeam).map((row) => presentTeamChange(row, bodies)),
  }))
}
