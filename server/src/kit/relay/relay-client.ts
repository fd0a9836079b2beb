// Asks a relay (TURN over UDP, RFC 8656) for an address, as a browser does when a call begins, and releases it.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'

const cookie = 0x21_12_a4_42
const kinds = { allocate: 0x0003, refresh: 0x0004, allocated: 0x0103, refused: 0x0113 } as const
const fields = {
  username: 0x0006,
  integrity: 0x0008,
  lifetime: 0x000d,
  realm: 0x0014,
  nonce: 0x0015,
  transport: 0x0019,
} as const
type FieldName = keyof typeof fields

const [headerBytes, integrityBytes] = [20, 24]
const resendMs = 300
const udp = Buffer.from([17, 0, 0, 0])
const noLifetime = Buffer.alloc(4)

export type RelayAddress = { host: string; port: number }
export type RelayLogin = { username: string; credential: string }
/** `refused`: the relay does not accept the credentials, or has no address left. */
export type RelayAnswer = 'allocated' | 'refused' | 'silent'

function encodeField(name: FieldName, value: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(fields[name], 0)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)])
}

function encodeHeader(kind: number, bodyBytes: number): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.writeUInt16BE(kind, 0)
  header.writeUInt16BE(bodyBytes, 2)
  header.writeUInt32BE(cookie, 4)
  randomBytes(12).copy(header, 8)
  return header
}

/** @param key signs the message; null for a first question, which learns realm and nonce */
function encodeMessage(kind: number, values: readonly [FieldName, Buffer][], key: Buffer | null): Buffer {
  const body = Buffer.concat(values.map(([name, value]) => encodeField(name, value)))
  if (key === null) return Buffer.concat([encodeHeader(kind, body.length), body])
  // the length counts the signature, which covers everything before it
  const signed = Buffer.concat([encodeHeader(kind, body.length + integrityBytes), body])
  return Buffer.concat([signed, encodeField('integrity', createHmac('sha1', key).update(signed).digest())])
}

/** The value of a field, or null. Bytes from the network may have any length. */
function findField(message: Buffer, name: FieldName): Buffer | null {
  for (let at = headerBytes; at + 4 <= message.length;) {
    const length = message.readUInt16BE(at + 2)
    if (message.readUInt16BE(at) === fields[name]) return message.subarray(at + 4, at + 4 + length)
    at += 4 + length + ((4 - (length % 4)) % 4)
  }
  return null
}

const isReplyTo = (message: Buffer, request: Buffer): boolean =>
  message.length >= headerBytes && message.subarray(4, headerBytes).equals(request.subarray(4, headerBytes))

/**
 * @param timeoutMs for the whole exchange
 * @returns whether a call with these credentials would get an address of the relay
 */
export function askRelay(
  { host, port }: RelayAddress,
  { username, credential }: RelayLogin,
  timeoutMs = 2_000,
): Promise<RelayAnswer> {
  return new Promise((resolve) => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
    let request = encodeMessage(kinds.allocate, [['transport', udp]], null)
    let login: { values: [FieldName, Buffer][]; key: Buffer } | null = null
    const send = (): void => socket.send(request, port, host)
    let isOver = false
    const finish = (answer: RelayAnswer): void => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      clearInterval(resending)
      socket.close()
      resolve(answer)
    }
    const timer = setTimeout(() => finish('silent'), timeoutMs)
    const resending = setInterval(send, resendMs)
    socket.on('error', () => finish('silent'))
    socket.on('message', (message) => {
      if (!isReplyTo(message, request)) return
      const kind = message.readUInt16BE(0)
      if (kind === kinds.allocated && login) {
        const release = encodeMessage(kinds.refresh, [['lifetime', noLifetime], ...login.values], login.key)
        return socket.send(release, port, host, () => finish('allocated'))
      }
      const [realm, nonce] = [findField(message, 'realm'), findField(message, 'nonce')]
      if (kind !== kinds.refused || login || !realm || !nonce) return finish('refused')
      const key = createHash('md5').update(`${username}:${realm.toString()}:${credential}`).digest()
      login = {
        key,
        values: [
          ['username', Buffer.from(username)],
          ['realm', realm],
          ['nonce', nonce],
        ],
      }
      request = encodeMessage(kinds.allocate, [['transport', udp], ...login.values], key)
      send()
    })
    send()
  })
}
