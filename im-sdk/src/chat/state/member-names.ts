// Names and roles of team members. A screen that shows an unknown account requests it; the fetch combines the accounts
// of a team.
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { teamLimits, type Team, type TeamMember } from '@xinqiao/contract/im/team/team-model.ts'
import { withoutDirectionControls } from '@xinqiao/contract/visible-text.ts'
import type { Client } from '../../client.ts'
import { sessionIdOfTeam } from '../../sync/merge/merge-teams.ts'
import { teamRefOfKey } from './conversation-key.ts'
import { listNamedAccounts, type DisplayedMembers } from './groups.ts'

/** Shown for a former member whose nickname is unknown, where names outside of the group must not show. */
const leftMemberName = '已离开的组员'

/** The entry of a team, which is created on its first use. */
function entryOf<Entry>(entries: Map<string, Entry>, key: string, createEntry: () => Entry): Entry {
  const entry = entries.get(key) ?? createEntry()
  entries.set(key, entry)
  return entry
}

/** The members and names that this page has received. */
function createMemberRecords() {
  /** Members by team and account; null for an account that is not a member. */
  const membersByTeam = new Map<string, Map<string, TeamMember | null>>()
  /** Names of members by team and account, which stay known after a member has left. */
  const namesByTeam = new Map<string, Map<string, string>>()

  function storeName(key: string, accid: string, name: string): void {
    entryOf(namesByTeam, key, () => new Map<string, string>()).set(accid, name)
  }
  return {
    memberOf: (key: string, accid: string): TeamMember | null | undefined => membersByTeam.get(key)?.get(accid),
    nameOf: (key: string, accid: string): string | undefined => namesByTeam.get(key)?.get(accid),
    storeName,
    storeMember(key: string, accid: string, member: TeamMember | null): void {
      const members = entryOf(membersByTeam, key, () => new Map<string, TeamMember | null>())
      // an answer may be older than a change that arrived while it was on its way
      if (member && member.updateTime < (members.get(accid)?.updateTime ?? 0)) return
      members.set(accid, member)
      if (member) storeName(key, accid, member.nickInTeam)
    },
  }
}
type MemberRecords = ReturnType<typeof createMemberRecords>

/** Requests of members, which store the answers in the records. Each account of a team is requested once. */
function createMemberRequests(client: Client, records: MemberRecords, publish: () => void) {
  const { store } = client
  const requestedByTeam = new Map<string, Set<string>>()
  const waitingByTeam = new Map<string, Set<string>>()
  const setOf = (sets: Map<string, Set<string>>, key: string) => entryOf(sets, key, () => new Set<string>())

  async function fetchWaiting(key: string): Promise<void> {
    const accounts = [...setOf(waitingByTeam, key)].slice(0, teamLimits.accounts)
    waitingByTeam.delete(key)
    try {
      const unknownUsers = accounts.filter((accid) => !store.users.has(accid))
      const [{ members, formerNames }] = await Promise.all([
        client.request('team.getMembersByAccounts', { ...teamRefOfKey(key), accounts }),
        unknownUsers.length > 0 ? client.fetchUsers(unknownUsers) : [],
      ])
      const memberByAccount = new Map(members.map((member) => [member.account, member]))
      for (const accid of accounts) records.storeMember(key, accid, memberByAccount.get(accid) ?? null)
      for (const { account, nickInTeam } of formerNames) records.storeName(key, account, nickInTeam)
      publish()
    } catch {
      // the names stay unknown until they are requested again, after the next sync
    }
  }

  return {
    /** Fetches the accounts that were not requested before, together. */
    request(key: string, accounts: readonly string[]): void {
      if (client.status() !== 1 || !store.teams.has(key)) return
      const requestedAccounts = setOf(requestedByTeam, key)
      const waiting = setOf(waitingByTeam, key)
      const isFirst = waiting.size === 0
      for (const accid of accounts) {
        if (requestedAccounts.has(accid) || waiting.size >= teamLimits.accounts) continue
        requestedAccounts.add(accid)
        waiting.add(accid)
      }
      if (isFirst && waiting.size > 0) queueMicrotask(() => void fetchWaiting(key))
    },
    /** Lets these accounts be fetched again. */
    repeat(key: string, accounts: readonly string[]): void {
      for (const accid of accounts) requestedByTeam.get(key)?.delete(accid)
    },
    repeatTeam: (key: string): boolean => requestedByTeam.delete(key),
    repeatAll: (): void => requestedByTeam.clear(),
  }
}

/** @param publish called after each change that a request brings */
export function createMemberNames(client: Client, account: string, publish: () => void) {
  const { store } = client
  const records = createMemberRecords()
  const requests = createMemberRequests(client, records, publish)
  const nickOf = (accid: string): string => store.users.get(accid)?.nick ?? ''

  return {
    /**
     * Names and roles of these accounts in a team.
     * @param isRequested whether unknown ones are fetched; they follow with the next state
     */
    peopleOf(key: string, accounts: readonly string[], isRequested = true): DisplayedMembers {
      const unique = [...new Set(accounts)]
      if (isRequested) requests.request(key, [account, ...unique])
      const isNamedByGroup = store.teams.get(key)?.team.isManaged === true
      return new Map(
        unique.map((accid) => {
          const member = records.memberOf(key, accid)
          const fallback = isNamedByGroup && !member ? (member === null ? leftMemberName : '') : nickOf(accid)
          const name = withoutDirectionControls(records.nameOf(key, accid) || fallback)
          return [accid, { name, role: member?.type ?? null, isSelf: accid === account }] as const
        }),
      )
    },
    /** True for a team in which the account itself is muted. */
    isMutedIn: (key: string): boolean => records.memberOf(key, account)?.mute === true,
    receiveMember(member: TeamMember, team: Team): void {
      records.storeMember(sessionIdOfTeam(team), member.account, member)
    },
    /** Fetches the members that a notification names again, because it changed them. */
    receiveNotice(key: string, msg: WireMessage): void {
      if ('attach' in msg.content) requests.repeat(key, listNamedAccounts(msg))
    },
    /** Fetches the members of a team again after the account has joined it once more. */
    forget: requests.repeatTeam,
    /** Requests names again after a sync, because changes of members may have been missed. */
    refresh: requests.repeatAll,
  }
}
