// Subscribes this node to the pushes of the teams of its connected accounts. Each team has a channel on the bus.
import type { Bus } from '../../kit/bus/bus.ts'
import { teamChannel, type NodeMessenger, type TeamMessage } from '../messages/node-messages.ts'

/** @param onMessage receives messages of other nodes on the channel of a team */
export function createTeamFollowing(
  bus: Bus,
  messages: NodeMessenger,
  onMessage: (teamId: number, message: TeamMessage) => void,
) {
  /** Order in which each team of an account was added, by account and team. */
  const teamsByAccount = new Map<number, Map<number, number>>()
  const accountsByTeam = new Map<number, Set<number>>()
  const subscriptions = new Map<number, Promise<void>>()
  let changes = 0
  /** Order in which an account left teams, by account and team. */
  const leftByAccount = new Map<number, Map<number, number>>()

  /** Resolves when this node is subscribed to the team. */
  function add(imId: number, teamId: number): Promise<void> {
    teamsByAccount.set(imId, (teamsByAccount.get(imId) ?? new Map<number, number>()).set(teamId, (changes += 1)))
    accountsByTeam.set(teamId, (accountsByTeam.get(teamId) ?? new Set()).add(imId))
    const subscription =
      subscriptions.get(teamId) ??
      messages.subscribe<TeamMessage>(teamChannel(teamId), (message) => onMessage(teamId, message))
    subscriptions.set(teamId, subscription)
    return subscription
  }

  function remove(imId: number, teamId: number): void {
    const teams = teamsByAccount.get(imId)
    if (!teams) return
    teams.delete(teamId)
    leftByAccount.set(imId, (leftByAccount.get(imId) ?? new Map<number, number>()).set(teamId, (changes += 1)))
    const accounts = accountsByTeam.get(teamId)
    if (!accounts?.delete(imId) || accounts.size > 0) return
    accountsByTeam.delete(teamId)
    subscriptions.delete(teamId)
    bus.unsubscribe(teamChannel(teamId))
  }

  return {
    add,
    remove,
    accountsOf: (teamId: number): number[] => [...(accountsByTeam.get(teamId) ?? [])],
    /** Sets the teams of an account to those that `load` returns, with the joinings and leavings of the meantime. */
    async set(imId: number, load: () => Promise<readonly number[]>): Promise<void> {
      const startedAt = changes
      teamsByAccount.set(imId, teamsByAccount.get(imId) ?? new Map())
      const wantedIds = new Set(await load())
      // the list may have been read before a team was left
      for (const [teamId, leftAt] of leftByAccount.get(imId) ?? []) if (leftAt > startedAt) wantedIds.delete(teamId)
      for (const [teamId, addedAt] of teamsByAccount.get(imId) ?? [])
        if (addedAt <= startedAt && !wantedIds.has(teamId)) remove(imId, teamId)
      await Promise.all([...wantedIds].map((teamId) => add(imId, teamId)))
    },
    /** Removes accounts from the teams that they left. `load` returns these, because a push may have been lost. */
    async removeLeavers(load: () => Promise<readonly { imId: number; teamId: number }[]>): Promise<void> {
      const startedAt = changes
      for (const { imId, teamId } of await load())
        if ((teamsByAccount.get(imId)?.get(teamId) ?? Infinity) <= startedAt) remove(imId, teamId)
    },
    removeAccount(imId: number): void {
      for (const teamId of teamsByAccount.get(imId)?.keys() ?? []) remove(imId, teamId)
      teamsByAccount.delete(imId)
      leftByAccount.delete(imId)
    },
    removeTeam(teamId: number): void {
      for (const imId of accountsByTeam.get(teamId) ?? []) remove(imId, teamId)
    },
  }
}
