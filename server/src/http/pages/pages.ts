// Pages of the portal, for all addresses without a route of their own. Shared pages come from the page cache.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { PageReply, PageRequest, PortalBuild } from '@xinqiao/contract/pages.ts'
import { toLocalPath, routes, withQuery } from '@xinqiao/contract/routes.ts'
import type { Ctx, Kit } from '../../kit/ctx.ts'
import { clearedCookies, requireOwnAccount, presentUser } from '../../portal/accounts/accounts.ts'
import { failureHeadersOf, toFailure } from '../api/api.ts'
import { readCaller, writeCookies } from '../requests/caller.ts'
import { createLocalApi } from '../api/dispatch.ts'
import { chooseEncoding, compressPage } from '../packing.ts'
import { isLargePage, type PageCache } from './page-cache.ts'
import type { Portal } from './portal-build.ts'

/** The settings tab on which the user ends each restriction. */
const settingTabByRestriction = { changePassword: 2, addFactor: 5 } as const

/** A restricted session is redirected to the page on which the user can end the restriction. */
function findRedirect({ restricted }: Ctx, requestUrl: string): string | null {
  if (!restricted?.restriction) return null
  const { pathname, search, searchParams } = new URL(requestUrl, 'http://local')
  const tab = settingTabByRestriction[restricted.restriction]
  if (pathname === routes.setting && searchParams.get('tab') === `${tab}`) return null
  const next = searchParams.get('next') ?? (pathname === routes.setting ? null : pathname + search)
  return withQuery(routes.setting, { tab, next })
}

async function createErrorPageRequest(
  kit: Kit,
  portal: Portal,
  request: FastifyRequest,
  ctx: Ctx,
): Promise<PageRequest> {
  return {
    url: new URL(kit.config.publicUrl + request.url), // the configured origin instead of the Host header, because the page may be shared
    api: createLocalApi(ctx),
    viewer: ctx.viewer ? presentUser(kit, await requireOwnAccount(ctx), ctx.viewer.restriction) : null,
    large: isLargePage(request.headers.cookie),
    origin: kit.config.publicUrl,
    assets: portal.assets,
    isTrial: kit.config.isTrial,
  }
}

async function renderSafely(build: PortalBuild, page: PageRequest, request: FastifyRequest): Promise<PageReply> {
  try {
    return await build.renderPage(page)
  } catch (error) {
    const failure = error instanceof Failure ? error : toFailure(error as Error, request)
    return build.renderError(page, failure.status, failure.message)
  }
}

export type SendErrorPage = (error: Error, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Last resort when no page can be rendered: a plain message. */
export const sendPlainFailure = (reply: FastifyReply, failure: Failure) =>
  reply.code(failure.status).headers(failureHeadersOf(failure)).type('text/plain; charset=utf-8').send(failure.message)

/** @returns a function that renders a failure as a page */
export function registerPages(app: FastifyInstance, kit: Kit, portal: Portal, cache: PageCache | null): SendErrorPage {
  const render = async (request: FastifyRequest, ctx: Ctx) => {
    const build = await portal.load()
    return renderSafely(build, await createErrorPageRequest(kit, portal, request, ctx), request)
  }
  const sendReply = async (reply: FastifyReply, { status, html, location }: PageReply, isPrivate: boolean) => {
    void reply
      .code(status)
      .header('cache-control', isPrivate || status !== 200 ? 'no-store' : 'no-cache')
      .header('vary', 'accept-encoding, cookie')
    if (status === 503) void reply.headers(failureHeadersOf({ status }))
    if (location) return reply.header('location', toLocalPath(location) ?? routes.dashBoard).send()
    const encoding = chooseEncoding(reply.request.headers['accept-encoding'])
    const body = await compressPage(html, encoding)
    if (encoding !== 'identity') void reply.header('content-encoding', encoding)
    return reply.type('text/html; charset=utf-8').send(body)
  }

  app.get('/care', (request, reply) => {
    const { on, back } = request.query as { on?: unknown; back?: unknown }
    const isOn = on === '1'
    void reply.setCookie('care', isOn ? '1' : '', {
      path: '/',
      sameSite: 'lax',
      httpOnly: true,
      maxAge: isOn ? 31_536_000 : 0,
    })
    return reply.redirect(toLocalPath(back) ?? routes.dashBoard, 303)
  })

  app.get('/im', (_request, reply) => reply.redirect(routes.im))

  app.get('/*', async (request, reply) => {
    const ctx = await readCaller(kit, request)
    // shared pages are rendered for visitors, so a request with a token never gets one
    const key = ctx.token === null ? (cache?.keyOfRequest(request.raw) ?? null) : null
    if (cache && key !== null) {
      const page = await cache.obtain(key, () => render(request, ctx))
      if ('status' in page) return sendReply(reply, page, false)
      reply.hijack()
      cache.send(page, request.raw, reply.raw)
      return reply
    }
    // deletes the cookie of an ended session, which would bypass the page cache for ever
    if (ctx.token && !ctx.viewer && !ctx.restricted) ctx.setCookies.push(...clearedCookies)
    const detour = findRedirect(ctx, request.url)
    if (detour !== null) return reply.redirect(toLocalPath(detour) ?? routes.dashBoard, 303)
    ctx.viewer ??= ctx.restricted
    const page = await render(request, ctx)
    writeCookies(ctx, reply)
    return sendReply(reply, page, ctx.token !== null)
  })

  return async (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    const failure = toFailure(error, request)
    const build = await portal.load()
    const ctx = await readCaller(kit, request).catch(() => null)
    const page = ctx ? await createErrorPageRequest(kit, portal, request, ctx).catch(() => null) : null
    const rendered = page ? await build.renderError(page, failure.status, failure.message).catch(() => null) : null
    return rendered ? sendReply(reply, rendered, true) : sendPlainFailure(reply, failure)
  }
}
