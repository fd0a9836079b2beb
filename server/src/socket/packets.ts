// Encodes packets. A write to a socket is the most expensive part of a message. All packets of one turn of the event
// loop therefore share a write. A websocket frame is encoded once for all devices.
import type { ServerToClient } from '@xinqiao/contract/im/wire.ts'
import type { Socket } from 'socket.io'

/** A Socket.IO event: type digit 2 and JSON. `frame` caches its encoded websocket frame. */
export type EncodedPacket = { text: string; frame: Buffer | null }

export const encodePacket = (event: keyof ServerToClient, packet: unknown): EncodedPacket => ({
  text: `2${JSON.stringify([event, packet])}`,
  frame: null,
})

const [final, textFrame] = [0x80, 1]

/** An unmasked text frame (RFC 6455, 5.2). The prefix '4' marks a message of the transport. */
export function encodeFrame(packet: EncodedPacket): Buffer {
  if (packet.frame) return packet.frame
  const length = Buffer.byteLength(packet.text) + 1
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = final | textFrame
  frame[1] = head === 2 ? length : head === 4 ? 126 : 127
  if (head === 4) frame.writeUInt16BE(length, 2)
  else if (head === 10) frame.writeBigUInt64BE(BigInt(length), 2)
  frame.write('4', head, 'latin1')
  frame.write(packet.text, head + 1, 'utf8')
  return (packet.frame = frame)
}

const waiting: (() => void)[] = []

function flushAll(): void {
  for (const flush of waiting.splice(0)) flush()
}

/** Runs after the current turn of the event loop, when all pushes of a batch are queued. */
function flushLater(flush: () => void): void {
  if (waiting.length === 0) process.nextTick(flushAll)
  waiting.push(flush)
}

/** Collects the packets of one socket in a turn of the event loop. */
export function createOutbox(socket: Socket) {
  let packets: EncodedPacket[] = []
  let size = 0

  function flush(): void {
    if (packets.length === 0) return
    const now = packets
    packets = []
    size = 0
    const { conn } = socket
    if (conn.transport.name === 'websocket') {
      const frames = now.map(encodeFrame)
      const options = { compress: false, wsPreEncodedFrame: [frames.length === 1 ? frames[0] : Buffer.concat(frames)] }
      // engine.io writes the frames in options, and uses this text only for its length
      conn.write(now.length === 1 ? now[0]!.text : now.map(({ text }) => text).join(''), options)
    } else for (const { text } of now) conn.write(text)
  }
  return {
    add(packet: EncodedPacket): void {
      if (packets.length === 0) flushLater(flush)
      packets.push(packet)
      size += packet.text.length
    },
    flush,
    /** Characters queued in this turn of the event loop. */
    size: () => size,
  }
}
