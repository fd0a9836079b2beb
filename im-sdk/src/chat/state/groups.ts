// Teams as the chat screens show them: the membership of the account, and the people that a message names.
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { MemberRole, OwnTeamMembership, Team, TeamNotice } from '@xinqiao/contract/im/team/team-model.ts'

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
