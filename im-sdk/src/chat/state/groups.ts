// Teams for the chat screens: the names of their members, and whether the account may write.
import { imErrors, ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import {
  teamLimits,
  type MemberRole,
  type OwnTeamMembership,
  type Team,
  type TeamMember,
  type TeamNotice,
  type TeamScene,
} from '@xinqiao/contract/im/team/team-model.ts'
import { withoutDirectionControls } from '@xinqiao/contract/visible-text.ts'
import type { Client } from '../../client.ts'
import { sessionIdOfTeam } from '../../sync/merge/merge-teams.ts'
import { targetOfKey } from './conversation-key.ts'

/**
 * Says if the account may write in a team, and the reason if it may not. `stranger`: it is not a member. `hidden`:
 * there is no team that it may see. `unknown`: the server has not answered yet.
 */
export type GroupMembershipState =
  | 'member'
  | 'muted'
  | 'allMuted'
  | 'left'
  | 'removed'
  | 'former'
  | 'dismissed'
  | 'stranger'
  | 'hidden'
  | 'unknown'
/** `name` is empty while it is unknown; `role` is null for a former member. */
export type DisplayedMember = { name: string; role: MemberRole | null; isSelf: boolean }
export type DisplayedMembers = ReadonlyMap<string, DisplayedMember>
export type Group = {
  /** True for an open team that removed the account, which now has to apply to join again. */
  mustApply?: boolean
  /** Null for a team that the account cannot look up. */
  team: Team | null
  own: OwnTeamMembership | null
  membership: GroupMembershipState
}

export const noPeople: DisplayedMembers = new Map()

/** The accounts that a message names: its sender, and those in a notification. */
export function listNamedAccounts({ from, content }: Pick<WireMessage, 'from' | 'content'>): string[] {
  const { accounts = [], account }: Partial<TeamNotice> = 'attach' in content ? (content.attach as TeamNotice) : {}
  const replied = content.reply ? [content.reply.from] : []
  return [from, ...accounts, ...(account === undefined ? [] : [account]), ...replied]
}

/** True for a manager above an ordinary member, and for the owner above all others (messaging.md 6). */
export const isAbove = (group: Group | null, role: MemberRole | null | undefined): boolean => {
  const own = group?.own?.type ?? 'normal'
  return own !== 'normal' && role !== 'owner' && (own === 'owner' || role !== 'manager')
}

/**
 * The team that a failed look-up names as dismissed. Null for any other error: a team that is hidden from accounts
 * outside has the same code.
 */
function findDismissedTeam(error: unknown): Team | null {
  if (!(error instanceof ImFailure) || error.code !== imErrors.noSuchTeam.code) return null
  return (error.data as { team?: Team } | null)?.team ?? null
}

const teamRefOf = (key: string) => {
  const { scene, to } = targetOfKey(key)
  return { scene: scene as TeamScene, teamId: to }
}

/** Shown for a former member whose nickname is unknown, where names outside of the group must not show. */
const leftMemberName = '已离开的组员'

/** @param publish called after each change */
export function createGroupTracker(client: Client, account: string, publish: () => void) {
  const { store } = client
  const nickOf = (accid: string): string => store.users.get(accid)?.nick ?? ''
  /** Members by team and account; null for an account that is not a member. */
  const membersByTeam = new Map<string, Map<string, TeamMember | null>>()
  /** Names of members by team and account, which stay known after a member has left. */
  const namesByTeam = new Map<string, Map<string, string>>()
  /** Requested accounts by team, so that each is fetched once. */
  const requestedByTeam = new Map<string, Set<string>>()
  const waitingByTeam = new Map<string, Set<string>>()
  /** Teams that the account left while this page was open, and dismissed ones that it opened. */
  const formerGroups = new Map<string, Group>()
  /** Teams that were opened without membership; null for one that the account may not see. */
  const foreignTeams = new Map<string, Team | null>()
  /** Open teams that removed the account, which now has to apply to join again. */
  const formerTeams = new Set<string>()

  const setOf = (map: Map<string, Set<string>>, key: string): Set<string> => {
    const set = map.get(key) ?? new Set<string>()
    map.set(key, set)
    return set
  }

  function storeName(key: string, accid: string, name: string): void {
    const names = namesByTeam.get(key) ?? new Map<string, string>()
    namesByTeam.set(key, names.set(accid, name))
  }

  function storeMember(key: string, accid: string, member: TeamMember | null): void {
    const members = membersByTeam.get(key) ?? new Map<string, TeamMember | null>()
    // an answer may be older than a change that arrived while it was on its way
    if (member && member.updateTime < (members.get(accid)?.updateTime ?? 0)) return
    membersByTeam.set(key, members.set(accid, member))
    if (member) storeName(key, accid, member.nickInTeam)
  }

  async function fetchPeople(key: string): Promise<void> {
    const accounts = [...setOf(waitingByTeam, key)].slice(0, teamLimits.accounts)
    waitingByTeam.delete(key)
    try {
      const unknownUsers = accounts.filter((accid) => !store.users.has(accid))
      const [{ members, formerNames }] = await Promise.all([
        client.request('team.getMembersByAccounts', { ...teamRefOf(key), accounts }),
        unknownUsers.length > 0 ? client.fetchUsers(unknownUsers) : [],
      ])
      const memberByAccount = new Map(members.map((member) => [member.account, member]))
      for (const accid of accounts) storeMember(key, accid, memberByAccount.get(accid) ?? null)
      for (const { account: former, nickInTeam } of formerNames) storeName(key, former, nickInTeam)
      publish()
    } catch {
      // the names stay unknown until they are requested again, after the next sync
    }
  }

  /** Fetches the accounts that were not requested before, together. */
  function requestPeople(key: string, accounts: readonly string[]): void {
    if (client.status() !== 1 || !store.teams.has(key)) return
    const requestedAccounts = setOf(requestedByTeam, key)
    const waiting = setOf(waitingByTeam, key)
    const isFirst = waiting.size === 0
    for (const accid of accounts) {
      if (requestedAccounts.has(accid) || waiting.size >= teamLimits.accounts) continue
      requestedAccounts.add(accid)
      waiting.add(accid)
    }
    if (isFirst && waiting.size > 0) queueMicrotask(() => void fetchPeople(key))
  }

  function membershipOf(key: string): GroupMembershipState {
    const record = store.teams.get(key)
    if (!record) return foreignTeams.has(key) ? (foreignTeams.get(key) ? 'stranger' : 'hidden') : 'unknown'
    const { type } = record.own
    if (membersByTeam.get(key)?.get(account)?.mute) return 'muted'
    const { muteType } = record.team
    const isAllMuted = muteType === 'all' || (muteType === 'normal' && type === 'normal')
    return isAllMuted && type !== 'owner' ? 'allMuted' : 'member'
  }

  function leave(team: Team, membership: GroupMembershipState): void {
    formerGroups.set(sessionIdOfTeam(team), { team, own: null, membership })
    requestedByTeam.delete(sessionIdOfTeam(team))
  }

  return {
    /**
     * Names and roles of these accounts in a team.
     * @param isRequested whether unknown ones are fetched; they follow with the next state
     */
    peopleOf(key: string, accounts: readonly string[], isRequested = true): DisplayedMembers {
      const unique = [...new Set(accounts)]
      if (isRequested) requestPeople(key, [account, ...unique])
      const members = membersByTeam.get(key)
      const names = namesByTeam.get(key)
      const isNamedByGroup = store.teams.get(key)?.team.isManaged === true
      return new Map(
        unique.map((accid) => {
          const member = members?.get(accid)
          const fallback = isNamedByGroup && !member ? (member === null ? leftMemberName : '') : nickOf(accid)
          const name = withoutDirectionControls(names?.get(accid) || fallback)
          return [accid, { name, role: member?.type ?? null, isSelf: accid === account }] as const
        }),
      )
    },
    groupOf: (key: string): Group =>
      formerGroups.get(key) ?? {
        team: store.teams.get(key)?.team ?? foreignTeams.get(key) ?? null,
        own: store.teams.get(key)?.own ?? null,
        membership: membershipOf(key),
        mustApply: formerTeams.has(key),
      },
    isFormer: (key: string): boolean => formerGroups.has(key),
    receiveMember(member: TeamMember, team: Team): void {
      storeMember(sessionIdOfTeam(team), member.account, member)
    },
    /** Fetches the members that a notification names again, because it changed them. */
    receiveNotice(key: string, msg: WireMessage): void {
      if ('attach' in msg.content) for (const accid of listNamedAccounts(msg)) requestedByTeam.get(key)?.delete(accid)
    },
    leave,
    /** Shows that the account is no member any more, and then whether the team was dismissed. */
    leaveWhileOffline(team: Team): void {
      leave(team, 'former')
      client.request('team.getTeam', teamRefOf(sessionIdOfTeam(team))).catch((error: unknown) => {
        if (!findDismissedTeam(error)) return
        leave(team, 'dismissed')
        publish()
      })
    },
    /** @returns whether the account has left the team, or looked it up, while this page was open */
    join(team: Team): boolean {
      const wasForeign = foreignTeams.delete(sessionIdOfTeam(team))
      return formerGroups.delete(sessionIdOfTeam(team)) || wasForeign
    },
    /** Requests names again after a sync, because changes of members may have been missed. */
    refresh: (): void => requestedByTeam.clear(),
    /** Looks up a team of which the account is not a member. */
    async lookUp(key: string): Promise<void> {
      if (!store.hasSynced || store.teams.has(key) || formerGroups.has(key) || client.status() !== 1) return
      try {
        const { team, mustApply = false } = await client.request('team.getTeam', teamRefOf(key))
        foreignTeams.set(key, team)
        if (mustApply) formerTeams.add(key)
      } catch (error) {
        // after any other error, the team is looked up again with the next sync
        if (!(error instanceof ImFailure) || error.code !== imErrors.noSuchTeam.code) return
        const team = findDismissedTeam(error)
        if (team) formerGroups.set(key, { team, own: null, membership: 'dismissed' })
        else foreignTeams.set(key, null)
      }
      publish()
    },
  }
}
export type GroupTracker = ReturnType<typeof createGroupTracker>
