// Opens a TCP, TLS or Unix-socket connection to a PostgreSQL server.
import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { DatabaseAddress, DatabaseHost } from '../../database-address.ts'
import { isUnreachable } from './failures.ts'

/** PostgreSQL's SSLRequest: length 8, code 80877103. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/**
 * Ends idle connections to a host that has disappeared after 10 s and ten probes; firewalls keep connections with
 * probes open.
 */
const keepAliveDelayMs = 10_000

const certificateFaults: Record<string, string> = {
  ERR_TLS_CERT_ALTNAME_INVALID: '它不是给这个主机名的',
  CERT_HAS_EXPIRED: '已经过期',
  CERT_NOT_YET_VALID: '还没有生效，请核对两台机器的时间',
  DEPTH_ZERO_SELF_SIGNED_CERT: '签发机构不受信任',
  SELF_SIGNED_CERT_IN_CHAIN: '签发机构不受信任',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: '签发机构不受信任',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '签发机构不受信任',
}

/** Message for the operator about a refused certificate; errors of the network stay as they are. */
function describeTlsFailure(error: Error & { code?: string }, host: string): Error {
  if (isUnreachable(error)) return error
  const fault = certificateFaults[error.code ?? ''] ?? error.message
  return new Error(`不能加密连接数据库 ${host}：证书${fault}（sslmode、sslrootcert）`, { cause: error })
}

async function upgradeToTls(
  raw: Socket,
  { ssl, rootCertificate }: DatabaseAddress,
  host: string,
  signal: AbortSignal,
): Promise<Socket> {
  const secure = connectTls({
    socket: raw,
    // otherwise the certificate of an IP address would be compared with `localhost`
    host,
    servername: isIP(host) ? '' : host,
    rejectUnauthorized: ssl === 'verify-full',
    ...(rootCertificate !== null && { ca: rootCertificate }),
  })
  try {
    await once(secure, 'secureConnect', { signal })
    return secure
  } catch (error) {
    secure.on('error', () => {}).destroy()
    throw describeTlsFailure(error as Error, host)
  }
}

/**
 * @param signal aborts the attempt
 * @throws the error of the network, the reason of the signal, or a message for the operator about the encryption
 */
export async function connectToHost(
  address: DatabaseAddress,
  { host, port }: DatabaseHost,
  signal: AbortSignal,
): Promise<Socket> {
  const { socketPath, ssl } = address
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
    // CVE-2021-23222: bytes of an attacker would count as part of the encrypted stream
    if (answer.length > 1) throw new Error('数据库在加密之前多发了数据，连接可能被人改动')
    return await upgradeToTls(raw, address, host, signal)
  } catch (error) {
    raw.on('error', () => {}).destroy()
    throw signal.aborted ? signal.reason : error
  }
}
