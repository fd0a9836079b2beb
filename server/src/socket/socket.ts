// Socket server of the chat: Socket.IO on the port of the site.
import type { Server as HttpServer } from 'node:http'
import type { Broadcast } from '@xinqiao/contract/im/accounts/notify.ts'
import {
  announceVisit,
  createTransientElements,
  endForbiddenVisits,
  selectImIds,
  writeBroadcast,
  selectRecentLeavers,
} from '../im/chat.ts'
import { createClientAddress } from '../kit/auth/client-address.ts'
import type { Kit } from '../kit/ctx.ts'
import { logDatabaseFailure } from '../kit/db/failure-log.ts'
import { chatConnections } from '../kit/metrics.ts'
import { watchGeneration } from '../kit/generation.ts'
import { chatPushes, newMessages } from '../kit/bus/topic.ts'
import { createConnection } from './connection.ts'
import { createDispatch, type InjectFault } from './dispatch.ts'
import { drainSockets } from './drain.ts'
import { createIoServer, type ChatServer } from './io-server.ts'
import { openExamWatch } from './exam-watch.ts'
import { createFrequencyLimit } from './frequency.ts'
import { createHandshakeLimit } from './handshakes.ts'
import { watchLogins } from './logins.ts'
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
  let isClosing = false
  const io: ChatServer = createIoServer(http, kit, handshakes, () => isClosing)
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

  const logins = watchLogins(kit, registry, watch)

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
  const timer = setInterval(() => {
    frequency?.clean()
    logins.checkAll().catch((error: unknown) => kit.log.warn({ err: error }, 'chat sessions not readable'))
    checkMemberships().catch((error: unknown) => logDatabaseFailure(kit.log, error, 'members of teams not readable'))
    checkRooms().catch((error: unknown) => logDatabaseFailure(kit.log, error, 'chatrooms not readable'))
  }, checkEveryMs)
  timer.unref()

  async function pushNotices(accountIds: readonly number[]): Promise<void> {
    if (registry.all().length === 0) return
    for (const imId of await selectImIds(kit.sql, accountIds)) registry.deliverHere(imId, 'notify.portal', {})
  }
  const unsubscribes = [
    chatPushes.subscribe(kit.bus, (push) => registry.deliverCalled(push)),
    newMessages.subscribe(kit.bus, (accountIds) => {
      pushNotices(accountIds).catch((error: unknown) => kit.log.warn({ err: error }, 'notices not pushed'))
    }),
  ]

  return {
    checkSignInSessions: () => logins.checkAll(),
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
      logins.close()
      for (const unsubscribe of unsubscribes) unsubscribe()
      watch.close()
      registry.close()
      await io.close()
      await transientElements.close()
      await presence.close()
    },
  }
}
