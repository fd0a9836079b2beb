// Keys of conversations in the chat screens: the other account, or the session id of a team.
import { createP2pTarget, sessionIdOf, targetOfSession, type Target } from '@xinqiao/contract/im/messages/scene.ts'
import type { TeamScene } from '@xinqiao/contract/im/team/team-model.ts'

/** No account of the site contains a dash, so the two kinds of keys differ. */
export const isTeamKey = (key: string): boolean => /^(?:team|superTeam)-\d+$/.test(key)

export const keyOfTarget = (target: Target): string => (target.scene === 'p2p' ? target.to : sessionIdOf(target))
export const targetOfKey = (key: string): Target => (isTeamKey(key) ? targetOfSession(key) : createP2pTarget(key))
export const sessionIdOfKey = (key: string): string => sessionIdOf(targetOfKey(key))

/** The team of a conversation whose key is that of a team (`isTeamKey`). */
export function teamRefOfKey(key: string): { scene: TeamScene; teamId: string } {
  const { scene, to } = targetOfKey(key)
  return { scene: scene as TeamScene, teamId: to }
}
