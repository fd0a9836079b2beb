// The caller of a request; identity comes from the session only.
import type { EndpointDefinition } from '@xinqiao/contract/http/endpoint.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx, Kit, KitInTransaction } from '../../kit/ctx.ts'
import { clientAddressOf } from './client-address.ts'
import { findViewer, findCachedViewer, createSessionCookie, isViewerCached } from '../../portal/accounts/accounts.ts'

const bearerPattern = /^Bearer ([\w-]{20,100})$/i

/** Browsers accept this prefix only with Secure, Path=/ and without Domain, so that no subdomain can set the cookie. */
const hostPrefix = '__Host-'

const isSecure = ({ config }: KitInTransaction): boolean => config.publicUrl.startsWith('https:')

/** Name of the session cookie for a site with this address. */
export const sessionCookieNameOf = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? `${hostPrefix}token` : 'token'

type RequestToken = {
  token: string | null
  /** True when the cookie has its former name, without the prefix. */
  isOldName: boolean
}

/** `Authorization: Bearer` or the HttpOnly cookie (portal.md 7). */
function readToken(kit: Kit, request: FastifyRequest): RequestToken {
  const header = bearerPattern.exec(request.headers.authorization ?? '')?.[1]
  const current = request.cookies[sessionCookieNameOf(kit.config.publicUrl)]
  const token = header || current
  if (token) return { token, isOldName: false }
  return { token: request.cookies.token || null, isOldName: true }
}

/** Rate limit key of endpoints that are polled: many examinees may share one address. */
export function rateLimitKeyOf(kit: Kit, request: FastifyRequest): string | null {
  const { token } = readToken(kit, request)
  return token !== null && isViewerCached(kit, token) ? `session ${token}` : null
}

/** A quick endpoint may use a cached sign-in session; a polled endpoint does not extend it. */
export async function readCaller(
  kit: Kit,
  request: FastifyRequest,
  { quick, polled }: Pick<EndpointDefinition, 'quick' | 'polled'> = {},
): Promise<Ctx> {
  const { token, isOldName } = readToken(kit, request)
  const find = quick && !isOldName ? findCachedViewer : findViewer
  const viewer = token ? await find(kit, token, { isOldName, isActivity: !polled }) : null
  return {
    kit,
    token,
    // fail closed: rules that do not check restrictions treat the caller as a visitor
    viewer: viewer?.restriction ? null : viewer,
    restricted: viewer?.restriction ? viewer : null,
    ip: clientAddressOf(request, kit.config),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    requestId: request.id,
    cookies: { ...request.cookies, device: request.cookies[`${hostPrefix}device`] ?? request.cookies.device },
    // replaces the cookie with the former name
    setCookies: viewer && token && isOldName && isSecure(kit) ? [createSessionCookie(viewer.roleId, token)] : [],
    file: null,
    crisisLevel: null,
  }
}

export function writeCookies({ kit, setCookies }: Ctx, reply: FastifyReply): void {
  const secure = isSecure(kit)
  for (const { name, value, httpOnly, maxAgeSeconds } of setCookies) {
    const options = { path: '/', httpOnly, secure, sameSite: 'lax' } as const
    const isPrefixed = secure && httpOnly
    void reply.setCookie(isPrefixed ? `${hostPrefix}${name}` : name, value, { ...options, maxAge: maxAgeSeconds })
    if (isPrefixed && reply.request.cookies[name] !== undefined) {
      void reply.setCookie(name, '', { ...options, maxAge: 0 })
    }
  }
}
