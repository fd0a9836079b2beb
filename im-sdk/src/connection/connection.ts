// The connection: socket, login, heartbeat and reconnect. A connection is a series of `ConnectionAttempt`s; events of
// an old attempt are ignored.
import { disconnects, shouldReconnect } from '@xinqiao/contract/disconnects.ts'
import { imErrors, imFail, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { CommandInput, CommandName, CommandOutput } from '@xinqiao/contract/im/index.ts'
import type { ByePacket } from '@xinqiao/contract/im/wire.ts'
import { createDialer } from './dial.ts'
import { probeConnection, startHeartbeat } from './heartbeat.ts'
import { isRefusal, sendLogin } from './login.ts'
import { createNodeChange } from './node-change.ts'
import type { DisconnectReason, ConnectionEvents, ConnectionOptions, LoginReply, LoginStatus } from './options.ts'
import { createReconnect } from './reconnect.ts'
import { createRequestSender, type RequestSender } from './requests.ts'
import type { Socket } from './socket.ts'

/** The socket is null while the server's address is resolved. */
type ConnectionAttempt = { socket: Socket | null; requests: RequestSender; bye: ByePacket | null }

/** @param logIn sends another login than that of an account */
export function createConnection<Reply = LoginReply>(
  options: ConnectionOptions,
  logIn = (requests: RequestSender) => sendLogin(requests, options) as Promise<Reply>,
) {
  const dial = createDialer(options)
  const nodeChange = createNodeChange()
  let events: Partial<ConnectionEvents<Reply>> = {}
  let status: LoginStatus = 0
  let currentAttempt: ConnectionAttempt | null = null
  /** The attempt whose link is being tested. */
  let checkedAttempt: ConnectionAttempt | null = null
  let hasLoggedIn = false
  let isUnreachableReported = false
  let lastUrl = ''
  let serverUrl = options.url
  let stopHeartbeat = () => {}
  const reconnect = createReconnect(options, {
    status: () => status,
    connect,
    checkConnection,
    onWillReconnect: (info) => events.onWillReconnect?.(info),
  })

  function connect(): void {
    if (currentAttempt) return
    reconnect.cancel()
    status = 2
    const requests = createRequestSender(
      (packet) => attempt.socket?.send(packet),
      options.timeouts,
      (input, level) => events.onCrisis?.(input, level),
    )
    const attempt: ConnectionAttempt = { socket: null, requests, bye: null }
    currentAttempt = attempt
    reconnect.watchNetwork()
    if (options.serverLookup || options.prepare || options.fault) void prepare(attempt)
    else open(attempt, options.url)
  }

  async function prepare(attempt: ConnectionAttempt): Promise<void> {
    let url: string | undefined
    try {
      await options.prepare?.().catch(() => {})
      if (options.fault) throw options.fault
      url = await options.serverLookup?.current()
    } catch (error) {
      if (currentAttempt !== attempt) return
      const { code, message } = error as ImFailure
      // messaging.md 4: the connection ends here unless it was signed in before
      if (hasLoggedIn) handleLoss(attempt, message)
      else endConnection({ code, message })
      return
    }
    if (currentAttempt === attempt) open(attempt, url ?? options.url)
  }

  function open(attempt: ConnectionAttempt, url: string): void {
    lastUrl = url
    attempt.socket = dial(url, reconnect.retries(), {
      connect: () => void signIn(attempt),
      reply(packet) {
        attempt.requests.settle(packet)
        leaveWhenIdle(attempt)
      },
      push: (packet) => currentAttempt === attempt && status === 1 && events.onPush?.(packet),
      bye(packet) {
        attempt.bye = packet
        leaveWhenIdle(attempt)
      },
      lost: (reason) => handleLoss(attempt, reason),
      refused() {
        const { code, message } = imErrors.originNotAllowed
        if (currentAttempt === attempt) endConnection({ code, message: `${globalThis.location?.origin}: ${message}` })
      },
    })
  }

  async function signIn(attempt: ConnectionAttempt): Promise<void> {
    try {
      const reply = await logIn(attempt.requests)
      if (currentAttempt !== attempt) return
      status = 1
      serverUrl = lastUrl
      reconnect.resetRetries()
      options.log?.('info', 'logged in')
      const intervalMs = options.heartbeatIntervalMs ?? 30_000
      stopHeartbeat = startHeartbeat(attempt.requests, intervalMs, (reason) => handleLoss(attempt, reason))
      nodeChange.finish()
      const isAgain = hasLoggedIn
      hasLoggedIn = true
      events.onLogin?.(reply, isAgain)
    } catch (error) {
      if (currentAttempt !== attempt) return
      const { message } = error as Error
      if (isRefusal(error)) endConnection({ code: error.code, message })
      else handleLoss(attempt, message)
    }
  }

  /** The node restarts: new requests wait for the next login, and the page disconnects after its last reply. */
  function leaveWhenIdle(attempt: ConnectionAttempt): void {
    if (attempt.bye?.[1].reconnectMs === undefined) return
    nodeChange.begin()
    if (attempt.requests.isIdle()) handleLoss(attempt, '')
  }

  /** The connection is lost: it reconnects, unless the server's `bye` says that it has ended. */
  function handleLoss(attempt: ConnectionAttempt, reason: string): void {
    if (currentAttempt !== attempt) return
    const [code, detail] = attempt.bye ?? []
    // this page is still open, so another page has connected with the same id
    if (code === disconnects.replacedByOwnDevice) options.renewDeviceId?.()
    if (code === undefined) reportUnreachable(reason)
    if (code === undefined || detail === undefined || shouldReconnect(code))
      return reconnectLater(detail?.message ?? reason, detail?.reconnectMs)
    const { refusal, ...rest } = detail
    endConnection({ code: refusal ?? (detail.reason ? 'kicked' : code), ...rest })
  }

  /** Reports a failed connection to a page that still waits for its first login. */
  function reportUnreachable(reason: string): void {
    if (hasLoggedIn || isUnreachableReported || !reconnect.isAllowed()) return
    isUnreachableReported = true
    const advice = '正在重试，请检查网络与 defaultLink'
    events.onUnreachable?.(imFail('offline', `连不上消息服务器 ${lastUrl}（${reason}）。${advice}`))
  }

  /** messaging.md 4: after a lost connection it reconnects if allowed; otherwise it reports the end once. */
  function reconnectLater(reason: string, delayMs?: number): void {
    close()
    if (!reconnect.isAllowed()) return endConnection({ code: 'allAttemptsFailed', message: reason })
    status = 3
    void reconnect.schedule(reason, delayMs)
  }

  function endConnection(reason: DisconnectReason): void {
    close()
    status = 0
    nodeChange.finish()
    options.log?.(reason.code === 'logout' ? 'info' : 'warn', `ended ${reason.code} ${reason.reason ?? ''}`)
    reconnect.unwatchNetwork()
    events.onEnd?.(reason)
  }

  function close(): void {
    stopHeartbeat()
    reconnect.cancel()
    const attempt = currentAttempt
    currentAttempt = null
    attempt?.socket?.close()
    attempt?.requests.failAll()
  }

  /** Tests the link at once with one heartbeat. Several messages that time out together share it. */
  function checkConnection(): void {
    const attempt = currentAttempt
    if (!attempt || attempt === checkedAttempt) return
    checkedAttempt = attempt
    void probeConnection(attempt.requests, (reason) => handleLoss(attempt, reason)).finally(() => {
      checkedAttempt = null
    })
  }

  return {
    subscribe: (handlers: ConnectionEvents<Reply>): void => void (events = handlers),
    connect,
    wake: reconnect.wake,
    status: (): LoginStatus => status,
    /** Origin of the server of the last login. A location service may name another one than the options. */
    serverUrl: (): string => serverUrl,
    /** Sends a command, which needs a login (messaging.md 4). */
    async request<K extends CommandName>(name: K, input: CommandInput<K>): Promise<CommandOutput<K>> {
      const nextLogin = nodeChange.whenDone()
      if (nextLogin) await nextLogin
      if (!currentAttempt || status !== 1) throw imFail('socketState')
      try {
        return await currentAttempt.requests.request(name, input)
      } catch (error) {
        if ((error as ImFailure).code === imErrors.noAnswer.code) checkConnection()
        throw error
      }
    },
    /** A deliberate disconnect never reconnects. It does nothing once the connection has ended. */
    disconnect(): void {
      if (currentAttempt || status !== 0) endConnection({ code: 'logout', message: '已断开连接' })
    },
    /** Simulates a lost network, for tests and for pages that know that they were suspended. */
    drop: (): void => {
      if (currentAttempt) handleLoss(currentAttempt, 'dropped')
    },
  }
}
export type Connection<Reply = LoginReply> = ReturnType<typeof createConnection<Reply>>
