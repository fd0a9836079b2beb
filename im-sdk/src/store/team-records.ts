// Records of teams on this device: how two records of one team become one, and the session that follows from a record.
// Every part only moves forward, so the order of arrival does not matter (decision 017).
import type { SessionState } from '@xinqiao/contract/im/messages/msg.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { teamLimits, type OwnTeamMembership } from '@xinqiao/contract/im/team/team-model.ts'
import type { Store, TeamRecord } from './store.ts'

/** Records of earlier versions of the SDK lack these lists. */
const listRemovedTimes = ({ own, recalledTimes = [] }: TeamRecord): number[] =>
  [...new Set([...recalledTimes, ...((own as Partial<OwnTeamMembership>).hiddenTimes ?? [])])].filter(
    (time) => time > own.ack,
  )

function countUnreadOfTeam(record: TeamRecord): number {
  const { lastReadable, ownReadable, own } = record
  const unread = lastReadable - own.ackReadable - (ownReadable - own.ackOwnReadable) - listRemovedTimes(record).length
  return Math.min(Math.max(unread, 0), teamLimits.unread)
}

/** The session of a team, derived from the counts; it is not stored. */
export const createTeamSession = (record: TeamRecord): SessionState => ({
  scene: record.team.scene,
  to: record.team.teamId,
  version: record.version,
  unread: countUnreadOfTeam(record),
  ack: record.own.ack,
  msgReceiptTime: 0,
  lastSeq: record.lastSeq,
  updateTime: Math.max(record.lastTime, record.team.createTime),
  // records of the former version lack both fields
  isDeleted: record.lastSeq <= ((record.own as Partial<OwnTeamMembership>).deletedSeq ?? 0),
  clearTime: record.own.clearTime,
  ext: (record.own as Partial<OwnTeamMembership>).ext ?? '',
})

/** Takes the higher version of each part, and the higher counts. */
export function mergeRecords(old: TeamRecord, next: TeamRecord): TeamRecord {
  const info = next.infoVersion >= old.infoVersion ? next : old
  const own = next.own.version >= old.own.version ? next.own : old.own
  return {
    team: info.team,
    infoVersion: info.infoVersion,
    own,
    recalledTimes: [...new Set([...(old.recalledTimes ?? []), ...(next.recalledTimes ?? [])])].filter(
      (time) => time > own.ack,
    ),
    version: Math.max(old.version, next.version),
    lastSeq: Math.max(old.lastSeq, next.lastSeq),
    lastTime: Math.max(old.lastTime, next.lastTime),
    lastReadable: Math.max(old.lastReadable, next.lastReadable),
    ownReadable: Math.max(old.ownReadable, next.ownReadable),
    mark: next.mark.version >= old.mark.version ? next.mark : old.mark,
  }
}

/** False for a message of a team that the account is not in, or of the time before it joined. */
export const isReadable = ({ teams }: Pick<Store, 'teams'>, sessionId: string, { scene, seq }: WireMessage): boolean =>
  scene === 'p2p' || seq > (teams.get(sessionId)?.own.joinSeq ?? Infinity)
