// Presents peer groups to visitors, leaders and staff.
import type { PeerApplication, PeerGroupCard, PeerGroupLeader } from '@xinqiao/contract/http/peer-groups/peer-groups.ts'
import { detectCrisis } from '../../../crisis/detect.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import type { Secrets } from '../../../kit/auth/secrets.ts'
import type { Db } from '../../../kit/db/db.ts'
import { chinaDay, formatTime } from '../../../kit/time.ts'
import * as store from '../records/group-store.ts'

/** The name that everyone sees; never the one for signing in. */
export const nameOfLeader = ({ counsellor_name, nickname }: store.LeaderRow): string =>
  counsellor_name || nickname || '带领者'

export const presentLeader = (row: store.LeaderRow): PeerGroupLeader => ({
  name: nameOfLeader(row),
  title: row.professional_title,
  photo: row.avatar,
  counsellor: row.counsellor_id === null ? null : { id: row.counsellor_id, userId: row.account_id },
})

type Group = Awaited<ReturnType<typeof store.selectPublicGroups>>['rows'][number]

export const isLeaderOf = (group: Pick<Group, 'leader_id' | 'co_leader_id'>, accountId: number): boolean =>
  accountId !== 0 && [group.leader_id, group.co_leader_id].includes(accountId)

/** True after the last day of the group, in China. */
export const isPastEnd = ({ ends_on }: Pick<Group, 'ends_on'>): boolean =>
  ends_on !== null && ends_on < chinaDay(new Date())

export const placesLeftIn = ({ capacity, member_count }: Group): number => Math.max(0, capacity - member_count)

/** @param viewerId 0 for a visitor */
export async function presentGroups(db: Db, groups: readonly Group[], viewerId: number): Promise<PeerGroupCard[]> {
  const leaders = await store.selectLeaders(
    db,
    groups.map((group) => group.leader_id),
  )
  const leaderOf = new Map(leaders.map((row) => [row.account_id, row]))
  const groupIds = groups.map(({ id }) => id)
  const applications = viewerId === 0 ? [] : await store.selectOwnApplications(db, viewerId, groupIds)
  return groups.map((group) => {
    const own = applications.find((row) => row.group_id === group.id)
    const isLeader = group.state !== 'dissolved' && isLeaderOf(group, viewerId)
    const canChat = isLeader || own?.state === 'accepted'
    return {
      id: group.id,
      kind: group.kind,
      startsOn: group.starts_on ?? '',
      endsOn: group.ends_on ?? '',
      title: group.title,
      summary: group.summary,
      isOpen: group.state === 'open',
      isDissolved: group.state === 'dissolved',
      capacity: group.capacity,
      places: placesLeftIn(group),
      leader: presentLeader(leaderOf.get(group.leader_id)!),
      own: own
        ? { id: own.id, state: own.state, alias: own.alias, reason: own.reason, canReport: own.can_report }
        : null,
      isLeader,
      teamId: canChat && group.team_id !== null ? `${group.team_id}` : null,
    }
  })
}

const openNote = (secrets: Secrets, { id, note_sealed: sealed }: store.PeerApplicationRow): string =>
  secrets.open(sealed, sealBindings.peerApplicationNote(id))

/** True when the applicant may be in danger. */
export const soundsLikeDanger = (secrets: Secrets, row: store.PeerApplicationRow): boolean =>
  detectCrisis({ title: row.alias, text: openNote(secrets, row) }) !== null

export function presentApplication(secrets: Secrets, row: store.WaitingRow): PeerApplication {
  const { id, alias } = row
  const note = openNote(secrets, row)
  return {
    id,
    alias,
    note,
    createTime: formatTime(row.created_at),
    removedAlias: row.removed_nick ?? '',
    removedTime: row.removed_time === null ? null : formatTime(new Date(row.removed_time)),
    isInDanger: soundsLikeDanger(secrets, row),
  }
}
