// The chat session of our pages: one observable state, and the actions of a user.
import { chatMessageTypes, type WireMessage } from '@xinqiao/contract/im/messages.ts'
import type { Broadcast } from '@xinqiao/contract/im/notify.ts'
import { p2pIdOf, createP2pTarget, targetOfMessage } from '@xinqiao/contract/im/scene.ts'
import type { ClientEvents } from '../sync/client-events.ts'
import { createClient, type Client } from '../client.ts'
import type { ConnectionOptions } from '../connection/options.ts'
import { createUpload } from '../upload/uploader.ts'
import { createCrisisLevels, type CrisisLevelStorage } from './crisis-levels.ts'
import { emptyChatState } from './empty-state.ts'
import { searchMessages, type MessageHits } from './message-search.ts'
import { createObservable } from './observable.ts'
import { createOutbox } from './outbox.ts'
import { createMarkRead } from './read-marks.ts'
import { listConversations, createRecalledLine, type ChatState, type ChatLine } from './state.ts'
import { createThreads } from './threads.ts'
import { createTyping } from './typing.ts'

export type ChatSessionOptions = Pick<ConnectionOptions, 'url' | 'account' | 'transports' | 'delayOf'> & {
  token: string
  /** Fetches a token for the next login; the old one may have expired by then. */
  refresh: () => Promise<string>
  /** Called for the first delivery of a message to this device. */
  onIncoming?: (msg: WireMessage) => void
  /** Called when the site has a message for the account in its message centre. */
  onPortal?: () => void
  /** Called for a broadcast to this account. The sync brings the missed ones. */
  onBroadcast?: (broadcast: Broadcast) => void
  /** Keeps the help cards across page loads; without it they end with the session. */
  crisisLevels?: CrisisLevelStorage
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
  const threads = createThreads(client, account, publish)
  const typing = createTyping(client, publish)
  const crisisLevels = createCrisisLevels(publish, options.crisisLevels)
  const upload = createUpload({ request: client.request, urls: [url] })
  const isOver = () => login.end !== null
  const outbox = createOutbox({ client, upload, threadStateOf: threads.stateOfThread, publish, isOver })

  function computeState(): ChatState {
    const conversations = listConversations(client, account)
    return {
      link: login.end ? 'ended' : linkByStatus[client.status()],
      end: login.end,
      hasSynced: client.store.hasSynced,
      conversations,
      unread: conversations.reduce((sum, { unread }) => sum + unread, 0),
      threads: threads.current(),
      typing: typing.now(),
      crisisLevels: crisisLevels.current(),
    }
  }
  return { observable, publish, threads, typing, crisisLevels, outbox }
}
type ChatFeatures = ReturnType<typeof createFeatures>

function createEventHandlers(features: ChatFeatures, options: ChatSessionOptions, login: LoginState): ClientEvents {
  const { publish, threads, typing, crisisLevels, outbox } = features
  const { account } = options
  return {
    login({ recallWindowSeconds }) {
      login.recallWindowSeconds = recallWindowSeconds
      publish()
    },
    startOver: () => threads.startOver(),
    synced({ broadcasts, hasSkipped }) {
      // the sync brings missed broadcasts; later ones arrive one by one
      for (const broadcast of broadcasts) options.onBroadcast?.(broadcast)
      // older pages may end before a gap
      if (hasSkipped) threads.startOver()
      threads.fillAll()
      outbox.resume()
      publish()
    },
    syncFailed: publish,
    message(msg) {
      typing.stop(msg.from)
      publish()
      if (msg.from !== account) options.onIncoming?.(msg)
    },
    session: publish,
    changed({ change }) {
      if (change.kind === 'goneMsg' && change.state.isRecalled) {
        threads
          .stateOfThread(targetOfMessage(change.state, account).to)
          .recalled.push(createRecalledLine(change.state, account))
      }
      publish()
    },
    crisis: ({ target, level }) => target && crisisLevels.receive({ to: target.to, level }),
    passing: (notice) => typing.receive(notice),
    ...(options.onBroadcast && { broadcast: options.onBroadcast }),
    ...(options.onPortal && { portal: options.onPortal }),
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
  Object.assign(events, createEventHandlers(features, options, login))
  const { observable, publish, threads, typing, crisisLevels, outbox } = features

  return {
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
    search: (keyword: string): Promise<MessageHits> => searchMessages(client, account, keyword),
    /** Marks the conversation as read, and sends a read receipt. */
    markRead: createMarkRead(client, account),

    // ---- sending

    sendText(to: string, text: string): void {
      typing.resetNotified(to)
      outbox.send(to, { type: chatMessageTypes.text, text }, null)
    },
    sendImage: (to: string, file: File): void =>
      outbox.send(to, { type: chatMessageTypes.image, file: { url: '', ext: 'unknown', size: file.size } }, file),
    retry: (key: string): void => outbox.retry(key),
    discard: (key: string): void => outbox.discard(key),
    notifyTyping: (to: string): void => typing.notify(to),
    /** True for own, sent, recent messages. The server decides in the end. */
    canRecall: ({ isOwn, status, idServer, time }: ChatLine, now: number): boolean =>
      isOwn && status === 'success' && idServer !== null && now - time < login.recallWindowSeconds * 1000,
    /** @throws ImFailure 508 after the time for recalls */
    async recall(to: string, idServer: string): Promise<void> {
      await client.request('msg.deleteMsg', { ...createP2pTarget(to), idServer })
    },

    // ---- the list of conversations

    async setTop(to: string, isTop: boolean): Promise<void> {
      const id = p2pIdOf(to)
      await client.request(isTop ? 'msgExtend.addStickTopSession' : 'msgExtend.deleteStickTopSession', { id })
    },
    /**
     * Removes the conversation from the list on every device. The messages stay, and the next message brings the
     * conversation back.
     */
    async deleteConversation(to: string): Promise<void> {
      await client.request('msg.deleteSessions', { sessions: [createP2pTarget(to)] })
    },
    dismissCrisisCard: crisisLevels.dismiss,
  }
}
export type ChatSession = ReturnType<typeof createChatSession>
