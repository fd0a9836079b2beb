// A socket with its account and its outgoing queue.
import type { Socket } from 'socket.io'
import { disconnects } from '@xinqiao/contract/disconnects.ts'
import type { LoginPort } from '@xinqiao/contract/im/accounts/auth.ts'
import type { PushData, PushName } from '@xinqiao/contract/im/index.ts'
import { getPush } from '@xinqiao/contract/im/table.ts'
import type { ByeDetail, ClientToServer, ReplyPacket, ServerToClient } from '@xinqiao/contract/im/wire.ts'
import type { ImRoom, ImViewer } from '../kit/chat/im-ctx.ts'
import { encodePacket, createOutbox, type EncodedPacket } from './packets.ts'

export type ImSocket = Socket<ClientToServer, ServerToClient>
export type DisconnectName = keyof typeof disconnects

export type Connection = {
  id: string
  ip: string
  /** Origin of the page that opened the socket; a program sends none. */
  page: { origin: string | undefined; host: string | undefined }
  /** Description of the client in its request; programs may send none. */
  userAgent: string | undefined
  viewer: ImViewer | null
  /** The chatroom that the connection has entered. */
  room: ImRoom | null
  port: LoginPort | null
  reply: (packet: ReplyPacket) => void
  isOpen: () => boolean
  push: <K extends PushName>(name: K, data: PushData<K>) => void
  /** Sends a packet of `encodePush`. */
  pushPacket: (packet: EncodedPacket) => void
  /** Sends the reason, then disconnects. */
  end: (why: DisconnectName, detail: ByeDetail) => void
  /** Asks the client to disconnect after its last reply, and to reconnect after this time. */
  sendAway: (reconnectMs: number) => void
}

/** A push, encoded once for all devices. */
export function encodePush<K extends PushName>(name: K, data: PushData<K>): EncodedPacket {
  const { serviceId, id } = getPush(name)
  return encodePacket('push', [serviceId, id, data])
}

const packetLengthOf = (data: unknown): number => (typeof data === 'string' ? data.length : 1)

/**
 * @param maxWaiting characters that may wait for a slow client. Beyond it the client is disconnected, so that it does
 * not fill the memory. It reconnects and catches up by sync.
 */
export function createConnection(socket: ImSocket, maxWaiting: number, ip: string): Connection {
  let queuedBytes = 0
  let flushedBytes = 0
  socket.conn.on('packetCreate', ({ data }: { data?: unknown }) => (queuedBytes += packetLengthOf(data)))
  socket.conn.on('flush', () => {
    flushedBytes += queuedBytes
    queuedBytes = 0
  })
  socket.conn.on('drain', () => (flushedBytes = 0))

  const outbox = createOutbox(socket)

  const endConnection: Connection['end'] = (reason, detail) => {
    if (reason === 'tooSlow') return endSlow(encodePacket('bye', [disconnects[reason], detail]))
    outbox.flush()
    socket.emit('bye', [disconnects[reason], detail])
    socket.disconnect(true)
  }
  /** Discards the queue. The reason is sent after the data that the system has already accepted. */
  function endSlow({ text }: EncodedPacket): void {
    const { conn } = socket
    if (conn.transport.name === 'websocket') conn.transport.send([{ type: 'message', data: text }])
    conn.close(true)
  }
  const pushPacket = (packet: EncodedPacket): void => {
    if (queuedBytes + flushedBytes + outbox.size() > maxWaiting)
      endConnection('tooSlow', { message: '接收过慢，连接已断开' })
    else outbox.add(packet)
  }
  return {
    id: socket.id,
    ip,
    page: { origin: socket.request.headers.origin, host: socket.request.headers.host },
    userAgent: socket.request.headers['user-agent'],
    viewer: null,
    room: null,
    port: null,
    isOpen: () => socket.connected,
    reply: (packet) => outbox.add(encodePacket('reply', packet)),
    push: (name, data) => pushPacket(encodePush(name, data)),
    pushPacket,
    end: endConnection,
    sendAway: (reconnectMs) =>
      outbox.add(encodePacket('bye', [disconnects.shuttingDown, { message: '服务器正在重启', reconnectMs }])),
  }
}
