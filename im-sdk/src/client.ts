// The messaging client: connection, sync and store behind a small interface of promises and events. `NIM` is built on
// it.
import { ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { CommandInput } from '@xinqiao/contract/im/index.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { sessionIdOf, targetOfMessage } from '@xinqiao/contract/im/messages/scene.ts'
import type { ChatUser } from '@xinqiao/contract/im/accounts/user.ts'
import type { ClientEvents } from './sync/results/client-events.ts'
import { createConnection } from './connection/connection.ts'
import type { ConnectionOptions, LoginStatus } from './connection/options.ts'
import { acquireDeviceId } from './connection/device-id.ts'
import { createDelayReports } from './log/delay-reports.ts'
import { createReportSender } from './log/reports.ts'
import type { SendCommand } from './base/send-command.ts'
import { createMemoryStore, type Store } from './store/store.ts'
import { markConversationsRead } from './sync/receive/acknowledgements.ts'
import { announceResult } from './sync/results/announce-result.ts'
import { dispatchPush } from './sync/receive/pushes.ts'
import { createReceiver } from './sync/receive/receiver.ts'
import { createSend } from './sync/send/send.ts'
import { createSendQueue, type OnWait } from './sync/send/send-queue.ts'
import { createSync } from './sync/catch-up/sync.ts'
import { createUserFetcher } from './sync/receive/user-fetcher.ts'

export type ClientOptions = Omit<ConnectionOptions, 'deviceId' | 'renewDeviceId'> & {
  /** Id of the device; by default one that the browser stores. */
  deviceId?: string
  store?: Store
  /** False when the client reports neither errors nor delays to the server; true by default. */
  report?: boolean
  /** True to read the unread messages of each session on a new device, too; the others are history. */
  fetchUnread?: boolean
  /** True when the caller marks broadcasts as read, so that other devices receive them until then. */
  keepsBroadcasts?: boolean
}

export type Client = {
  readonly store: Store
  readonly deviceId: string
  connect: () => void
  disconnect: () => void
  drop: () => void
  /** Call when the network or the machine is available again. */
  wake: () => void
  status: () => LoginStatus
  /** The server's time, because the clock of a device may be wrong; the local one before the first login. */
  now: () => number
  /** Origin of the server, or '' outside of browsers before the first login when the options name no server. */
  serverUrl: () => string
  /**
   * @param onWait called when the message waits, because the account sends too often
   * @throws ImFailure 414 before anything is sent, when the draft violates messaging.md 5
   */
  send: (draft: CommandInput<'msg.sendMsg'>, onWait?: OnWait) => Promise<WireMessage>
  /** True while a send of this message has no reply. */
  isSending: (idClient: string) => boolean
  request: SendCommand
  markRead: (sessionId: string) => Promise<void>
  /** Marks several conversations as read at once. */
  markAllRead: (sessionIds: readonly string[]) => Promise<void>
  /** Fetches these accounts from the server and stores them. */
  fetchUsers: (accounts: readonly string[]) => Promise<ChatUser[]>
  sessionIdOfMessage: (msg: WireMessage) => string
}

export function createClient(options: ClientOptions, events: ClientEvents = {}): Client {
  const { account, deviceId: fixedId, store = createMemoryStore() } = options
  const device = fixedId === undefined ? acquireDeviceId(account) : { current: () => fixedId, renew: undefined }
  const sessionIdOfMessage = (msg: WireMessage) => sessionIdOf(targetOfMessage(msg, account))

  const connection = createConnection({ ...options, deviceId: device.current, renewDeviceId: device.renew })
  const sendLoggedRequest: SendCommand = (name, input) =>
    connection.request(name, input).catch((error: unknown) => {
      options.log?.('warn', `${name} failed with ${error instanceof ImFailure ? error.code : 'unknown'}`)
      throw error
    })
  const reports =
    options.report === false ? null : createReportSender((report) => sendLoggedRequest('misc.report', report))
  const delays = createDelayReports(account, (ms) => reports?.delayed(ms))
  const request: SendCommand = (name, input) =>
    sendLoggedRequest(name, input).catch((error: unknown) => {
      reports?.failed(name, error)
      throw error
    })

  const users = createUserFetcher(store, request, account)
  const receiver = createReceiver({
    store,
    account,
    sessionIdOfMessage,
    request,
    users,
    events,
    keepsBroadcasts: options.keepsBroadcasts === true,
  })
  const sync = createSync({
    store,
    request,
    receiver,
    hasUnread: options.fetchUnread === true,
    isOnline: () => connection.status() === 1,
    dispatchPush: (packet) => dispatchPush(packet, receiver, events, device.current()),
    fetchUsers: users.fetchUnknownUsers,
    onStartOver: () => events.startOver?.(),
    onDone: (result) => announceResult(result, { store, sessionIdOfMessage, events }),
    onFailed: (error) => events.syncFailed?.(error),
  })

  const queue = createSendQueue((draft) => request('msg.sendMsg', draft))

  connection.subscribe({
    onLogin(reply, isAgain) {
      delays.receiveServerTime(reply.serverTime)
      sync.begin()
      events.login?.(reply, isAgain)
      void sync.run()
      queue.resume()
    },
    onPush(packet) {
      delays.receivePush(packet)
      sync.receivePush(packet)
    },
    onCrisis: (input, level) => events.crisis?.(input, level),
    onWillReconnect: (info) => events.willReconnect?.(info),
    onUnreachable: (error) => events.unreachable?.(error),
    onEnd(end) {
      queue.flush()
      events.end?.(end)
    },
  })

  return {
    store,
    get deviceId() {
      return device.current()
    },
    sessionIdOfMessage,
    connect: connection.connect,
    disconnect: () => {
      connection.disconnect()
      // without a connection, a report would only fail and call the page's log
      reports?.stop()
    },
    drop: connection.drop,
    wake: connection.wake,
    status: connection.status,
    now: delays.now,
    serverUrl: connection.serverUrl,
    request,
    fetchUsers: users.fetch,
    send: createSend({ queue, receiver, sync, events }),
    isSending: (idClient) => receiver.sending.has(idClient),
    markRead: (sessionId) => markConversationsRead(store, request, [sessionId]),
    markAllRead: (sessionIds) => markConversationsRead(store, request, sessionIds),
  }
}
