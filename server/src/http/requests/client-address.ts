// Client address of a Fastify request, and whether it was sent from this machine.
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../../kit/network/network-address.ts'
import { trustedAddressOf } from '../../kit/auth/client-address.ts'
import type { Config } from '../../kit/config.ts'
import { hashToken, isEqualSecret } from '../../kit/auth/secrets.ts'

export const clientAddressOf = (request: FastifyRequest, config: Pick<Config, 'isExposed'>): string =>
  trustedAddressOf(request.ip, request.raw, config)

export const isLocalRequest = (request: FastifyRequest, config: Pick<Config, 'isExposed'>): boolean =>
  isLoopback(clientAddressOf(request, config))

/** True when the request carries METRICS_TOKEN. */
export function hasOperatorToken(request: FastifyRequest, config: Pick<Config, 'METRICS_TOKEN'>): boolean {
  const token = request.headers.authorization?.replace(/^Bearer /i, '') ?? ''
  return config.METRICS_TOKEN !== undefined && isEqualSecret(hashToken(token), hashToken(config.METRICS_TOKEN))
}
