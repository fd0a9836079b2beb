// Minimal Socket.IO client: named text events on one namespace, all that this layer uses. The server runs the full
// library, whose client would add 8 KB to the published script.
import {
  socketPath,
  type ByePacket,
  type PushPacket,
  type ReplyPacket,
  type RequestPacket,
} from '@xinqiao/contract/im/wire.ts'
import { openEngine, type Transport } from './engine.ts'

export type SocketEvents = {
  connect: (transport: Transport) => void
  reply: (packet: ReplyPacket) => void
  push: (packet: PushPacket) => void
  bye: (packet: ByePacket) => void
  /** Called once, when the socket closes or fails to open. */
  closed: (reason: string, wasOpen: boolean) => void
}
export type Socket = { send: (packet: RequestPacket) => void; close: () => void }

/** False for websockets where there are none, as in Node 20. */
const isTransportSupported = (transport: Transport) => transport !== 'websocket' || 'WebSocket' in globalThis

const packets = { open: '0', end: '1', event: '2', refusal: '4' } as const
type ServerEvent = { [K in 'reply' | 'push' | 'bye']: [name: K, packet: Parameters<SocketEvents[K]>[0]] }[
  | 'reply'
  | 'push'
  | 'bye']

/** @param timeoutMs limit for opening it, over all transports together, which are tried in order */
export function openSocket(url: string, transports: Transport[], timeoutMs: number, events: SocketEvents): Socket {
  let isOpen = false
  let usedTransport: Transport = 'polling'
  let isOver = false
  const timer = setTimeout(() => finish('timeout'), timeoutMs)

  function finish(reason: string): void {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    engine.close()
    events.closed(reason, isOpen)
  }

  function receivePacket(text: string): void {
    const [type, rest] = [text[0], text.slice(1)]
    if (type === packets.open && !isOpen) {
      isOpen = true
      clearTimeout(timer)
      events.connect(usedTransport)
    } else if (type === packets.end) finish('io server disconnect')
    else if (type === packets.refusal) finish((JSON.parse(rest) as { message: string }).message)
    else if (type === packets.event) {
      const [name, packet] = JSON.parse(rest) as ServerEvent
      if (name === 'reply') events.reply(packet)
      else if (name === 'push') events.push(packet)
      else events.bye(packet)
    }
  }

  const [transport = 'polling', ...fallbacks] = transports.filter(isTransportSupported)
  const engine = openEngine(`${url}${socketPath}/?EIO=4&transport=`, transport, fallbacks, {
    open(openedTransport) {
      usedTransport = openedTransport
      engine.send(packets.open)
    },
    message: receivePacket,
    closed: finish,
  })

  return {
    send: (packet) => engine.send(`${packets.event}${JSON.stringify(['request', packet])}`),
    /** Suppresses all further events, including `closed`. */
    close() {
      isOver = true
      clearTimeout(timer)
      engine.close()
    },
  }
}
