// Who asks, from where: built from the request alone, identity from the session alone.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx, Kit } from '../kit/ctx.ts'
import { findViewer } from '../portal/accounts/sessions.ts'

const bearer = /^Bearer ([\w-]{20,100})$/i

/** `Authorization: Bearer` or the HttpOnly cookie (portal.md 7). */
function readToken(request: FastifyRequest): string | null {
  const header = bearer.exec(request.headers.authorization ?? '')?.[1]
  return header ?? (request.cookies.token || null)
}

export async function readCaller(kit: Kit, request: FastifyRequest): Promise<Ctx> {
  const token = readToken(request)
  return {
    kit,
    token,
    viewer: token ? await findViewer(kit, token) : null,
    ip: request.ip,
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
