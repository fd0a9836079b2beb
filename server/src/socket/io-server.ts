// The Socket.IO server of the chat. It accepts connections of the site and of allowed origins only.
import type { Server as HttpServer } from 'node:http'
import { LRUCache } from 'lru-cache'
import { Server } from 'socket.io'
import { errors } from '@xinqiao/contract/errors.ts'
import { socketPath, type ClientToServer, type ServerToClient } from '@xinqiao/contract/im/wire.ts'
import { minuteMs } from '@xinqiao/contract/time.ts'
import { isChatPage, mayConnectFrom } from '../kit/chat/chat-origins.ts'
import type { Kit } from '../kit/ctx.ts'
import type { EngineSocket, HandshakeLimit } from './handshakes.ts'

export type ChatServer = Server<ClientToServer, ServerToClient>

/** @param isClosing true once no further connection is accepted */
export function createIoServer(
  http: HttpServer,
  kit: Kit,
  handshakes: HandshakeLimit,
  isClosing: () => boolean,
): ChatServer {
  /** Origins that were refused and logged within a minute. */
  const loggedOrigins = new LRUCache<string, true>({ max: 200, ttl: minuteMs })
  function logForeignOrigin(origin = ''): void {
    if (loggedOrigins.has(origin)) return
    loggedOrigins.set(origin, true)
    kit.log.warn({ origin: origin.slice(0, 200) }, 'a page of a foreign origin was refused')
  }
  const io: ChatServer = new Server(http, {
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
        if (isClosing()) return answer('服务器正在重启', false)
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
  io.engine.on('connection', (socket: EngineSocket) => handshakes.enter(socket))
  return io
}
