// The connection: socket, login, heartbeat and reconnect. A connection is a series of `Attempt`s; events of an old
// attempt are ignored.
import { disconnects, shouldReconnect } from '@xinqiao/contract/disconnects.ts'
import { clientTypes } from '@xinqiao/contract/im/auth.ts'
import { imErrors, imFail, ImFailure, handlingOf } from '@xinqiao/contract/im/errors.ts'
import type { CommandInput, CommandName, CommandOutput } from '@xinqiao/contract/im/index.ts'
import type { ByePacket, PushPacket } from '@xinqiao/contract/im/wire.ts'
import { backoffMs } from './backoff.ts'
import type { Transport } from './engine.ts'
import { fetchJson } from './fetch-json.ts'
import type { LogLevel } from '../log/log.ts'
import type { ServerLookup } from './server-lookup.ts'
import { createRequests, type Requests } from './requests.ts'
import { openSocket, type Socket } from './socket.ts'

export type LoginReply = CommandOutput<'auth.login'>
/** im-sdk-api.md, figures: 0 disconnected, 1 connected, 2 logging in, 3 waiting to reconnect. */
export type LoginStatus = 0 | 1 | 2 | 3
export type ConnectionEnd = { code: string | number; message: string; reason?: string; custom?: string; from?: string }

export type ConnectionOptions = {
  /** Origin of the server, used without a location service. */
  url: string
  serverLookup?: ServerLookup
  /** Runs before the first connection. A failure does not stop the connection. */
  prepare?: () => Promise<void>
  /** Key of the account's app; accounts of the site need none. */
  appKey?: string
  account: string
  /** Read for each login, so that a replaced token is used. */
  token: () => string
  deviceId: () => string
  /** Changes to another device id, so that two pages with the same id do not end each other's connection forever. */
  renewDeviceId?: (() => void) | undefined
  customTag?: string
  customClientType?: number
  transports?: Transport[]
  needReconnect?: boolean
  /** Defaults to Infinity. */
  reconnectionAttempts?: number
  /** Reconnects at once when the browser reports that the network is back. */
  quickReconnect?: boolean
  heartbeatIntervalMs?: number
  timeouts?: Partial<Record<CommandName, number>>
  /** Receives log entries for fault analysis, without message content. */
  log?: (level: LogLevel, text: string) => void
  /** Overrides the delays, for tests and custom clients. */
  delayOf?: (retry: number) => number
}
export type ConnectionEvents = {
  /** Called after each login; `isAgain` is true after a lost connection. */
  onLogin: (reply: LoginReply, isAgain: boolean) => void
  onPush: (packet: PushPacket) => void
  /** Called before a reconnect and awaited, for instance to fetch a new token. */
  onWillReconnect: (info: { retryCount: number; duration: number }) => unknown
  /** Called when the connection has ended for good. */
  onEnd: (end: ConnectionEnd) => void
}

/** The socket is null while the server's address is resolved. */
type Attempt = { socket: Socket | null; requests: Requests; bye: ByePacket | null }

/** After a WebSocket, the first retries do not poll: a connection that began with polling never becomes a WebSocket. */
const maxRetriesWithoutPolling = 3

/** Limit for requests that wait for the next login while a node restarts. */
const maxMoveMs = 30_000

/** Only browsers report when the network is back. */
const network = globalThis as Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>>

