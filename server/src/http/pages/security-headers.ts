// Security headers of every reply. Scripts come from our files only; inline scripts and scripts of other sites are
// blocked.
import { routes, serverRoutes } from '@xinqiao/contract/routes.ts'
import { chatOrigins } from '../../kit/chat/chat-origins.ts'
import type { Config } from '../../kit/config.ts'
import { sfuOriginOf } from '../../kit/media-rooms/settings.ts'

/**
 * Common content policy.
 * @param others further origins on which clients reach the chat, for requests and sockets
 * @param streams origins of streams, for the page of a lecture
 */
const contentPolicyOf = (others: readonly string[], streams: readonly string[] = []) => [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'", // the console's components set inline styles, which cannot run code
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  [
    "connect-src 'self'",
    ...others.flatMap((origin) => [origin, origin.replace(/^http/, 'ws')]),
    // the player of a lecture loads playlists from these origins
    ...streams,
  ].join(' '),
  // pages read the duration of a recording before its upload
  ["media-src 'self' blob:", ...streams].join(' '),
  "worker-src 'self' blob:",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
]

/** Camera, microphone and screen are for the pages of calls; the console reads tickets by camera. */
export function permissionsPolicyFor(url: string): string {
  const [path = ''] = url.split('?')
  const isCall = path === routes.call || path === routes.groupCall
  const isConsole = path === serverRoutes.console || path.startsWith(`${serverRoutes.console}/`)
  const allow = (isAllowed: boolean) => (isAllowed ? '(self)' : '()')
  return [
    `camera=${allow(isCall || isConsole)}`,
    `microphone=${allow(isCall)}`,
    `display-capture=${allow(isCall)}`,
    'geolocation=(), payment=(), usb=()',
  ].join(', ')
}

const writePolicy = (config: Config, streams: readonly string[], sockets: readonly string[] = []): string =>
  [
    ...contentPolicyOf([...chatOrigins(config).slice(1), ...sockets], streams),
    ...(config.publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')

/** Content policies of pages that connect to further origins, by path. Other pages have the common policy. */
export function listPagePolicies(config: Config): ReadonlyMap<string, string> {
  const sfuOrigin = sfuOriginOf(config)
  return new Map([
    // plays streams of the operator
    [routes.lecture, writePolicy(config, config.STREAM_ORIGINS)],
    // connects to the media server itself
    ...(sfuOrigin === null ? [] : [[routes.groupCall, writePolicy(config, [], [sfuOrigin])] as const]),
  ])
}

export function securityHeadersFor(config: Config): Record<string, string> {
  const isHttps = config.publicUrl.startsWith('https:')
  return {
    'content-security-policy': writePolicy(config, []),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': permissionsPolicyFor('/'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'x-dns-prefetch-control': 'off',
    'x-permitted-cross-domain-policies': 'none',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}
