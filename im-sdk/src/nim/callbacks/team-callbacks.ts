// Callbacks of teams: for notification messages (messaging.md 3), for the result of a sync, and for joining or leaving.
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { sessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import type { Team, TeamNotice, TeamScene } from '@xinqiao/contract/im/team/team-model.ts'
import type { SyncResult } from '../../sync/results/result.ts'
import type { LeftTeam } from '../../sync/merge/merge-teams.ts'
import type { NimCore } from '../core/core.ts'
import type { PageCallbacks } from '../core/options.ts'
import { withInvalid } from '../present/people.ts'
import { listNoticeMembers } from '../present/team-notices.ts'
import { presentMessage } from '../present/messages.ts'
import { presentTeam, type NimTeam } from '../present/teams.ts'
import type { MemberChange } from '../teams/merge-members.ts'
import { fetchMembers, listTeams } from '../teams/teams.ts'
import { notifySessionEnd } from './session-callbacks.ts'

type TeamCallbackName = {
  [
    Name in keyof PageCallbacks
  ]: Name extends `on${'Add' | 'Remove' | 'Update' | 'Dismiss' | 'Transfer'}${string}Team${string}` ? Name : never
}[keyof PageCallbacks]

/** Callbacks of super teams have the same names with `SuperTeam`. */
const teamCallbackNameOf = (scene: TeamScene, name: TeamCallbackName): TeamCallbackName =>
  (scene === 'team' ? name : name.replace('Team', 'SuperTeam')) as TeamCallbackName

type TeamCallbackCall = { name: TeamCallbackName; data: object }

function toTeamCallbackCall(notice: TeamNotice, team: NimTeam, msg: WireMessage): TeamCallbackCall | null {
  const { from } = msg
  const members = listNoticeMembers(notice, msg)
  const { accounts = [], account = '', mute = false } = notice
  switch (notice.type) {
    case 'addTeamMembers':
      return { name: 'onAddTeamMembers', data: { team, accounts, members } }
    case 'passTeamApply':
      return { name: 'onAddTeamMembers', data: { team, accounts: [account], members } }
    case 'acceptTeamInvite':
      return { name: 'onAddTeamMembers', data: { team, accounts: [from], members } }
    case 'removeTeamMembers':
      return { name: 'onRemoveTeamMembers', data: { team, accounts } }
    case 'leaveTeam':
      return { name: 'onRemoveTeamMembers', data: { team, accounts: [from] } }
    case 'updateTeam':
      return { name: 'onUpdateTeam', data: team }
    case 'dismissTeam':
      return { name: 'onDismissTeam', data: { teamId: team.teamId } }
    case 'transferTeam':
      return { name: 'onTransferTeam', data: { team, from, to: account } }
    case 'addTeamManagers':
    case 'removeTeamManagers':
      return {
        name: 'onUpdateTeamManagers',
        data: { team, accounts, members, isManager: notice.type === 'addTeamManagers' },
      }
    case 'updateTeamMute':
      return { name: 'onUpdateTeamMembersMute', data: { team, accounts: notice.accounts ?? [account], members, mute } }
    default:
      return null
  }
}

/** Updates the list of members that the page has fetched. Does nothing without one. */
export function updateFetchedMembers(
  core: Pick<NimCore, 'teamMembers'>,
  teamId: string,
  changes: readonly MemberChange[],
  goneAccounts: readonly string[] = [],
): void {
  if (!core.teamMembers.has(teamId)) return
  const loaded = import('../lazy-groups.ts').then(({ mergeMembers }) =>
    mergeMembers(core, teamId, changes, goneAccounts),
  )
  // after a failure, the next sync fetches the members again
  loaded.catch(() => {})
}

/** Reports a notification that arrives after the sync. */
export function notifyTeamNotice(core: Pick<NimCore, 'client' | 'notify' | 'teamMembers'>, msg: WireMessage): void {
  const { scene, from, to, content } = msg
  const team = core.client.store.teams.get(sessionIdOf({ scene, to }))?.team
  if (!team || !('attach' in content)) return
  const notice = content.attach as TeamNotice
  const { type, accounts } = notice
  const isRemoval = type === 'removeTeamMembers'
  updateFetchedMembers(
    core,
    to,
    listNoticeMembers(notice, msg),
    isRemoval ? accounts : type === 'leaveTeam' ? [from] : [],
  )
  const event = toTeamCallbackCall(notice, presentTeam(team), msg)
  if (event) core.notify(teamCallbackNameOf(team.scene, event.name), event.data as never)
}

/** @param isOwn true on the device that created the team, false on the creator's other devices */
export function notifyTeamCreated(core: Pick<NimCore, 'notify' | 'options'>, team: Team, isOwn: boolean): void {
  const isCreator = team.owner === core.options.account
  if (team.scene === 'superTeam') {
    if (isCreator) core.notify('onSyncCreateSuperTeam', presentTeam(team))
    return
  }
  if (!isCreator) return
  if (!isOwn) core.notify('onsynccreateteam', presentTeam(team))
  core.notify('onCreateTeam', presentTeam(team))
}

/**
 * Reports the end of a membership and of its session. A dismissal is not reported here, because its notification was.
 * @param msg the notification of leaving or removal
 */
export function notifyTeamLeft(
  core: Pick<NimCore, 'notify' | 'options' | 'presenterContext' | 'currentSession' | 'hasSynced'>,
  { team, conversation }: LeftTeam,
  reason: 'left' | 'removed' | 'dismissed',
  msg?: WireMessage,
): void {
  if (msg) core.notify('onmsg', presentMessage(msg, core.presenterContext()))
  if (reason !== 'dismissed') {
    const news = (msg?.content as { attach?: TeamNotice } | undefined)?.attach?.team
    const data = { team: { ...presentTeam(team, false), ...news }, accounts: [core.options.account] }
    core.notify(teamCallbackNameOf(team.scene, 'onRemoveTeamMembers'), data)
  }
  notifySessionEnd(core, conversation)
}

/** The full lists for the first sync of the page, and later only the changes. */
export function notifySyncedTeams(
  core: Pick<NimCore, 'client' | 'notify'>,
  { isFresh, teams, leftTeams }: SyncResult,
  scene: TeamScene,
): void {
  const changedTeams = isFresh
    ? listTeams(core, scene)
    : teams.filter(({ team }) => team.scene === scene).map(({ team }) => presentTeam(team))
  const ownLeftTeams = isFresh ? [] : leftTeams.map(({ team }) => team).filter((team) => team.scene === scene)
  if (!isFresh && changedTeams.length + ownLeftTeams.length === 0) return
  const list = withInvalid(
    [...changedTeams, ...ownLeftTeams.map((team) => presentTeam(team, false))],
    ({ validToCurrentUser }) => validToCurrentUser,
    (team) => team,
  )
  core.notify(scene === 'team' ? 'onteams' : 'onSuperTeams', list)
}

/**
 * Fetches the members of the changed teams: of those whose list the page has, and with the option `syncTeamMembers` of
 * all. `invalid` of the list has the members who have left.
 */
export async function fetchSyncedMembers(core: NimCore, { isFresh, teams }: SyncResult): Promise<void> {
  const { options, teamMembers } = core
  const changedTeams = teams.filter(
    ({ team, before }) =>
      team.scene === 'team' &&
      (options.syncTeamMembers === true || teamMembers.has(team.teamId)) &&
      (isFresh || before?.memberUpdateTime !== team.memberUpdateTime),
  )
  for (const { team } of changedTeams) {
    const { teamId } = team
    const former = teamMembers.get(teamId) ?? []
    // ignores a lost connection, because the next sync brings the team again
    const members = await fetchMembers(core, 'team', teamId).catch(() => null)
    if (!members) continue
    const accounts = new Set(members.map(({ account }) => account))
    const invalid = former.filter(({ account }) => !accounts.has(account))
    core.notify('onteammembers', { teamId, members: Object.assign(members, { invalid }) })
  }
  if (options.syncTeamMembers === true) core.notify('onsyncteammembersdone')
}