export function createConnection(options: ConnectionOptions) {
  let events: Partial<ConnectionEvents> = {}
  let status: LoginStatus = 0
  let attempt: Attempt | null = null
  let retries = 0
  let hasLoggedIn = false
  /** True when the last connection was a WebSocket. */
  let hadWebSocket = false
  /** True once the server has accepted this page's origin, until the next connection opens. */
  let isOriginChecked = false
  /** Set while a node restarts: new requests wait for `done`, the next login. */
  let move: { done: Promise<void>; finish: () => void } | null = null
  let heartbeat: ReturnType<typeof setInterval> | undefined
  let reconnect: ReturnType<typeof setTimeout> | undefined

  function close(): void {
    clearInterval(heartbeat)
    clearTimeout(reconnect)
    const old = attempt
    attempt = null
    old?.socket?.close()
    old?.requests.failAll()
  }

  function finishMove(): void {
    move?.finish()
    move = null
  }

  function end(reason: ConnectionEnd): void {
    close()
    status = 0
    finishMove()
    options.log?.(reason.code === 'logout' ? 'info' : 'warn', `ended ${reason.code} ${reason.reason ?? ''}`)
    network.removeEventListener?.('online', wake)
    events.onEnd?.(reason)
  }

  /** messaging.md 4: after a lost connection it reconnects if allowed; otherwise it reports the end once. */
  async function reconnectLater(reason: string, delayMs?: number): Promise<void> {
    close()
    const { needReconnect = true, reconnectionAttempts = Infinity, delayOf = backoffMs } = options
    if (!needReconnect || retries >= reconnectionAttempts) return end({ code: 'allAttemptsFailed', message: reason })
    status = 3
    const duration = delayMs ?? delayOf(retries)
    retries += 1
    options.log?.('warn', `lost (${reason}), reconnects in ${duration} ms, retry ${retries}`)
    try {
      await events.onWillReconnect?.({ retryCount: retries, duration })
    } catch {
      // the page's callback threw; the old token may still be valid
    }
    if (status !== 3) return
    reconnect = setTimeout(connect, duration)
  }

  function loseConnection(lost: Attempt, reason: string): void {
    if (attempt !== lost) return
    const [code, detail] = lost.bye ?? []
    // this page is still open, so another page has connected with the same id
    if (code === disconnects.replacedByOwnDevice) options.renewDeviceId?.()
    if (code === undefined || detail === undefined || shouldReconnect(code))
      return void reconnectLater(detail?.message ?? reason, detail?.reconnectMs)
    const { refusal, ...rest } = detail
    end({ code: refusal ?? (detail.reason ? 'kicked' : code), ...rest })
  }

  /** The node restarts: new requests wait for the next login, and the page disconnects after its last reply. */
  function leaveWhenIdle(current: Attempt): void {
    if (current.bye?.[1].reconnectMs === undefined) return
    if (!move) {
      let finish = () => {}
      const done = new Promise<void>((resolve) => (finish = resolve))
      const timer = setTimeout(finish, maxMoveMs)
      void done.then(() => clearTimeout(timer))
      move = { done, finish }
    }
    if (current.requests.isIdle()) loseConnection(current, '')
  }

  /** messaging.md 4: after the first failure it tries again, after the second it closes the connection. */
  function startHeartbeat(current: Attempt): void {
    const sendHeartbeat = () => current.requests.request('link.heartbeat', {})
    heartbeat = setInterval(
      () =>
        void sendHeartbeat()
          .catch(() => sendHeartbeat())
          .catch(() => loseConnection(current, '心跳超时')),
      Math.max(5_000, options.heartbeatIntervalMs ?? 30_000),
    )
  }

  async function login(current: Attempt): Promise<void> {
    const { appKey = '', account, token, customTag = '', customClientType = 0 } = options
    try {
      const reply = await current.requests.request('auth.login', {
        appKey,
        account,
        token: token(),
        deviceId: options.deviceId(),
        clientType: clientTypes.Web,
        customTag,
        customClientType,
      })
      if (attempt !== current) return
      status = 1
      retries = 0
      options.log?.('info', 'logged in')
      startHeartbeat(current)
      finishMove()
      const isAgain = hasLoggedIn
      hasLoggedIn = true
      events.onLogin?.(reply, isAgain)
    } catch (error) {
      if (attempt !== current) return
      // network errors during login are retried, a refusal is not (messaging.md 4)
      if (error instanceof ImFailure && handlingOf(error.code) === 'ends')
        end({ code: error.code, message: error.message })
      else loseConnection(current, (error as Error).message)
    }
  }

  function dial(current: Attempt, url: string): void {
    options.log?.('info', `connecting to ${url}`)
    const all = options.transports ?? ['websocket', 'polling']
    const transports: Transport[] = hadWebSocket && retries <= maxRetriesWithoutPolling ? ['websocket'] : all
    // messaging.md 9: 10 s
    current.socket = openSocket(url, transports, 10_000, {
      connect(transport) {
        isOriginChecked = false
        hadWebSocket = transport === 'websocket'
        void login(current)
      },
      reply(packet) {
        current.requests.settle(packet)
        leaveWhenIdle(current)
      },
      push: (packet) => attempt === current && status === 1 && events.onPush?.(packet),
      bye(packet) {
        current.bye = packet
        leaveWhenIdle(current)
      },
      closed(reason, wasOpen) {
        if (!wasOpen) options.serverLookup?.fail()
        if (wasOpen || isOriginChecked) loseConnection(current, reason)
        else void checkOrigin(current, url, reason)
      },
    })
  }

  /** Asks the server why a connection was refused, because browsers hide it. */
  async function checkOrigin(current: Attempt, url: string, reason: string): Promise<void> {
    const allowed = (await fetchJson<{ allowed: boolean }>(`${url}/im/origin`))?.allowed
    isOriginChecked = allowed !== undefined
    if (attempt !== current || allowed !== false) return loseConnection(current, reason)
    const { code, message } = imErrors.originNotAllowed
    end({ code, message: `${globalThis.location?.origin}: ${message}` })
  }

  async function begin(current: Attempt): Promise<void> {
    let url: string | undefined
    try {
      await options.prepare?.().catch(() => {})
      url = await options.serverLookup?.current()
    } catch (error) {
      if (attempt !== current) return
      const { code, message } = error as ImFailure
      // messaging.md 4: the connection ends here unless it was signed in before
      if (hasLoggedIn) loseConnection(current, message)
      else end({ code, message })
      return
    }
    if (attempt === current) dial(current, url ?? options.url)
  }

  function connect(): void {
    if (attempt) return
    clearTimeout(reconnect)
    status = 2
    const requests = createRequests((packet) => current.socket?.send(packet), options.timeouts)
    const current: Attempt = { socket: null, requests, bye: null }
    attempt = current
    if (options.quickReconnect !== false) network.addEventListener?.('online', wake)
    if (options.serverLookup || options.prepare) void begin(current)
    else dial(current, options.url)
  }

  /** The network or the machine is available again: skip the reconnect delay, and probe an open connection. */
  function wake(): void {
    if (status === 3) connect()
    const current = attempt
    if (status === 1 && current)
      current.requests.request('link.heartbeat', {}).catch(() => loseConnection(current, '心跳超时'))
  }

  return {
    subscribe: (handlers: ConnectionEvents): void => void (events = handlers),
    connect,
    wake,
    status: (): LoginStatus => status,
    /** Commands need a login (messaging.md 4). */
    async request<K extends CommandName>(name: K, input: CommandInput<K>): Promise<CommandOutput<K>> {
      if (move) await move.done
      if (!attempt || status !== 1) throw imFail('socketState')
      return attempt.requests.request(name, input)
    },
    /** A deliberate disconnect never reconnects. */
    disconnect: (): void => end({ code: 'logout', message: '已断开连接' }),
    /** Simulates a lost network, for tests and for pages that know that they were suspended. */
    drop: (): void => {
      if (attempt) loseConnection(attempt, 'dropped')
    },
  }
}
export type Connection = ReturnType<typeof createConnection>
