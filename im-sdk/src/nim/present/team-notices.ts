// Users and members that the notification of a team names. Pages read both from its `attach`, without looking.
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { Team, TeamMember, TeamNotice } from '@xinqiao/contract/im/team/team-model.ts'
import type { PresenterContext } from './presenter-context.ts'
import { presentUser, type NimUser } from './people.ts'

/** The fields of a member that a notification contains. */
export type NoticeMember = Pick<TeamMember, 'teamId' | 'account' | 'updateTime'> &
  Partial<Pick<TeamMember, 'type' | 'mute' | 'joinTime'>> & { id: string; valid: boolean }
export type NoticeUser = Pick<NimUser, 'account' | 'nick' | 'avatar'>
export type SuperTeamName<Name extends string> = Name extends `${infer Start}Team${infer End}`
  ? `${Start}SuperTeam${End}`
  : Name
/** `attach` of a notification. */
export type NimTeamNotice = Omit<TeamNotice, 'type' | 'team'> & {
  type: TeamNotice['type'] | SuperTeamName<TeamNotice['type']>
  /** The changed fields, and always `teamId`. */
  team?: Partial<Team> & { mute?: boolean }
  /**
   * The sender and the accounts that the notification names. Pages read names by position: in most types the sender is
   * first, and where it adds or removes members or managers, last.
   */
  users: NoticeUser[]
  /** Members that were added or changed, with the fields that the notification contains. */
  members: NoticeMember[]
}
type NoticeOrigin = Pick<WireMessage, 'from' | 'to' | 'time'>

/** Members that the notification adds or changes. */
export function listNoticeMembers(notice: TeamNotice, { from, to, time }: NoticeOrigin): NoticeMember[] {
  const { type, accounts = [], account = '', mute, team, leave } = notice
  const create = (accid: string, change: Partial<NoticeMember>): NoticeMember => ({
    id: `${to}-${accid}`,
    teamId: to,
    account: accid,
    updateTime: time,
    valid: true,
    ...change,
  })
  const createAll = (accids: readonly string[], change: Partial<NoticeMember>) =>
    accids.map((accid) => create(accid, change))
  const entry = { type: 'normal', joinTime: time } as const
  if (type === 'addTeamMembers') return createAll(accounts, entry)
  if (type === 'passTeamApply') return [create(account, entry)]
  if (type === 'acceptTeamInvite') return [create(from, entry)]
  if (type === 'addTeamManagers') return createAll(accounts, { type: 'manager' })
  if (type === 'removeTeamManagers') return createAll(accounts, { type: 'normal' })
  // no one mutes the owner, and a transfer ends a mute
  const owner = { type: 'owner', mute: false } as const
  if (type === 'transferTeam')
    return [...(leave ? [] : [create(from, { type: 'normal', mute: false })]), create(account, owner)]
  if (type === 'leaveTeam' && team?.owner !== undefined) return [create(team.owner, owner)]
  if (type === 'updateTeamMute') return createAll(notice.accounts ?? [account], { mute: mute === true })
  return []
}

/** A user of whom this device knows nothing has an empty nick. */
function listNoticeUsers(
  { type, accounts = [], account }: TeamNotice,
  from: string,
  { store, serverUrl }: PresenterContext,
): NoticeUser[] {
  const namedAccounts = account === undefined ? accounts : [...accounts, account]
  const isSenderLast = /^(?:add|remove)/.test(type)
  return [...new Set(isSenderLast ? [...namedAccounts, from] : [from, ...namedAccounts])].map((accid) => {
    const user = store.users.get(accid)
    return user ? presentUser(user, serverUrl) : { account: accid, nick: '', avatar: '' }
  })
}

/** The additional fields of `attach`. */
export const describeNotice = (
  notice: TeamNotice,
  placed: NoticeOrigin,
  context: PresenterContext,
): Partial<NimTeamNotice> => ({
  users: listNoticeUsers(notice, placed.from, context),
  members: listNoticeMembers(notice, placed),
  ...(notice.team?.muteType && { team: { ...notice.team, mute: notice.team.muteType !== 'none' } }),
})
