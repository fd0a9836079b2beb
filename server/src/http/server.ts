// The HTTP server: pages, API, files and feeds on one port.
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import zlib from 'node:zlib'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify'
import { errors, fail } from '@xinqiao/contract/errors.ts'
import { createKeyCounter } from '../kit/async/key-counter.ts'
import type { Kit } from '../kit/ctx.ts'
import { networkOfAddress } from '../kit/network/network-address.ts'
import { createProxyCheck } from '../kit/auth/client-address.ts'
import type { Config } from '../kit/config.ts'
import { logDatabaseFailure } from '../kit/db/failure-log.ts'
import { watchGeneration } from '../kit/generation.ts'
import { clearSignInSessionCache } from '../portal/accounts/accounts.ts'
import { clearAttemptCache } from '../portal/exams/exams.ts'
import { selectContentVersion } from '../portal/articles/site-store.ts'
import { apiPrefix, registerApi, toFailure } from './api/api.ts'
import type { BodySpeed } from './requests/body-speed.ts'
import { rateLimitKeyOf } from './requests/caller.ts'
import { clientAddressOf, isLocalRequest } from './requests/client-address.ts'
import { registerChatFiles } from './files/chat-files.ts'
import { registerChatLinks } from './files/chat-links.ts'
import { registerDev } from './dev/dev.ts'
import { registerFeeds } from './pages/feeds.ts'
import { registerFiles } from './files/files.ts'
import { registerHealth } from './health.ts'
import { registerOpenApi } from './api/openapi.ts'
import { createPageCache, type PageCache } from './pages/page-cache.ts'
import { registerPay } from './pay.ts'
import { registerPages, sendPlainFailure, type SendErrorPage } from './pages/pages.ts'
import { loadBuiltPortal, startVite } from './pages/portal-build.ts'
import { listPagePolicies, permissionsPolicyFor, securityHeadersFor } from './pages/security-headers.ts'
import { registerPrivateFiles } from './files/private-files.ts'
import { registerRecordings } from './files/recordings.ts'
import type { ReadinessBlocker } from './readiness.ts'
import { registerServerApi } from './server-api/register.ts'
import { registerStatic } from './pages/static.ts'
import { registerWechatLogin } from './wechat-login.ts'

/** Timeouts for requests that arrive only in part. Fastify sets none on a server that it did not create. */
const requestTimeouts = {
  headersTimeout: 10_000,
  // enough for a video of 100 MB over a slow connection
  requestTimeout: 300_000,
  connectionsCheckingInterval: 2_000,
}

/** Open connections per network, when the server has no proxy in front. */
const maxConnectionsPerNetwork = 200

function limitConnections(server: Server, config: Config): void {
  const isTrusted = createProxyCheck(config)
  const connections = createKeyCounter<string>()
  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket
    // no limit behind a proxy, which carries the requests of all clients and has limits of its own
    if (remoteAddress === '' || isTrusted(remoteAddress, 0)) return
    const key = networkOfAddress(remoteAddress)
    const count = connections.add(key)
    socket.once('close', () => connections.remove(key))
    if (count > maxConnectionsPerNetwork) socket.destroy()
  })
}

/**
 * A client that is still sending reads a reply only if the server receives the rest. The server receives no more than
 * this.
 */
const maxDiscardedBytes = 16 * 1024 * 1024

const discardedCheckIntervalMs = 100

/** Disconnects a client that continues to send a body after its reply. Node discards such a body without an event. */
function limitDiscardedBody(request: IncomingMessage): void {
  const { socket } = request
  const before = socket.bytesRead
  const timer = setInterval(() => {
    if (socket.bytesRead - before > maxDiscardedBytes) socket.destroy()
    if (request.complete || socket.destroyed) clearInterval(timer)
  }, discardedCheckIntervalMs)
  timer.unref()
}

const checkIntervalMs = 400 // edits on other nodes and scheduled articles must be visible within a second

/** Drops cached pages when the content version in the database changes. */
function watchContent(kit: Kit, cache: PageCache): () => void {
  let seenVersion = ''
  let isChecking = false
  const dropChangedPages = async () => {
    if (isChecking) return
    isChecking = true
    try {
      const version = await selectContentVersion(kit.sql)
      // also after the first read, because a page may have been cached before
      if (seenVersion !== version) cache.clear()
      seenVersion = version
    } catch (error) {
      logDatabaseFailure(kit.log, error, 'content version not readable')
    } finally {
      isChecking = false
    }
  }
  const timer = setInterval(() => void dropChangedPages(), checkIntervalMs)
  timer.unref()
  return () => clearInterval(timer)
}

