// The address a request counts under, and whether it was sent from this machine.
import type { FastifyRequest } from 'fastify'
import { isLoopback, isLoopbackHost } from '../kit/address.ts'
import type { Config } from '../kit/config.ts'
import { hashToken, isSame } from '../kit/secrets.ts'

/** Address of a client that a proxy did not name. It is nobody's, and not loopback. */
const unknownAddress = '0.0.0.0'

const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** A proxy on this machine connects from loopback, and may pass on headers that its client forged. */
function mayBeProxied({ raw, headers }: FastifyRequest): boolean {
  if (raw.httpVersionMajor === 1 && raw.httpVersionMinor === 0) return true
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return true
  const host = `http://${headers.host ?? ''}`
  return !URL.canParse(host) || !isLoopbackHost(new URL(host).hostname)
}

/** Loopback only for a request that certainly came from this machine; an exposed site cannot be certain of any. */
export const clientAddress = (request: FastifyRequest, config: Pick<Config, 'isExposed'>): string =>
  isLoopback(request.ip) && (config.isExposed || mayBeProxied(request)) ? unknownAddress : request.ip

export const isLocal = (request: FastifyRequest, config: Pick<Config, 'isExposed'>): boolean =>
  isLoopback(clientAddress(request, config))

/** The request carries METRICS_TOKEN. */
export function hasOperatorToken(request: FastifyRequest, config: Pick<Config, 'METRICS_TOKEN'>): boolean {
  const given = request.headers.authorization?.replace(/^Bearer /i, '') ?? ''
  return config.METRICS_TOKEN !== undefined && isSame(hashToken(given), hashToken(config.METRICS_TOKEN))
}
