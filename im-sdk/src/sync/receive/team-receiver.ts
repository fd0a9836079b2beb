// Applies arriving data of teams to the store: states, memberships and changed messages.
import type { Change } from '@xinqiao/contract/im/accounts/changes.ts'
import type { PushData } from '@xinqiao/contract/im/index.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { sessionIdOf, type Target } from '@xinqiao/contract/im/messages/scene.ts'
import type { TeamState } from '@xinqiao/contract/im/team/team.ts'
import type { Store } from '../../store/store.ts'
import type { ClientEvents } from '../results/client-events.ts'
import type { MergeResult } from '../merge/merge.ts'
import {
  dropTeam,
  mergeOwnMembership,
  mergeTeamMessageChange,
  mergeTeamInfo,
  mergeTeamState,
  sessionIdOfTeam,
} from '../merge/merge-teams.ts'

type TeamReceiverDependencies = {
  store: Store
  account: string
  events: ClientEvents
  receiveMessage: (msg: WireMessage, options: { isFirst: boolean }) => MergeResult
  receiveChange: (change: Change, options: { isOwn: boolean }) => unknown
}

export const createTeamReceiver = ({
  store,
  account,
  events,
  receiveMessage,
  receiveChange,
}: TeamReceiverDependencies) => {
  /** The version that the team had after the newest change of a member, by team and account. */
  const memberVersions = new Map<string, number>()

  return {
    /** Receives a recall or an edit in a team. */
    receiveTeamChange(push: PushData<'team.changed'>, isOwn: boolean): void {
      mergeTeamMessageChange(store, account, push)
      receiveChange(push.change, { isOwn })
    },

    /** False for a team that this device does not hold yet. */
    knowsTeam: ({ scene, to }: Target): boolean => store.teams.has(sessionIdOf({ scene, to })),

    /** Adds a team that the account has joined after the sync. Its first message follows. */
    receiveTeam(state: TeamState, isOwn: boolean): MergeResult {
      const sessionId = sessionIdOfTeam(state.team)
      const before = store.conversations.get(sessionId)?.session ?? null
      const change = mergeTeamState(store, state, { isSynced: false, isFirst: false })
      const { session } = store.conversations.get(sessionId)!
      if (!change.before) events.teamJoined?.(change.team, isOwn)
      if (!state.lastMsg) {
        if (!before) events.session?.(session, null)
        return 'known'
      }
      return receiveMessage(state.lastMsg, { isFirst: true })
    },

    receiveTeamLeft({ scene, teamId, reason, msg }: PushData<'team.left'>): void {
      const left = dropTeam(store, sessionIdOfTeam({ scene, teamId }))
      if (left) events.teamLeft?.(left, reason, msg)
    },

    /** Pushes of several changes may overtake each other. An older one still changes its members, but not the team. */
    receiveTeamMember({ member, others = [], team, version }: PushData<'team.member'>): void {
      if (!mergeTeamInfo(store, team, version)) return
      for (const row of [member, ...others]) {
        const key = `${team.teamId} ${row.account}`
        const isKnown = memberVersions.get(key)! >= version
        if (isKnown) continue
        memberVersions.set(key, version)
        events.teamMember?.(row, team)
      }
    },

    receiveOwnMembership({ scene, teamId, own }: PushData<'team.own'>): void {
      const sessionId = sessionIdOfTeam({ scene, teamId })
      const before = store.conversations.get(sessionId)?.session ?? null
      const hasSessionChanged = mergeOwnMembership(store, sessionId, own)
      events.ownMembership?.()
      if (!hasSessionChanged) return
      events.session?.(store.conversations.get(sessionId)!.session, before)
    },
  }
}
