// The messaging client for screens: one observable state, and the actions of a person.
import { recallWindowSeconds as defaultRecallWindowSeconds } from '@xinqiao/contract/im/gone.ts'
import { messageTypes, type WireMessage } from '@xinqiao/contract/im/messages.ts'
import { sessionIdOf } from '@xinqiao/contract/im/scene.ts'
import type { ClientEvents } from '../client-events.ts'
import { createClient } from '../client.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { createUpload } from '../upload/uploader.ts'
import { emptyChatState } from './empty-state.ts'
import { createOutbox } from './outbox.ts'
import { lineOf, listTalks, recalledLine, type ChatState, type Line } from './state.ts'
import { createThreads } from './threads.ts'
import { createTyping } from './typing.ts'

export type ChatSessionOptions = Pick<ConnectionOptions, 'url' | 'account' | 'transports' | 'delayOf'> & {
  token: string
  /** Fetches a token for the next login; the old one may have expired by then. */
  refresh: () => Promise<string>
  /** Called for the first delivery of a message to this device. */
  onIncoming?: (msg: WireMessage) => void
  /** The site has a new message, outside of the chat. */
  onPortal?: () => void
}

/** A search result: a message and its conversation. */
export type MessageHit = { to: string; name: string; line: Line }
/** `isIncomplete`: the server stopped before it had read all messages. */
export type MessageHits = { lines: MessageHit[]; isIncomplete: boolean }

const maxHits = 30
const links = { 0: 'ended', 1: 'online', 2: 'connecting', 3: 'waiting' } as const

export function createChatSession(options: ChatSessionOptions) {
  const { account, url, transports, delayOf } = options
  let { token } = options
  const listeners = new Set<() => void>()
  /** Time of the last read receipt, by account. */
  const receipts = new Map<string, number>()
  let end: ChatState['end'] = null
  let isPublishing = false
  let care: ChatState['care'] = new Map()
  let state = emptyChatState
  let recallWindowSeconds = defaultRecallWindowSeconds

  const events: ClientEvents = {}
  const client = createClient(
    { url, account, token: () => token, ...(transports && { transports }), ...(delayOf && { delayOf }) },
    events,
  )
  const threads = createThreads(client, account, publish)
  const typing = createTyping(client, publish)
  const upload = createUpload({ request: client.request, urls: [url] })
  const outbox = createOutbox({ client, upload, threadStateOf: threads.stateOf, publish, isOver: () => end !== null })

  /** Batches changes, so that the screen draws once. */
  function publish(): void {
    if (isPublishing) return
    isPublishing = true
    queueMicrotask(() => {
      isPublishing = false
      const talks = listTalks(client, account)
      state = {
        link: end ? 'ended' : links[client.status()],
        end,
        hasSynced: client.store.hasSynced,
        talks,
        unread: talks.reduce((sum, { unread }) => sum + unread, 0),
        threads: threads.current(),
        typing: typing.now(),
        care,
      }
      for (const listener of listeners) listener()
    })
  }

  Object.assign(events, {
    login(reply) {
      ;({ recallWindowSeconds } = reply)
      publish()
    },
    synced() {
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
        const { from, to } = change.state
        threads.stateOf(from === account ? to : from).recalled.push(recalledLine(change.state, account))
      }
      publish()
    },
    care({ to, level }) {
      // keep the more severe level
      if (level !== 'other' || !care.has(to)) care = new Map(care).set(to, level)
      publish()
    },
    passing: (notice) => typing.receive(notice),
    ...(options.onPortal && { portal: options.onPortal }),
    async willReconnect() {
      publish()
      token = await options.refresh()
    },
    end(reason) {
      end = reason
      outbox.failAll(reason.message)
      publish()
    },
  } satisfies ClientEvents)

  return {
    client,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    state: (): ChatState => state,
    connect(): void {
      end = null
      client.connect()
      publish()
    },
    close: (): void => client.disconnect(),
    /** Shows the conversation and fetches its last messages. */
    open(to: string): void {
      threads.fill(to)
      publish()
    },
    loadOlder: threads.loadOlder,
    /** Fetches older messages back to this time, within a limit. */
    reach: (to: string, time: number): Promise<void> => threads.reach(to, time),
    /** Messages with these words, newest first. */
    async search(keyword: string): Promise<MessageHits> {
      const input = { keyword, msgLimit: maxHits }
      const { msgs, isIncomplete } = await client.request('search.msgFtsInServerByTiming', input)
      const lines = msgs.map((msg) => {
        const to = client.peerOf(msg)
        return { to, name: client.store.users.get(to)?.nick ?? '', line: lineOf(msg, account) }
      })
      return { lines, isIncomplete }
    },
    sendText(to: string, text: string): void {
      typing.sent(to)
      outbox.begin(to, { type: messageTypes.text, text }, null)
    },
    sendImage: (to: string, file: File): void =>
      outbox.begin(to, { type: messageTypes.image, file: { url: '', ext: 'unknown', size: file.size } }, file),
    retry: outbox.retry,
    /** Cancels an upload, or removes a failed message. */
    discard: (key: string): void => outbox.discard(key),
    /** True for own, sent, recent messages. The server decides. */
    canRecall: ({ isOwn, status, idServer, time }: Line, now: number): boolean =>
      isOwn && status === 'success' && idServer !== null && now - time < recallWindowSeconds * 1000,
    /** @throws ImFailure 508 when it is too late */
    async recall(to: string, idServer: string): Promise<void> {
      await client.request('msg.deleteMsg', { scene: 'p2p', to, idServer })
    },
    /** Marks the conversation as read, and sends a read receipt. */
    markRead(to: string): void {
      const time = client.store.conversations.get(to)?.msgs.findLast(({ from }) => from !== account)?.time ?? 0
      // both are repeated after a reconnect
      client.markRead(to).catch(() => null)
      if (time === 0 || (receipts.get(to) ?? 0) >= time) return
      receipts.set(to, time)
      client.request('msg.sendMsgReceipt', { scene: 'p2p', to, time }).catch(() => receipts.delete(to))
    },
    async setTop(to: string, isTop: boolean): Promise<void> {
      const id = sessionIdOf(to)
      await client.request(isTop ? 'msgExtend.addStickTopSession' : 'msgExtend.deleteStickTopSession', { id })
    },
    /** Removes the conversation from the list on every device. The messages stay, and the next one restores it. */
    async deleteTalk(to: string): Promise<void> {
      await client.request('msg.deleteSessions', { sessions: [{ scene: 'p2p', to }] })
    },
    notifyTyping: (to: string): void => typing.notify(to),
    /** Dismisses the crisis card. */
    putCareAside(to: string): void {
      care = new Map([...care].filter(([peer]) => peer !== to))
      publish()
    },
  }
}
export type ChatSession = ReturnType<typeof createChatSession>
