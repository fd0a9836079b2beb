// Handlers of the events of a chat session: they bring its features up to date, and call the page.
import type { Team } from '@xinqiao/contract/im/team/team-model.ts'
import { messageOfInput, targetOfInput, targetOfMessage } from '@xinqiao/contract/im/messages/scene.ts'
import type { ClientEvents } from '../../sync/results/client-events.ts'
import { sessionIdOfTeam } from '../../sync/merge/merge-teams.ts'
import { keyOfTarget } from '../state/conversation-key.ts'
import type { ChatFeatures, ChatSessionOptions, LoginState } from '../chat-features.ts'

export function createChatEventHandlers(
  features: ChatFeatures,
  options: ChatSessionOptions,
  login: LoginState,
): ClientEvents {
  const { client, publish, groups, mentions, reactions, threads, typing, crisisCards, outbox } = features
  const { account } = options
  /** Forgets the messages of a team that the account enters again: members see only messages after their return. */
  function joinGroup(team: Team): void {
    if (groups.join(team)) threads.forget(sessionIdOfTeam(team))
  }
  /** Removes the messages of a team from the screen when the account leaves it, because only members see them. */
  function leaveGroup(team: Team, leave: () => void): void {
    leave()
    threads.forget(sessionIdOfTeam(team))
  }
  const isQuiet = (to: string) => client.store.teams.get(to)?.own.muteNotiType === 1
  return {
    login({ recallWindowSeconds }) {
      login.recallWindowSeconds = recallWindowSeconds
      publish()
    },
    startOver: () => threads.startOver(),
    synced({ broadcasts, hasSkipped, teams, leftTeams }) {
      // the sync brings missed broadcasts; later ones arrive one by one
      for (const broadcast of broadcasts) options.onBroadcast?.(broadcast)
      // after too many missed messages, a gap follows the older pages of a thread
      if (hasSkipped) threads.startOver()
      for (const { team } of teams) joinGroup(team)
      for (const { team } of leftTeams) leaveGroup(team, () => groups.leaveWhileOffline(team))
      groups.refresh()
      reactions.refresh()
      void mentions.readAll()
      threads.fillAll()
      outbox.resume()
      publish()
      options.onSynced?.()
    },
    syncFailed: publish,
    message(msg) {
      const to = keyOfTarget(targetOfMessage(msg, account))
      typing.stop(msg.from)
      groups.receiveNotice(to, msg)
      reactions.receiveMessage(msg.idServer)
      const isMention = mentions.receive(msg)
      publish()
      const isNoticed = isMention || (!('attach' in msg.content) && !isQuiet(to))
      if (msg.from !== account && isNoticed) options.onIncoming?.(msg, to)
    },
    session: publish,
    teamJoined(team) {
      joinGroup(team)
      threads.fillAll()
      publish()
    },
    teamLeft({ team }, reason) {
      leaveGroup(team, () => groups.leave(team, reason))
      publish()
    },
    ownMembership: publish,
    teamMember(member, team) {
      groups.receiveMember(member, team)
      publish()
    },
    changed({ change }) {
      if (change.kind === 'goneMsg' && change.state.isRecalled) {
        const to = keyOfTarget(targetOfMessage(change.state, account))
        mentions.remove(to, change.state.time)
        threads.addRecall(to, change.state)
      }
      publish()
    },
    crisis(input, level) {
      const target = targetOfInput(input)
      if (target) crisisCards.receive({ to: keyOfTarget(target), level, message: messageOfInput(input) })
    },
    quickComment: (push) => reactions.receive(push),
    passing: (notice) => typing.receive(notice),
    ...(options.onBroadcast && { broadcast: options.onBroadcast }),
    ...(options.onPortal && { portal: options.onPortal }),
    ...(options.onSignal && { signal: options.onSignal }),
    async willReconnect() {
      publish()
      // when the site does not answer, the old token may still be valid
      login.token = await options.refresh().catch(() => login.token)
    },
    end(reason) {
      login.end = reason
      outbox.failAll(reason.message)
      publish()
    },
  }
}
