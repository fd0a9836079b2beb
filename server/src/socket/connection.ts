// One socket: who is on it, what waits to be read from it, and how it ends.
import type { Socket } from 'socket.io'
import { disconnects } from '@xinqiao/contract/disconnects.ts'
import type { LoginPort } from '@xinqiao/contract/im/auth.ts'
import type { PushData, PushName } from '@xinqiao/contract/im/index.ts'
import { pushNamed } from '@xinqiao/contract/im/table.ts'
import type { ByeDetail, ClientToServer, ReplyPacket, ServerToClient } from '@xinqiao/contract/im/wire.ts'
import type { ImViewer } from '../kit/im-ctx.ts'

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
  pushText: (text: string) => void
  /** Says why, and hangs up. */
  end: (why: DisconnectName, detail: ByeDetail) => void
}

/** An event as the socket library writes it ('2' says event): for what goes to many, or often. */
const encode = (event: keyof ServerToClient, packet: unknown): string => `2${JSON.stringify([event, packet])}`

/** A push put into words once, however many devices it goes to. */
export function encodePush<K extends PushName>(name: K, data: PushData<K>): string {
  const { serviceId, id } = pushNamed(name)
  return encode('push', [serviceId, id, data])
}

const sizeOf = (data: unknown): number => (typeof data === 'string' ? data.length : 1)

/**
 * @param mostWaiting characters that may wait for a slow reader. One who does not read what others send would
 * otherwise fill this process's memory; he is disconnected and, being told to come back, catches up by sync.
 */
export function makeConnection(socket: ImSocket, mostWaiting: number): Connection {
  let queued = 0
  let leaving = 0
  socket.conn.on('packetCreate', ({ data }: { data?: unknown }) => (queued += sizeOf(data)))
  socket.conn.on('flush', () => {
    leaving += queued
    queued = 0
  })
  socket.conn.on('drain', () => (leaving = 0))

  const end: Connection['end'] = (why, detail) => {
    socket.emit('bye', [disconnects[why], detail])
    // without waiting for what a slow reader will not read
    if (why === 'tooSlow') socket.conn.close(true)
    else socket.disconnect(true)
  }
  const pushText = (text: string): void => {
    if (queued + leaving > mostWaiting) end('tooSlow', { message: '接收过慢，连接已断开' })
    else socket.conn.write(text)
  }
  return {
    id: socket.id,
    ip: socket.handshake.address,
    viewer: null,
    port: null,
    isOpen: () => socket.connected,
    reply: (packet) => void socket.conn.write(encode('reply', packet)),
    push: (name, data) => pushText(encodePush(name, data)),
    pushText,
    end,
  }
}
