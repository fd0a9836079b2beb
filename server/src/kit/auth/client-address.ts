// The address that a request comes from, behind the proxies that the configuration trusts.
import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import { isLoopback, isLoopbackHost } from '../network-address.ts'
import type { Config } from '../config.ts'

/** Stands for a client that a proxy did not name. No real client has it, and it is not loopback. */
const unknownAddress = '0.0.0.0'

/** Every `x-forwarded-…` too. Content delivery networks and ingress controllers send the others. */
const proxyHeaders = new Set([
  ...['forwarded', 'via', 'x-forwarded', 'x-real-ip', 'x-client-ip', 'x-cluster-client-ip', 'true-client-ip'],
  ...[
    'cf-connecting-ip',
    'fastly-client-ip',
    'x-envoy-external-address',
    'x-original-forwarded-for',
    'x-original-host',
  ],
])
const hostPattern = /^[\w.:[\]-]+$/

/** A proxy on this machine connects from loopback, and may pass on headers that its client forged. */
function mayBeProxied({ httpVersion, headers }: IncomingMessage): boolean {
  if (httpVersion === '1.0') return true
  if (Object.keys(headers).some((name) => proxyHeaders.has(name) || name.startsWith('x-forwarded-'))) return true
  const { host = '' } = headers
  // user info or a path would hide the name
  if (!hostPattern.test(host) || !URL.canParse(`http://${host}`)) return true
  return !isLoopbackHost(new URL(`http://${host}`).hostname)
}

/**
 * Loopback only for a request that certainly came from this machine; an exposed site cannot be certain of any.
 * @param address as the trusted proxies name it
 */
export const trustedAddress = (address: string, request: IncomingMessage, { isExposed }: Pick<Config, 'isExposed'>) =>
  isLoopback(address) && (isExposed || mayBeProxied(request)) ? unknownAddress : address

/** @returns whether an address is one of the proxies in front of this server */
export const compileTrust = ({ TRUST_PROXY: trusted }: Pick<Config, 'TRUST_PROXY'>) =>
  proxyAddress.compile(trusted === 'loopback' ? ['loopback'] : trusted.split(','))

/** For requests that do not pass through Fastify, which finds `request.ip` in the same way. */
export function makeClientAddress(config: Pick<Config, 'TRUST_PROXY' | 'isExposed'>) {
  const isTrusted = compileTrust(config)
  return (request: IncomingMessage): string => {
    // a socket that is gone has no address
    if (!request.socket.remoteAddress) return ''
    return trustedAddress(proxyAddress(request, isTrusted), request, config)
  }
}
