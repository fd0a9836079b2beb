// Result of a sync, which the callbacks of pages report.
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { Broadcast } from '@xinqiao/contract/im/accounts/notify.ts'
import type { ChatUser } from '@xinqiao/contract/im/accounts/user.ts'
import type { StateChange } from '../merge/changes.ts'
import type { LeftTeam, TeamTransition } from '../merge/merge-teams.ts'

/** `roaming`: last messages of a first sync; `offline`: missed messages; `changes`: changed states. */
export type SyncResult = {
  isFirst: boolean
  /** True for the first sync of this page, which has no data yet, and for the first after starting over. */
  isFresh: boolean
  /** True when conversations continue after a gap, because too many messages were missed. */
  hasSkipped: boolean
  roaming: WireMessage[]
  offline: WireMessage[]
  changes: StateChange[]
  broadcasts: Broadcast[]
  /** Users that this device did not know. */
  users: ChatUser[]
  teams: TeamTransition[]
  /** Teams that the account has left, or that were dismissed. */
  leftTeams: LeftTeam[]
}

const createEmptyResult = (isFresh: boolean): SyncResult => ({
  isFirst: false,
  isFresh,
  hasSkipped: false,
  roaming: [],
  offline: [],
  changes: [],
  broadcasts: [],
  users: [],
  teams: [],
  leftTeams: [],
})

/**
 * Collects results until they are announced. A sync that failed or lost its connection adds its results to the next
 * one.
 */
export function createResultCollector() {
  let result = createEmptyResult(true)
  /** Server ids of messages that were collected but not announced when the device started over. */
  const dropped = new Set<string>()
  return {
    current: (): SyncResult => result,
    /** Drops results that may belong to a lost history. The page needs full lists again. */
    startOver(): void {
      for (const { idServer } of result.offline) dropped.add(idServer)
      result = { ...createEmptyResult(true), isFirst: result.isFirst }
    },
    /** Adds a missed message, unless an earlier result contained it. */
    addOffline(msg: WireMessage, wasShown: boolean): void {
      if (!wasShown || dropped.has(msg.idServer)) result.offline.push(msg)
    },
    /** @returns all results since the last announcement */
    takeAll(): SyncResult {
      const collectedResult = result
      result = createEmptyResult(false)
      return collectedResult
    },
  }
}
export type ResultCollector = ReturnType<typeof createResultCollector>
