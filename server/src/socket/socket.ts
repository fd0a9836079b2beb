// Socket server of the chat: Socket.IO on the port of the site.
import type { Server as HttpServer } from 'node:http'
import { LRUCache } from 'lru-cache'
import { Server } from 'socket.io'
import { errors } from '@xinqiao/contract/errors.ts'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { socketPath, type ClientToServer, type ServerToClient } from '@xinqiao/contract/im/wire.ts'
import type { Broadcast } from '@xinqiao/contract/im/accounts/notify.ts'
import { minuteMs } from '@xinqiao/contract/time.ts'
import {
  announceVisit,
  chatRoles,
  createTransientElements,
  endForbiddenVisits,
  selectLiveLogins,
  selectImIds,
  writeBroadcast,
  selectRecentLeavers,
} from '../im/chat.ts'
import { isChatPage, mayConnectFrom } from '../kit/chat/chat-origins.ts'
import { createClientAddress } from '../kit/auth/client-address.ts'
import type { Kit } from '../kit/ctx.ts'
import { logDatabaseFailure } from '../kit/db/failure-log.ts'
import { chatConnections } from '../kit/metrics.ts'
import { watchGeneration } from '../kit/generation.ts'
import {
  changedChatLogins,
  chatPushes,
  endedSignInSessions,
  kickedChatAccounts,
  newMessages,
} from '../kit/bus/topic.ts'
import { createConnection, type Connection } from './connection.ts'
import { createDispatch, type InjectFault } from './dispatch.ts'
import { drainSockets } from './drain.ts'
import { openExamWatch } from './exam-watch.ts'
import { createFrequencyLimit } from './frequency.ts'
import { createHandshakeLimit, type EngineSocket } from './handshakes.ts'
import { createPresence } from './presence.ts'
import { createRegistry, type ConnectionRegistry, type RegistryOptions } from './registry/registry.ts'
import { deliverMissedMessages } from './rooms/missed-messages.ts'

export type SocketOptions = RegistryOptions & {
  /** Interval of the check for ended sign-in sessions. */
  checkEveryMs?: number
  /** messaging.md 9: time within which a connection must sign in. */
  loginWithinMs?: number
  maxWaiting?: number
  isFrequencyLimited?: boolean
  beforeReply?: InjectFault
}

export type SocketServer = {
  /** Asks all clients to reconnect within a period, to another node or to this one after its restart. */
  close: () => Promise<void>
  /** Ends connections whose login has ended. It also runs periodically. */
  checkSignInSessions: () => Promise<void>
  /** Sends a broadcast: at once to connected clients, and to others when they connect within its days. */
  broadcast: (body: string, retentionDays?: number) => Promise<Broadcast>
  /** Disconnects all clients without a reason, like a network failure. */
  cut: () => void
}

/** `custom` distinguishes these disconnections from an ended session, which has the same reason. */
const kickedDetail = { reason: 'serverKick', custom: 'kicked', message: '管理员已断开您的聊天连接' } as const
const blockedDetail = {
  reason: 'serverKick',
  custom: 'blocked',
  message: '您的聊天账号已停用。如有疑问，请联系网站管理员',
} as const
const closedDetail = {
  reason: 'serverKick',
  custom: 'appClosed',
  message: imErrors.appClosed.message,
} as const

const crowdedDetail = {
  reason: 'serverKick',
  custom: 'crowded',
  message: '同一网络的匿名访客过多，请登录后进入',
} as const

/** The id of the transport, which all namespaces of a socket share. */
const engineIdOf = (socket: { conn: unknown }): string => (socket.conn as { id: string }).id

/** Members who left within this time are compared with the pushes of this node. */
const leaverMinutes = 10

