// Fetches the states that changed since the device's mark, page by page.
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/messages/msg.ts'
import { sessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import type { SyncPosition } from '@xinqiao/contract/im/sync.ts'
import { teamScenes } from '@xinqiao/contract/im/team/team-model.ts'
import type { SendCommand } from '../../base/send-command.ts'
import type { Store } from '../../store/store.ts'
import { startConversationAt } from '../merge/merge.ts'
import { dropTeam, resetTeam, listTeamMarks, mergeTeamState, sessionIdOfTeam } from '../merge/merge-teams.ts'
import type { PushReceiver } from '../receive/receiver.ts'
import type { ResultCollector } from '../results/result.ts'
import { startOver } from '../receive/start-over.ts'

type StatesDependencies = {
  store: Store
  request: SendCommand
  receiver: Pick<PushReceiver, 'receiveSession' | 'receiveChange' | 'receiveBroadcast'>
  onStartOver: () => void
}

/**
 * True after starting over when the server has no message after those that the device had. The conversation then starts
 * at its last message.
 */
function hasNothingToResume(store: Store, session: SessionState, lastMsg: WireMessage | null): boolean {
  const sessionId = sessionIdOf(session)
  const resumeTime = store.resumeTimes.get(sessionId)
  const isHeld = (store.conversations.get(sessionId)?.seq ?? 0) > 0
  return resumeTime !== undefined && !isHeld && lastMsg !== null && lastMsg.time <= resumeTime
}

/** @param isSilent true when the result of the sync announces the changes instead */
export async function fetchStates(
  { store, request, receiver, onStartOver }: StatesDependencies,
  results: ResultCollector,
  isFirst: boolean,
  isSilent: () => boolean,
): Promise<void> {
  let position: SyncPosition | undefined
  for (let hasMore = true; hasMore;) {
    const reply = await request('sync.sync', {
      mark: store.syncMark,
      broadcastMark: store.broadcastMark,
      isFirst,
      teamMarks: position ? [] : listTeamMarks(store),
      ...(position && { position }),
    })
    const isEmpty = store.generation === 0 && !store.hasSynced
    if (isEmpty) store.generation = reply.generation
    if (reply.generation !== store.generation) {
      startOver(store, reply.generation)
      results.startOver()
      onStartOver()
      position = undefined
      continue
    }
    const result = results.current()
    for (const { session, lastMsg } of reply.sessions) {
      if (!isFirst && !hasNothingToResume(store, session, lastMsg)) receiver.receiveSession(session, lastMsg)
      else startConversationAt(store, session, lastMsg)
      if (isFirst && lastMsg && !session.isDeleted) result.roaming.push(lastMsg)
    }
    const incomplete = new Set(reply.teamChanges.filter((team) => team.isIncomplete).map(({ teamId }) => teamId))
    for (const state of reply.teams) {
      const isIncomplete = incomplete.has(state.team.teamId)
      if (isIncomplete) resetTeam(store, sessionIdOfTeam(state.team))
      result.teams.push(mergeTeamState(store, state, { isSynced: true, isFirst: isFirst || isIncomplete }))
      if (isFirst && state.lastMsg) result.roaming.push(state.lastMsg)
    }
    for (const change of reply.changes.concat(reply.teamChanges.flatMap((team) => team.changes))) {
      const mergeResult = receiver.receiveChange(change, { isSilent: isSilent() })
      if (mergeResult) result.changes.push(mergeResult)
    }
    for (const teamId of reply.leftTeams) {
      const leftTeams = teamScenes.flatMap((scene) => dropTeam(store, sessionIdOf({ scene, to: teamId })) ?? [])
      result.leftTeams.push(...leftTeams)
    }
    result.broadcasts.push(...reply.broadcasts.filter((item) => receiver.receiveBroadcast(item, isSilent())))
    store.syncMark = reply.mark
    store.touched?.notify()
    hasMore = reply.hasMore
    position = reply.position
  }
}
