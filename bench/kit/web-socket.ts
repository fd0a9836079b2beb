// Minimal websocket client. The client shares the machine with the server, so it must be light; both compared servers
// get the same client.
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

export type WebSocketClient = { socket: Socket; send: (text: string) => void; close: () => void }
type MessageListener = { text: (text: string) => void; closed?: (why: string) => void }

const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const

/** Masked with zeros: the server does the same work, and the client none. */
function encodeFrame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload
  const head = length < 126 ? 6 : length < 65_536 ? 8 : 14
  const bytes = Buffer.alloc(head + length)
  bytes[0] = 0x80 | opcode
  if (head === 6) bytes[1] = 0x80 | length
  else if (head === 8) {
    bytes[1] = 0x80 | 126
    bytes.writeUInt16BE(length, 2)
  } else {
    bytes[1] = 0x80 | 127
    bytes.writeBigUInt64BE(BigInt(length), 2)
  }
  payload.copy(bytes, head)
  return bytes
}

type SocketFrame = { opcode: number; payload: Buffer; end: number }

/** The first complete frame of the buffer, or null. These servers send each text in one frame. */
function readFrame(bytes: Buffer): SocketFrame | null {
  if (bytes.length < 2) return null
  const opcode = bytes[0]! & 15
  let length = bytes[1]! & 127
  let at = 2
  if (length === 126) {
    if (bytes.length < 4) return null
    length = bytes.readUInt16BE(2)
    at = 4
  } else if (length === 127) {
    if (bytes.length < 10) return null
    length = Number(bytes.readBigUInt64BE(2))
    at = 10
  }
  const end = at + length
  return bytes.length < end ? null : { opcode, payload: bytes.subarray(at, end), end }
}

type ConnectionOptions = {
  protocol?: string
  /** Address of the machine from which the client connects. */
  localAddress?: string
}

/** @throws Error when the server does not answer with 101 */
export const openWebSocket = (
  url: string,
  listener: MessageListener,
  { protocol, localAddress }: ConnectionOptions = {},
): Promise<WebSocketClient> =>
  new Promise((resolve, reject) => {
    const { protocol: scheme, hostname, port, host, pathname, search } = new URL(url)
    const address = { host: hostname, port: Number(port), localAddress }
    const socket: Socket =
      scheme === 'wss:' ? connectTls({ ...address, servername: hostname }) : connect({ ...address, noDelay: true })
    const client: WebSocketClient = {
      socket,
      send: (text) => void socket.write(encodeFrame(opcodes.text, Buffer.from(text))),
      close: () => void socket.destroy(),
    }
    let rest: Buffer = Buffer.alloc(0)
    let isOpen = false
    let lastWord = ''
    const head = [
      `GET ${pathname}${search} HTTP/1.1`,
      `Host: ${host}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      'Sec-WebSocket-Version: 13',
      ...(protocol ? [`Sec-WebSocket-Protocol: ${protocol}`] : []),
    ]
    socket.on('connect', () => socket.write(`${head.join('\r\n')}\r\n\r\n`))
    socket.on('error', (error) => (isOpen ? (lastWord = error.message) : reject(error)))
    socket.on('close', () => (isOpen ? listener.closed?.(lastWord) : reject(new Error(`${url} hung up`))))
    socket.on('data', (part: Buffer) => {
      rest = rest.length === 0 ? part : Buffer.concat([rest, part])
      if (!isOpen) {
        const end = rest.indexOf('\r\n\r\n')
        if (end < 0) return
        const status = rest.subarray(0, rest.indexOf('\r\n')).toString()
        if (!status.includes(' 101 ')) return reject(new Error(`${url} answered ${status}`))
        rest = rest.subarray(end + 4)
        isOpen = true
        resolve(client)
      }
      for (let frame = readFrame(rest); frame; frame = readFrame(rest)) {
        rest = rest.subarray(frame.end)
        if (frame.opcode === opcodes.text) listener.text(frame.payload.toString())
        else if (frame.opcode === opcodes.ping) socket.write(encodeFrame(opcodes.pong, frame.payload))
        else if (frame.opcode === opcodes.close) lastWord = frame.payload.subarray(2).toString() || 'closed'
      }
    })
  })
