// The chat session of our pages: one observable state, and the actions of a user.
import { chatMessageTypes, type MessageContent, type WireMessage } from '@xinqiao/contract/im/messages.ts'
import type { Team } from '@xinqiao/contract/im/team-model.ts'
import type { Broadcast } from '@xinqiao/contract/im/notify.ts'
import type { SignalEvent } from '@xinqiao/contract/im/signalling-model.ts'
import { targetOfMessage } from '@xinqiao/contract/im/scene.ts'
import { teamIdOf } from '../sync/merge/merge-teams.ts'
import type { ClientEvents } from '../sync/results/client-events.ts'
import { createClient, type Client } from '../client.ts'
import type { ConnectionOptions } from '../connection/options.ts'
import { createUpload } from '../upload/uploader.ts'
import { keyOfTarget, sessionIdOfKey, targetOfKey } from './conversation-key.ts'
import { createCrisisLevels, type CrisisLevelStorage } from './crisis-levels.ts'
import { emptyChatState } from './empty-state.ts'
import { createGroups, isAbove, noPeople, type People } from './groups.ts'
import { createMentions } from './mentions.ts'
import { listFiles, searchConversation, searchMessages, type LinesFound, type MessageHits } from './message-search.ts'
import { createObservable } from './observable.ts'
import { createOutbox } from './outbox.ts'
import { createMarkRead } from './read-marks.ts'
import { createReplyReferences } from './replies.ts'
import {
  listConversations,
  listRequests,
  createRecalledLine,
  type ChatLine,
  type ChatState,
  type Thread,
} from './state.ts'
import { createThreads } from './threads.ts'
import { createTyping } from './typing.ts'

export type ChatSessionOptions = Pick<ConnectionOptions, 'url' | 'account' | 'transports' | 'delayOf'> & {
  token: string
  /** Fetches a token for the next login; the old one may have expired by then. */
  refresh: () => Promise<string>
  /**
   * Called for the first delivery of a message to this device. Notifications of teams do not count, and in a quiet team
   * only messages that mention the account.
   * @param to the conversation
   */
  onIncoming?: (msg: WireMessage, to: string) => void
  /** Called when the site has a message for the account in its message centre. */
  onPortal?: () => void
  /** Called for a broadcast to this account. The sync brings the missed ones. */
  onBroadcast?: (broadcast: Broadcast) => void
  /** Called for an event of a call; `isOwn`: another device of this account has answered. */
  onSignal?: (event: SignalEvent, isOwn: boolean) => void
  /** Called when the first sync after a login is done. */
  onSynced?: () => void
  /** Keeps the help cards across page loads; without it they end with the session. */
  crisisLevels?: CrisisLevelStorage
}

type TextOptions = {
  /** The members whom the text mentions, in a team. */
  apns?: MessageContent['apns'] | undefined
  /** The message to which the text replies. */
  replied?: ChatLine | undefined
}

const linkByStatus = { 0: 'ended', 1: 'online', 2: 'connecting', 3: 'waiting' } as const

/** State that a login sets and the end of the session clears. */
type LoginState = {
  token: string
  end: ChatState['end']
  /** Time for recalls, as the server says at login; 0 before. */
  recallWindowSeconds: number
}

/** The features of a session. Each has its own state and publishes its changes. */
function createFeatures(client: Client, options: ChatSessionOptions, login: LoginState) {
  const { account, url } = options
  const observable = createObservable(emptyChatState, computeState)
  const { publish } = observable
  const groups = createGroups(client, account, publish)
  const mentions = createMentions(client, account, publish)
  const threads = createThreads(client, account, groups, publish)
  const typing = createTyping(client, publish)
  const crisisLevels = createCrisisLevels(publish, options.crisisLevels)
  const upload = createUpload({ request: client.request, urls: [url] })
  const isOver = () => login.end !== null
  const outbox = createOutbox({ client, account, upload, threadStateOf: threads.stateOfThread, publish, isOver })

  function computeState(): ChatState {
    const conversations = listConversations({ client, account, groups, hasMention: (to) => mentions.count(to) > 0 })
    return {
      link: login.end ? 'ended' : linkByStatus[client.status()],
      end: login.end,
      hasSynced: client.store.hasSynced,
      conversations,
      unread: conversations.reduce(
        (sum, { to, unread, isQuiet }) => sum + (isQuiet ? Math.min(unread, mentions.count(to)) : unread),
        0,
      ),
      threads: threads.current(),
      requests: listRequests(client),
      typing: typing.now(),
      crisisLevels: crisisLevels.current(),
    }
  }
  return { observable, publish, groups, mentions, threads, typing, crisisLevels, outbox }
}
type ChatFeatures = ReturnType<typeof createFeatures>

