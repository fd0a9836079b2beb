// One socket: who is on it, what waits to be read from it, and how it ends.
import type { Socket } from 'socket.io'
import { disconnects } from '@xinqiao/contract/disconnects.ts'
import type { LoginPort } from '@xinqiao/contract/im/auth.ts'
import type { PushData, PushName } from '@xinqiao/contract/im/index.ts'
import { pushNamed } from '@xinqiao/contract/im/table.ts'
import type { ByeDetail, ClientToServer, ReplyPacket, ServerToClient } from '@xinqiao/contract/im/wire.ts'
import type { ImViewer } from '../kit/im-ctx.ts'
import { encodePacket, makeOutbox, type Packet } from './packets.ts'

export type ImSocket = Socket<ClientToServer, ServerToClient>
export type DisconnectName = keyof typeof disconnects

export type Connection = {
  id: string
  ip: string
  viewer: ImViewer | null
  port: LoginPort | null
  reply: (packet: ReplyPacket) => void
  isOpen: () => boolean
  push: <K extends PushName>(name: K, data: PushData<K>) => void
  /** What `encodePush` has made. */
  pushPacket: (packet: Packet) => void
  /** Says why, and hangs up. */
  end: (why: DisconnectName, detail: ByeDetail) => void
}

/** A push put into words once, however many devices it goes to. */
export function encodePush<K extends PushName>(name: K, data: PushData<K>): Packet {
  const { serviceId, id } = pushNamed(name)
  return encodePacket('push', [serviceId, id, data])
}

const sizeOf = (data: unknown): number => (typeof data === 'string' ? data.length : 1)

/**
 * @param maxWaiting characters that may wait for a slow reader. One who does not read what others send would
 * otherwise fill this process's memory; he is disconnected and, being told to come back, catches up by sync.
 */
export function makeConnection(socket: ImSocket, maxWaiting: number, ip: string): Connection {
  let queued = 0
  let leaving = 0
  socket.conn.on('packetCreate', ({ data }: { data?: unknown }) => (queued += sizeOf(data)))
  socket.conn.on('flush', () => {
    leaving += queued
    queued = 0
  })
  socket.conn.on('drain', () => (leaving = 0))

  const outbox = makeOutbox(socket)

  const end: Connection['end'] = (why, detail) => {
    if (why === 'tooSlow') return endSlow(encodePacket('bye', [disconnects[why], detail]))
    outbox.flush()
    socket.emit('bye', [disconnects[why], detail])
    socket.disconnect(true)
  }
  /** What waits is thrown away; the word follows what the system has taken, and is read whenever reading goes on. */
  function endSlow({ text }: Packet): void {
    const { conn } = socket
    if (conn.transport.name === 'websocket') conn.transport.send([{ type: 'message', data: text }])
    conn.close(true)
  }
  const pushPacket = (packet: Packet): void => {
    if (queued + leaving + outbox.size() > maxWaiting) end('tooSlow', { message: '接收过慢，连接已断开' })
    else outbox.add(packet)
  }
  return {
    id: socket.id,
    ip,
    viewer: null,
    port: null,
    isOpen: () => socket.connected,
    reply: (packet) => outbox.add(encodePacket('reply', packet)),
    push: (name, data) => pushPacket(encodePush(name, data)),
    pushPacket,
    end,
  }
}
