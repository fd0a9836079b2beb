// The address from which a request comes, behind the proxies that the configuration trusts.
import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import { isLoopback, isLoopbackHost } from '../network/network-address.ts'
import type { Config } from '../config.ts'

/** Address of a client that a proxy did not name. No real client has it, and it is not loopback. */
const unknownAddress = '0.0.0.0'

/**
 * Headers that content delivery networks and ingress controllers add. Every `x-forwarded-…` header also counts as
 * added by a proxy.
 */
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

/** A proxy on this machine connects from loopback, and may pass on headers that its client has forged. */
function mayBeProxied({ httpVersion, headers }: IncomingMessage): boolean {
  if (httpVersion === '1.0') return true
  if (Object.keys(headers).some((name) => proxyHeaders.has(name) || name.startsWith('x-forwarded-'))) return true
  const { host = '' } = headers
  // user info or a path would hide the host name
  if (!hostPattern.test(host) || !URL.canParse(`http://${host}`)) return true
  return !isLoopbackHost(new URL(`http://${host}`).hostname)
}

/**
 * The address as a guard may trust it: a loopback address only for a request that certainly came from this machine.
 * @param address as the trusted proxies report it
 */
export const trustedAddressOf = (address: string, request: IncomingMessage, { isExposed }: Pick<Config, 'isExposed'>) =>
  isLoopback(address) && (isExposed || mayBeProxied(request)) ? unknownAddress : address

/** @returns a function that tells whether an address is one of the proxies in front of this server */
export const createProxyCheck = ({ TRUST_PROXY: trusted }: Pick<Config, 'TRUST_PROXY'>) =>
  proxyAddress.compile(trusted === 'loopback' ? ['loopback'] : trusted.split(','))

/**
 * Finds the client's address for requests that do not pass through Fastify, which determines `request.ip` in the same
 * way.
 */
export function createClientAddress(config: Pick<Config, 'TRUST_PROXY' | 'isExposed'>) {
  const isTrusted = createProxyCheck(config)
  return (request: IncomingMessage): string => {
    // a closed socket has no address
    if (!request.socket.remoteAddress) return ''
    return trustedAddressOf(proxyAddress(request, isTrusted), request, config)
  }
}
