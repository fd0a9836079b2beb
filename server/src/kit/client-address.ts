// The address that a request comes from, behind the proxies that the configuration trusts.
import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { Config } from './config.ts'

/** For requests that do not pass through Fastify, which finds `request.ip` in the same way. */
export function makeClientAddress({ TRUST_PROXY: trusted }: Pick<Config, 'TRUST_PROXY'>) {
  const isTrusted = proxyAddress.compile(trusted === 'loopback' ? ['loopback'] : trusted.split(','))
  return (request: IncomingMessage): string => {
    // a socket that is gone has no address
    if (!request.socket.remoteAddress) return ''
    return proxyAddress(request, isTrusted)
  }
}