export function openSockets(http: HttpServer, kit: Kit, options: SocketOptions = {}): SocketServer {
  const { checkEveryMs = 5_000, loginWithinMs = 10_000, maxWaiting = 4 * 1024 * 1024 } = options
  const addressOf = createClientAddress(kit.config)
  const handshakes = createHandshakeLimit(kit)
  /** Origins that were refused and logged within a minute. */
  const loggedOrigins = new LRUCache<string, true>({ max: 200, ttl: minuteMs })
  function logForeignOrigin(origin = ''): void {
    if (loggedOrigins.has(origin)) return
    loggedOrigins.set(origin, true)
    kit.log.warn({ origin: origin.slice(0, 200) }, 'a page of a foreign origin was refused')
  }
  let isClosing = false
  const io = new Server<ClientToServer, ServerToClient>(http, {
    path: socketPath,
    serveClient: false,
    transports: ['websocket', 'polling'],
    // polling across origins
    cors: ({ headers: { origin = '' } }, answer) =>
      void mayConnectFrom(kit, origin).then(
        (isAllowed) => answer(null, { origin: isAllowed && origin, methods: ['GET', 'POST'] }),
        answer,
      ),
    maxHttpBufferSize: 128 * 1024,
    perMessageDeflate: false,
    httpCompression: false,
    connectTimeout: 10_000,
    pingInterval: 25_000,
    pingTimeout: 20_000,
    allowRequest: (request, answer) => {
      const check = (isAllowed: boolean) => {
        if (isClosing) return answer('服务器正在重启', false)
        if (!isAllowed) {
          logForeignOrigin(request.headers.origin)
          return answer(errors.foreignOrigin.message, false)
        }
        if (!handshakes.reserve(request)) return answer('连接过多，请稍后再试', false)
        answer(null, true)
      }
      isChatPage(kit, request.headers).then(check, () => answer(errors.internal.message, false))
    },
  })
  // after a restore, accounts may be missing, so all devices must sign in again
  const generation = watchGeneration(kit, closeTransport)
  const presence = createPresence(kit, () => registry.all(), options.aliveEveryMs)
  const registry: ConnectionRegistry = createRegistry(kit.bus, generation.current, presence, options)
  const transientElements = createTransientElements(kit, registry.rooms.port)
  registry.rooms.onVisitEnd((room) => {
    announceVisit(registry.rooms.port, room, 'memberExit')
    transientElements.endVisit(room)
  })
  const frequency = options.isFrequencyLimited === false ? null : createFrequencyLimit()
  const dispatch = createDispatch(kit, { registry, presence, generation, frequency, beforeReply: options.beforeReply })

  function closeTransport(): void {
    for (const socket of io.sockets.sockets.values()) socket.conn.close(true)
  }

  io.engine.on('connection', (socket: EngineSocket) => handshakes.enter(socket))
  io.on('connection', (socket) => {
    chatConnections.inc()
    const connection = createConnection(socket, maxWaiting, addressOf(socket.request))
    const expectLogin = () =>
      setTimeout(() => {
        if (!connection.viewer) connection.end('noLogin', { message: '登录超时' })
      }, loginWithinMs)
    let timer = expectLogin()
    const answerPacket = async (packet: unknown) => {
      const wasSignedIn = connection.viewer !== null
      await dispatch(packet, connection)
      if (connection.viewer?.imId === 0) {
        if (!handshakes.enterVisitors(engineIdOf(socket))) connection.end('kickedByServer', crowdedDetail)
      } else if (connection.viewer) handshakes.leave(engineIdOf(socket))
      else if (wasSignedIn) {
        clearTimeout(timer)
        timer = expectLogin()
      }
    }
    socket.on('request', (packet) => void answerPacket(packet))
    socket.on('disconnect', () => {
      chatConnections.dec()
      clearTimeout(timer)
      registry.remove(connection)
      registry.rooms.leave(connection)
    })
  })

  const watch = openExamWatch(io as never, kit, (socket) => handshakes.leave(engineIdOf(socket)))

  async function endDead(connections: readonly Connection[]): Promise<void> {
    if (connections.length === 0) return
    const logins = [...new Set(connections.flatMap(({ viewer }) => viewer?.login ?? []))]
    const { factorRoles } = kit.config
    const liveLogins = await selectLiveLogins(kit.sql, { logins, roleIds: chatRoles, factorRoles })
    for (const connection of connections) {
      const liveLogin = connection.viewer && liveLogins.get(connection.viewer.login)
      if (!connection.viewer) continue
      if (liveLogin) connection.viewer.isMuted = liveLogin.isMuted
      if (liveLogin?.isAppClosed) registry.end(connection, 'kickedByServer', closedDetail)
      else if (liveLogin?.isBlocked) registry.end(connection, 'kickedByServer', blockedDetail)
      else if (!liveLogin)
        registry.end(connection, 'sessionEnded', { reason: 'serverKick', message: '登录信息过期重新登录' })
    }
  }
  const deliverMissed = () =>
    deliverMissedMessages(kit, registry.rooms).catch((error: unknown) =>
      logDatabaseFailure(kit.log, error, 'messages of chatrooms not readable'),
    )
  registry.rooms.onLoss(() => void deliverMissed())
  async function checkRooms(): Promise<void> {
    await deliverMissed()
    const roomIds = registry.rooms.listIds()
    await endForbiddenVisits({ sql: kit.sql, rooms: registry.rooms.port }, roomIds)
    await transientElements.sweep(roomIds)
  }
  /** Ends the pushes of a team for members whose removal did not reach this node. */
  const checkMemberships = (): Promise<void> =>
    registry.unfollowLeavers(() => selectRecentLeavers(kit.sql, leaverMinutes))
  async function checkSignInSessions(): Promise<void> {
    await watch.checkSignInSessions()
    await endDead(registry.listSignedIn())
  }
  const unsubscribeFromEndedSessions = endedSignInSessions.subscribe(kit.bus, (accountId) => {
    const checkLogins = async () => {
      await watch.checkSignInSessions()
      if (registry.listSignedIn().length === 0) return
      const imIds = new Set(await selectImIds(kit.sql, [accountId]))
      await endDead(registry.listSignedIn().filter(({ viewer }) => viewer && imIds.has(viewer.imId)))
    }
    checkLogins().catch((error: unknown) => kit.log.warn({ err: error }, 'chat sessions not readable'))
  })
  const unsubscribeFromLogins = changedChatLogins.subscribe(kit.bus, (imId) => {
    endDead(registry.listSignedIn().filter(({ viewer }) => viewer?.imId === imId)).catch((error: unknown) =>
      kit.log.warn({ err: error }, 'chat logins not readable'),
    )
  })
  const unsubscribeFromKicks = kickedChatAccounts.subscribe(kit.bus, (imId) => {
    for (const connection of registry.listSignedIn())
      if (connection.viewer?.imId === imId) registry.end(connection, 'kickedByServer', kickedDetail)
  })
  const unsubscribeFromPushes = chatPushes.subscribe(kit.bus, (push) => registry.deliverCalled(push))
  const timer = setInterval(() => {
    frequency?.clean()
    checkSignInSessions().catch((error: unknown) => kit.log.warn({ err: error }, 'chat sessions not readable'))
    checkMemberships().catch((error: unknown) => logDatabaseFailure(kit.log, error, 'members of teams not readable'))
    checkRooms().catch((error: unknown) => logDatabaseFailure(kit.log, error, 'chatrooms not readable'))
  }, checkEveryMs)
  timer.unref()

  async function pushNotices(accountIds: readonly number[]): Promise<void> {
    if (registry.all().length === 0) return
    for (const imId of await selectImIds(kit.sql, accountIds)) registry.deliverHere(imId, 'notify.portal', {})
  }
  const unsubscribeFromMessages = newMessages.subscribe(kit.bus, (accountIds) => {
    pushNotices(accountIds).catch((error: unknown) => kit.log.warn({ err: error }, 'notices not pushed'))
  })

  return {
    checkSignInSessions,
    async broadcast(body, retentionDays = 7) {
      const broadcast = await writeBroadcast(kit.sql, { body, retentionDays, appId: null })
      registry.deliverToAll(broadcast)
      return broadcast.broadcast
    },
    cut: closeTransport,
    async close() {
      isClosing = true
      clearInterval(timer)
      await drainSockets([...registry.all(), ...registry.rooms.listConnections()])
      generation.stop()
      unsubscribeFromMessages()
      unsubscribeFromEndedSessions()
      unsubscribeFromLogins()
      unsubscribeFromKicks()
      unsubscribeFromPushes()
      watch.close()
      registry.close()
      await io.close()
      await transientElements.close()
      await presence.close()
    },
  }
}
