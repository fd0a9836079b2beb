// Teams from the view of a member. One statement reads team, conversation and membership, so that they are one
// snapshot.
import {
  type OwnTeamMembership,
  type Team,
  type TeamMember,
  beInviteModes,
  joinModes,
  memberRoles,
  muteTypes,
  rightModes,
  teamLimits,
  teamTypes,
} from '@xinqiao/contract/im/team/team-model.ts'
import type { TeamState } from '@xinqiao/contract/im/team/team.ts'
import type { BodyCipher } from '../../../kit/chat/bodies.ts'
import type { MessageRow } from '../message-columns.ts'
import { presentMessage } from '../present-message.ts'
import type { TeamStateRow } from './team-state-store.ts'
import type { TeamMemberRow, UnlockedTeamRow } from './team-store.ts'

const nameOfCode = <Names extends string>(names: Readonly<Record<Names, number>>, code: number): Names =>
  (Object.keys(names) as Names[]).find((name) => names[name] === code)!

export const presentTeam = (row: UnlockedTeamRow): Team => ({
  teamId: `${row.id}`,
  scene: row.scene,
  type: nameOfCode(teamTypes, row.type),
  name: row.name,
  avatar: row.avatar,
  intro: row.intro,
  announcement: row.announcement,
  custom: row.custom,
  owner: row.owner,
  level: teamLimits.members[row.scene],
  valid: row.is_valid,
  memberNum: row.member_count,
  memberUpdateTime: row.member_update_time,
  createTime: row.create_time,
  updateTime: row.update_time,
  muteType: nameOfCode(muteTypes, row.mute_type),
  joinMode: nameOfCode(joinModes, row.join_mode),
  beInviteMode: nameOfCode(beInviteModes, row.be_invite_mode),
  inviteMode: nameOfCode(rightModes, row.invite_mode),
  updateTeamMode: nameOfCode(rightModes, row.update_mode),
  updateCustomMode: nameOfCode(rightModes, row.update_custom_mode),
  ...(row.is_managed && { isManaged: true }),
})

/** The team without the texts that its members wrote for each other. */
export const presentTeamToOutsider = (row: UnlockedTeamRow): Team => ({
  ...presentTeam(row),
  announcement: '',
  custom: '',
})

export const presentOwn = (row: TeamMemberRow): OwnTeamMembership => ({
  version: row.version,
  joinSeq: row.join_seq,
  joinTime: row.join_time,
  type: nameOfCode(memberRoles, row.role),
  ack: row.ack,
  ackReadable: row.ack_readable,
  ackOwnReadable: row.ack_own_readable,
  clearTime: row.cleared_time,
  clearSeq: Math.max(row.cleared_seq, row.join_seq),
  hiddenTimes: row.hidden_times,
  nickInTeam: row.nick,
  custom: row.custom,
  muteNotiType: row.notify_type,
  followAccountIds: row.followed,
  deletedSeq: row.deleted_seq,
  ext: row.ext,
  ...(row.staff_mute_reason !== null && { muteReason: row.staff_mute_reason }),
})

export type NamedTeamMemberRow = TeamMemberRow & { accid: string; inviter: string | null }
export const presentMember = (row: NamedTeamMemberRow): TeamMember => ({
  teamId: `${row.team_id}`,
  account: row.accid,
  type: nameOfCode(memberRoles, row.role),
  nickInTeam: row.nick,
  custom: row.custom,
  mute: row.is_muted,
  joinTime: row.join_time,
  updateTime: row.update_time,
  invitorAccid: row.inviter ?? '',
  ...(row.staff_mute_reason !== null && { isMutedByStaff: true }),
})

function lastMessageOf(row: TeamStateRow): MessageRow | null {
  if (row.m_id === null) return null
  return {
    id: row.m_id,
    conversation_id: row.m_conversation_id!,
    seq: row.m_seq!,
    sender_id: row.m_sender_id!,
    id_client: row.m_id_client!,
    body: row.m_body!,
    client_type: row.m_client_type!,
    device_id: row.m_device_id!,
    time: row.m_time!,
    modified_time: row.m_modified_time,
    readable: row.m_readable,
    sender_readable: row.m_sender_readable,
    from_accid: row.m_from_accid!,
    to_accid: `${row.id}`,
    scene: row.scene,
    sealed_key: row.sealed_key,
    erased_seq: row.erased_seq,
  }
}

export function presentTeamState(row: TeamStateRow, bodies: BodyCipher): TeamState {
  const last = lastMessageOf(row)
  return {
    team: presentTeam(row),
    version: row.version,
    lastSeq: row.last_seq,
    lastTime: row.last_time,
    lastReadable: row.last_readable,
    ownReadable: row.own_state.own_readable,
    own: presentOwn(row.own_state),
    lastMsg: last && presentMessage(last, bodies),
    recalledTimes: row.recalled_times,
  }
}