export type ServerOptions = {
  logger: FastifyBaseLogger
  /** False in tests of the API, which need no built pages. */
  servesPages: boolean
  /** True for nodes that only run jobs or sockets: they serve only the health endpoints. */
  isSilent?: boolean
  /** Minimum speed of uploads; tests use a short window. */
  uploadSpeed?: BodySpeed | undefined
  /** Reasons of the process against receiving requests; part of /readyz. */
  blockers?: readonly ReadinessBlocker[]
}

export async function buildServer(
  createKit: (contentChanged: () => void) => Kit,
  { logger, servesPages, isSilent = false, uploadSpeed, blockers = [] }: ServerOptions,
): Promise<FastifyInstance> {
  let cache: PageCache | null = null
  const kit = createKit(() => cache?.clear())
  const headers = securityHeadersFor(kit.config)
  const headerPairs = Object.entries(headers)
  const pagePolicies = listPagePolicies(kit.config)
  const trustedProxies = kit.config.TRUST_PROXY
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies === 'loopback' ? 'loopback' : trustedProxies.split(','),
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 400 },
    // limits the requests that wait for a hanging database
    handlerTimeout: 45_000,
    return503OnClosing: true,
    // answers a request whose address the parser rejects
    frameworkErrors: (_error, _request, reply) =>
      void (reply as FastifyReply).code(400).type('text/plain; charset=utf-8').send(errors.malformed.message),
    serverFactory: (handler) =>
      // a request without a body needs no stream
      createServer({ optimizeEmptyRequests: true, ...requestTimeouts }, (request, response) => {
        // `GET http://other.example/` is meant for proxies; routes expect a path
        if (!request.url?.startsWith('/')) response.writeHead(400, { connection: 'close' }).end()
        else if (!cache?.trySend(request, response)) handler(request, response)
      }),
  })
  limitConnections(app.server, kit.config)
  // an empty request has no stream left, and a parser would wait for its end for ever; GET has no body to parse
  app.addHook('preParsing', (request, _reply, payload, done) =>
    done(null, request.raw.readableEnded && request.method !== 'GET' ? Readable.from([]) : payload),
  )
  // before any route, so that files, feeds and metrics also reply with a message
  let errorPage: SendErrorPage | null = null
  app.setErrorHandler((error: Error, request, reply) =>
    errorPage ? errorPage(error, request, reply) : sendPlainFailure(reply, toFailure(error, request)),
  )
  app.setNotFoundHandler(() => {
    throw fail('notFound')
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.setHeader('x-request-id', request.id)
    for (const [name, value] of headerPairs) reply.raw.setHeader(name, value)
    reply.raw.setHeader('permissions-policy', permissionsPolicyFor(request.url))
    const pagePolicy = pagePolicies.get(request.url.split('?', 1)[0]!)
    if (pagePolicy !== undefined) reply.raw.setHeader('content-security-policy', pagePolicy)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    // injected requests lack `complete`, although its type says otherwise
    const { complete = true } = request.raw as Partial<typeof request.raw>
    if (!complete) limitDiscardedBody(request.raw)
    done()
  })
  await app.register(cookie)
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // speed matters more than size
    brotliOptions: { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 5 },
  })
  await app.register(rateLimit, {
    keyGenerator: (request) => {
      const isQuick = request.routeOptions.config?.quick === true
      return (isQuick && rateLimitKeyOf(kit, request)) || networkOfAddress(clientAddressOf(request, kit.config))
    },
    max: kit.config.RATE_LIMIT,
    timeWindow: '1 minute',
    allowList: (request) => isLocalRequest(request, kit.config) && !kit.config.RATE_LIMIT_LOOPBACK,
  })
  registerHealth(app, kit, blockers)
  if (isSilent) return app
  const generation = watchGeneration(kit, () => {
    cache?.clear()
    clearSignInSessionCache(kit)
    clearAttemptCache(kit)
  })
  app.addHook('onClose', generation.stop)
  await registerDev(app, kit)
  await registerPay(app, kit)
  registerWechatLogin(app, kit)
  registerOpenApi(app, kit)
  await app.register((api) => registerApi(api, kit, uploadSpeed), { prefix: apiPrefix })
  registerFiles(app, kit)
  registerPrivateFiles(app, kit)
  registerRecordings(app, kit)
  await registerChatFiles(app, kit, uploadSpeed)
  registerChatLinks(app, kit)
  await registerServerApi(app, kit, generation.current)
  if (!servesPages) return app
  const portal = kit.config.NODE_ENV === 'development' ? await startVite(app) : await loadBuiltPortal()
  if (kit.config.PAGE_CACHE && kit.config.NODE_ENV !== 'development') {
    cache = createPageCache((await portal.load()).servedPages, headers)
    const stopWatching = watchContent(kit, cache)
    app.addHook('onClose', stopWatching)
  }
  registerFeeds(app, kit, portal)
  if (kit.config.NODE_ENV !== 'development') await registerStatic(app, kit.config)
  errorPage = registerPages(app, kit, portal, cache)
  return app
}