function createEventHandlers(
  client: Client,
  features: ChatFeatures,
  options: ChatSessionOptions,
  login: LoginState,
): ClientEvents {
  const { publish, groups, mentions, threads, typing, crisisLevels, outbox } = features
  const { account } = options
  /** A member who returns sees only later messages. */
  function joinGroup(team: Team): void {
    if (groups.join(team)) threads.forget(teamIdOf(team))
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
      // older pages may end before a gap
      if (hasSkipped) threads.startOver()
      for (const { team } of teams) joinGroup(team)
      for (const team of leftTeams) groups.leave(team, 'stranger')
      groups.refresh()
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
    teamLeft(team, reason) {
      groups.leave(team, reason)
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
        threads.stateOfThread(to).recalled.push(createRecalledLine(change.state, account))
      }
      publish()
    },
    crisis: ({ target, level }) => target && crisisLevels.receive({ to: keyOfTarget(target), level }),
    passing: (notice) => typing.receive(notice),
    ...(options.onBroadcast && { broadcast: options.onBroadcast }),
    ...(options.onPortal && { portal: options.onPortal }),
    ...(options.onSignal && { signal: options.onSignal }),
    async willReconnect() {
      publish()
      login.token = await options.refresh()
    },
    end(reason) {
      login.end = reason
      outbox.failAll(reason.message)
      publish()
    },
  }
}

export function createChatSession(options: ChatSessionOptions) {
  const { account, url, transports, delayOf } = options
  const login: LoginState = { token: options.token, end: null, recallWindowSeconds: 0 }
  const events: ClientEvents = {}
  const client = createClient(
    { url, account, token: () => login.token, ...(transports && { transports }), ...(delayOf && { delayOf }) },
    events,
  )
  const features = createFeatures(client, options, login)
  // assigned afterwards, because the handlers need the features, which need the client
  Object.assign(events, createEventHandlers(client, features, options, login))
  const { observable, publish, groups, threads, typing, crisisLevels, outbox } = features

  return {
    account,
    client,
    subscribe: observable.subscribe,
    state: observable.current,
    connect(): void {
      login.end = null
      client.connect()
      publish()
    },
    close: (): void => client.disconnect(),

    // ---- reading

    /** Shows the conversation and fetches its last messages. */
    open(to: string): void {
      threads.fill(to)
      publish()
    },
    loadOlder: threads.loadOlder,
    loadBackTo: (to: string, time: number): Promise<void> => threads.loadBackTo(to, time),
    search: (keyword: string): Promise<MessageHits> => searchMessages(client, account, groups, keyword),
    searchIn: (to: string, keyword: string): Promise<LinesFound> => searchConversation(client, account, to, keyword),
    filesIn: (to: string, page: { endTime: number; limit: number }): Promise<ChatLine[]> =>
      listFiles(client, account, to, page),
    /** Names and roles of these accounts in a team. Unknown ones follow with the next state. */
    peopleOf: (to: string, accounts: readonly string[]): People => groups.peopleOf(to, accounts),
    /** Marks the conversation as read, and sends a read receipt. */
    markRead: createMarkRead(client, account),

    // ---- sending

    sendText(to: string, text: string, { apns, replied }: TextOptions = {}): void {
      typing.resetNotified(to)
      const references = replied ? createReplyReferences(account, to, replied) : {}
      outbox.send(to, { type: chatMessageTypes.text, text, ...(apns && { apns }), ...references }, null)
    },
    /** Greets a robot, which answers with what it can do. */
    greetRobot: (to: string): void =>
      outbox.send(
        to,
        { type: chatMessageTypes.robot, text: '', robot: { robotAccid: to, param: { type: 'welcome' } } },
        null,
      ),
    sendImage: (to: string, file: File): void =>
      outbox.send(to, { type: chatMessageTypes.image, file: { url: '', ext: 'unknown', size: file.size } }, file),
    retry: (key: string): void => outbox.retry(key),
    discard: (key: string): void => outbox.discard(key),
    notifyTyping: (to: string): void => typing.notify(to),
    /**
     * True for sent, recent messages: own ones, and in a team those of members below the account. The server decides in
     * the end.
     */
    canRecall: (
      { content, from, isOwn, isNotice, status, idServer, time }: ChatLine,
      now: number,
      { group, people }: Pick<Thread, 'group' | 'people'> = { group: null, people: noPeople },
    ): boolean =>
      (group === null || group.own !== null) &&
      !isNotice &&
      content.type !== chatMessageTypes.g2 &&
      (isOwn || isAbove(group, people.get(from)?.role)) &&
      status === 'success' &&
      idServer !== null &&
      now - time < login.recallWindowSeconds * 1000,
    /** @throws ImFailure 508 after the time for recalls */
    async recall(to: string, idServer: string): Promise<void> {
      await client.request('msg.deleteMsg', { ...targetOfKey(to), idServer })
    },

    // ---- the list of conversations

    async setTop(to: string, isTop: boolean): Promise<void> {
      const id = sessionIdOfKey(to)
      await client.request(isTop ? 'msgExtend.addStickTopSession' : 'msgExtend.deleteStickTopSession', { id })
    },
    /**
     * Removes the conversation from the list on every device. The messages stay, and the next message brings the
     * conversation back.
     */
    async deleteConversation(to: string): Promise<void> {
      await client.request('msg.deleteSessions', { sessions: [targetOfKey(to)] })
    },
    dismissCrisisCard: crisisLevels.dismiss,
  }
}
export type ChatSession = ReturnType<typeof createChatSession>
