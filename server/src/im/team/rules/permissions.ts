// Permissions in a team (messaging.md 6), and the stored numbers of its named fields.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import {
  beInviteModes,
  joinModes,
  muteTypes,
  rightModes,
  teamTypes,
  type TeamFields,
  type TeamScene,
} from '@xinqiao/contract/im/team/team-model.ts'
import { isManager, isOwner, type LockedMembership } from '../../conversations/teams/locked-membership.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { isMutedMember } from '../../conversations/teams/team-mutes.ts'
import type { NewTeam } from '../records/store.ts'

/**
 * Checks an action that the mode of the team permits. In a normal team, which has no modes, every member may act.
 * @throws ImFailure 802
 */
export function expectPermission({ team, member }: LockedMembership, mode: number): void {
  const isOpen = team.type === teamTypes.normal || mode === rightModes.all
  if (!isOpen && !isManager(member)) throw imFail('notAllowedInTeam')
}

/**
 * The site admits and names the members of its own teams, and dismisses them. Their leaders only moderate.
 * @throws ImFailure 802
 */
export function expectUnmanagedTeam({ team }: Pick<LockedMembership, 'team'>): void {
  if (team.is_managed) throw imFail('notAllowedInTeam', '这个小组由协会管理，请联系协会修改')
}

const mutedMessage = '您在群里被禁言，暂时不能修改'

/**
 * A muted member passes no words on by texts that others read. Empty ones are no words.
 * @throws ImFailure 2002 for a muted member with words
 */
export function expectMayWrite({ team, member }: LockedMembership, texts: readonly (string | undefined)[]): void {
  if (texts.some((text) => text) && isMutedMember(team, member)) throw imFail('muted', mutedMessage)
}

/**
 * Members of the site choose their nickname while the whole team is muted, and none while they are muted themselves.
 * Backends of other apps name any member.
 * @throws ImFailure 2002
 */
export function expectMayName(
  { member }: LockedMembership,
  texts: readonly (string | undefined)[],
  { viewer }: Pick<ImCtx, 'viewer'>,
): void {
  const isMuted = viewer.roleId !== null && isMutedMember({ mute_type: muteTypes.none }, member)
  if (isMuted && texts.some((text) => text)) throw imFail('muted', mutedMessage)
}

/** @throws ImFailure 802 */
export function expectOwner({ member }: LockedMembership): void {
  if (!isOwner(member)) throw imFail('notAllowedInTeam')
}

/** Converts modes to their stored numbers; absent ones have the defaults of messaging.md 3. */
export const toNewTeam = (
  fields: TeamFields & { scene: TeamScene; type: keyof typeof teamTypes; name: string },
  owner: { app_id: number; owner_id: number },
): NewTeam => ({
  ...owner,
  scene: fields.scene,
  type: teamTypes[fields.type],
  name: fields.name,
  avatar: fields.avatar ?? '',
  intro: fields.intro ?? '',
  announcement: fields.announcement ?? '',
  custom: fields.custom ?? '',
  join_mode: joinModes[fields.joinMode ?? 'noVerify'],
  be_invite_mode: beInviteModes[fields.beInviteMode ?? (fields.type === 'normal' ? 'noVerify' : 'needVerify')],
  invite_mode: rightModes[fields.inviteMode ?? 'manager'],
  update_mode: rightModes[fields.updateTeamMode ?? 'manager'],
  update_custom_mode: rightModes[fields.updateCustomMode ?? 'manager'],
})
