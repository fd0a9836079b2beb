// Opens a TCP, TLS or Unix-socket connection to a PostgreSQL server.
import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { DatabaseAddress, DatabaseHost } from '../database-address.ts'

/** Length 8, code 80877103. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** Idle connections to a host that has vanished end after 10 s and ten probes; firewalls keep live ones open. */
const keepAliveDelayMs = 10_000

/**
 * @param signal aborts the attempt
 * @throws the error of the network, or the signal's reason
 */
export async function dial(
  { socketPath, ssl }: DatabaseAddress,
  { host, port }: DatabaseHost,
  signal: AbortSignal,
): Promise<Socket> {
  const raw = socketPath === null ? connectTcp({ host, port, noDelay: true }) : connectTcp(socketPath)
  try {
    await once(raw, 'connect', { signal })
    raw.setKeepAlive(true, keepAliveDelayMs)
    if (socketPath !== null || ssl === 'disable') return raw
    raw.write(sslRequest)
    const [answer] = (await once(raw, 'data', { signal })) as [Buffer]
    if (answer[0] !== 0x53) {
      if (ssl === 'prefer') return raw
      throw new Error('数据库不支持加密连接（sslmode）')
    }
    const secure = connectTls({
      socket: raw,
      servername: isIP(host) ? '' : host,
      rejectUnauthorized: ssl === 'verify-full',
    })
    await once(secure, 'secureConnect', { signal })
    return secure
  } catch (error) {
    raw.on('error', () => {}).destroy()
    throw signal.aborted ? signal.reason : error
  }
}
