// Who asks, from where: built from the request alone, identity from the session alone.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx, Kit } from '../kit/ctx.ts'
import { clientAddress } from './client-address.ts'
import { findViewer, findViewerQuickly, wasSeen } from '../portal/accounts/sessions.ts'

const bearer = /^Bearer ([\w-]{20,100})$/i

/** `Authorization: Bearer` or the HttpOnly cookie (portal.md 7). */
function readToken(request: FastifyRequest): string | null {
  const header = bearer.exec(request.headers.authorization ?? '')?.[1]
  return header ?? (request.cookies.token || null)
}

/** Who is counted for the limit of a call that is made all the time: many examinees may sit behind one address. */
export function countedAs(kit: Kit, request: FastifyRequest): string | null {
  const token = readToken(request)
  return token !== null && wasSeen(kit, token) ? `session ${token}` : null
}

/** @param isQuick for rows that say so: the session may be remembered for some seconds */
export async function readCaller(kit: Kit, request: FastifyRequest, isQuick = false): Promise<Ctx> {
  const token = readToken(request)
  const find = isQuick ? findViewerQuickly : findViewer
  const viewer = token ? await find(kit, token) : null
  return {
    kit,
    token,
    // fail closed: what knows nothing of restrictions sees a visitor
    viewer: viewer?.restriction ? null : viewer,
    restricted: viewer?.restriction ? viewer : null,
    ip: clientAddress(request, kit.config),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    requestId: request.id,
    cookies: request.cookies,
    setCookies: [],
    file: null,
  }
}

export function writeCookies({ kit, setCookies }: Ctx, reply: FastifyReply): void {
  const secure = kit.config.publicUrl.startsWith('https:')
  for (const { name, value, httpOnly, maxAgeSeconds } of setCookies) {
    void reply.setCookie(name, value, { path: '/', httpOnly, secure, sameSite: 'lax', maxAge: maxAgeSeconds })
  }
}
