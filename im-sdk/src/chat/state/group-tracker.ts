// Tracks the teams of the chat screens: whether the account may write in them, and the names of their members.
import type { Client } from '../../client.ts'
import { createMemberNames } from './member-names.ts'
import { createTeamMemberships } from './team-memberships.ts'

/** @param publish called after each change */
export function createGroupTracker(client: Client, account: string, publish: () => void) {
  const { isMutedIn, forget, ...names } = createMemberNames(client, account, publish)
  return { ...names, ...createTeamMemberships(client, { isMutedIn, onLeave: forget, publish }) }
}
export type GroupTracker = ReturnType<typeof createGroupTracker>
