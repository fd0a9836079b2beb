// The HTTP API: each served endpoint as a route under /prod-api, with replies in one envelope.
import multipart from '@fastify/multipart'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { fail, Failure, type ErrorName } from '@xinqiao/contract/errors.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import type { EndpointDefinition, UploadRule } from '@xinqiao/contract/http/endpoint.ts'
import { detectCrisisInTexts } from '../../bridge/crisis/crisis.ts'
import { outdatedReplies } from '../../kit/bus/topic.ts'
import { callWithParsed } from '../../kit/call-with-parsed.ts'
import { viewerOf, type Ctx, type Kit, type KitInTransaction } from '../../kit/ctx.ts'
import { isOverloaded, isUnreachable, isUnwritable } from '../../kit/db/db.ts'
import { logDatabaseFailure } from '../../kit/db/failure-log.ts'
import { StorageUnavailableError } from '../../kit/files/files.ts'
import { recordSecurityEvent } from '../../kit/audit/security-events.ts'
import type { BodySpeed } from '../requests/body-speed.ts'
import { readCaller, writeCookies } from '../requests/caller.ts'
import { clientAddressOf } from '../requests/client-address.ts'
import { authoriseAndParse, checkAllowed, performHandler, stripUnknownFields } from './dispatch.ts'
import { endpoints, type Endpoint } from '../../modules.ts'
import {
  createSharedReplies,
  serializeReply,
  sendPrivate,
  sendPublic,
  type SharedReplies,
  type SerializedReply,
} from './json-replies.ts'
import { createUploadSlots, receiveUpload, removeOldUploads, uploadChecks } from '../requests/uploads.ts'

/** Delay before a client repeats a failed request. A restarted database is reachable again within one second. */
const retryAfterSeconds = 2

export const failureHeadersOf = ({ status }: { status: number }): Record<string, string> => ({
  'cache-control': 'no-store',
  ...(status === 503 && { 'retry-after': `${retryAfterSeconds}` }),
})

export const apiPrefix = '/prod-api'

type EnvelopeAdditions = {
  /** Name in the error table. It is an addition to the envelope of the specification. */
  reason?: ErrorName
  /** The level of the help card for the writer of this request. */
  care?: CrisisLevel | null
}

/** Builds the envelope of portal.md 3; no other code does. */
export const toEnvelope = (code: number, msg: string, data: unknown, { reason, care }: EnvelopeAdditions = {}) => ({
  code,
  msg,
  data,
  ...(reason && { reason }),
  ...(care && { care }),
})

const fastifyReasons: Record<string, ErrorName> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_REQ_FILE_TOO_LARGE: 'tooLarge',
  FST_FILES_LIMIT: 'tooLarge',
  FST_PARTS_LIMIT: 'tooLarge',
  FST_FIELDS_LIMIT: 'tooLarge',
  FST_ERR_HANDLER_TIMEOUT: 'unavailable',
}

/** Maps any error to a Failure; an unexpected one is logged with its request and becomes `internal`. */
export function toFailure(error: FastifyError | Error, request: FastifyRequest): Failure {
  if (error instanceof Failure) return error
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>
  // the client disconnected while sending its body, so no reply can reach it, and it is not logged as a fault
  if (request.raw.errored || request.raw.readableAborted) return fail('malformed')
  const reason = fastifyReasons[code]
  if (reason) return fail(reason)
  if (statusCode === 429) return fail('tooManyRequests')
  if (error instanceof StorageUnavailableError) {
    logDatabaseFailure(request.log, error, 'file storage unreachable')
    return fail('unavailable')
  }
  if (isOverloaded(error)) {
    logDatabaseFailure(request.log, error, 'database overloaded')
    return fail('busy')
  }
  if (isUnreachable(error)) {
    logDatabaseFailure(request.log, error, 'database unreachable')
    return fail('unavailable')
  }
  if (isUnwritable(error)) {
    logDatabaseFailure(request.log, error, 'database does not accept writes')
    return fail('readOnly')
  }
  if (statusCode >= 400 && statusCode < 500) return fail('malformed')
  request.log.error({ err: error }, 'unforeseen')
  return fail('internal')
}

type ApiState = {
  replies: SharedReplies
  drop: () => void
  holdUpload: ReturnType<typeof createUploadSlots>
  speed: BodySpeed | undefined
}

/** Shared replies for anonymous visitors. All nodes drop them when their content changes. */
async function createApiState({ bus }: KitInTransaction, speed: BodySpeed | undefined): Promise<ApiState> {
  const replies = createSharedReplies()
  outdatedReplies.subscribe(bus, () => replies.drop())
  return {
    replies,
    holdUpload: createUploadSlots(),
    speed,
    drop() {
      // drop on this node first; if the bus loses the message, the other nodes show the change a second later
      replies.drop()
      if (bus.hasOthers()) outdatedReplies.publish(bus, null)
    },
  }
}

/** Refuses requests from pages of other sites, including sibling subdomains, which must not act for a visitor. */
async function checkOrigin(kit: Kit, definition: EndpointDefinition, request: FastifyRequest): Promise<void> {
  if (!definition.effect && (request.method === 'GET' || request.method === 'HEAD')) return
  const { origin } = request.headers
  const isOurs =
    origin === undefined
      ? [undefined, 'same-origin', 'none'].includes(request.headers['sec-fetch-site'])
      : URL.canParse(origin) && [request.host, new URL(kit.config.publicUrl).host].includes(new URL(origin).host)
  if (isOurs) return
  await recordSecurityEvent(
    { kit, ip: clientAddressOf(request, kit.config), requestId: request.id },
    'foreignOrigin',
    null,
    {
      origin: `${origin}`.slice(0, 200),
    },
  )
  throw fail('foreignOrigin')
}

function readInput(request: FastifyRequest): Record<string, unknown> {
  const body = request.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body)) throw fail('malformed')
  // portal.md 7 passes some inputs of POST requests in the query
  return { ...(request.query as Record<string, unknown>), ...(body as Record<string, unknown>) }
}

const successMessageOf = ({ definition }: Endpoint, data: unknown) =>
  definition.messageOf ? callWithParsed(definition.messageOf, data) : (definition.success ?? '操作成功')

function writeReply(endpoint: Endpoint, output: unknown, { crisisLevel }: Ctx): SerializedReply {
  const data = stripUnknownFields(endpoint, output)
  return serializeReply(JSON.stringify(toEnvelope(200, successMessageOf(endpoint, data), data, { care: crisisLevel })))
}

/** Checks the caller, the input and the number of uploads before a byte of the file is read. */
async function answerUpload(
  kit: Kit,
  shared: ApiState,
  { endpoint, ctx, upload }: { endpoint: Endpoint; ctx: Ctx; upload: UploadRule },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  checkAllowed(endpoint.definition, ctx)
  const authorise = async (fields: Record<string, unknown>) => {
    const input = await authoriseAndParse(endpoint, fields, ctx)
    const check = uploadChecks[endpoint.key]
    if (check) await callWithParsed(check, input, ctx)
    return input
  }
  const body = await shared.holdUpload({ accountId: viewerOf(ctx).id, ip: ctx.ip }, () =>
    receiveUpload(
      { request, dataDir: kit.config.dataDir, speed: shared.speed },
      upload,
      authorise,
      async (input, file) => {
        ctx.file = file
        if (file && endpoint.definition.texts?.includes(upload.field))
          await detectCrisisInTexts(ctx, endpoint.definition.summary, [file.name])
        return writeReply(endpoint, await performHandler(endpoint, input, ctx), ctx)
      },
    ),
  )
  if (endpoint.definition.publicCache === 'invalidate') shared.drop()
  writeCookies(ctx, reply)
  return sendPrivate(request, reply, body)
}

/** The context of each request, from which the reply of a failed request reads the level of its help card. */
const callers = new WeakMap<FastifyRequest, Ctx>()

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Copies `quick` of the endpoint, for the rate limit of requests. */
    quick?: boolean
  }
}

/** Creates the route handler of an endpoint. */
function createRouteHandler(kit: Kit, shared: ApiState, endpoint: Endpoint) {
  const { definition } = endpoint
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await checkOrigin(kit, definition, request)
    const ctx = await readCaller(kit, request, definition)
    callers.set(request, ctx)
    if (definition.upload)
      return answerUpload(kit, shared, { endpoint, ctx, upload: definition.upload }, request, reply)
    const input = await authoriseAndParse(endpoint, readInput(request), ctx)
    const createReply = async () => writeReply(endpoint, await performHandler(endpoint, input, ctx), ctx)
    const isPublic = endpoint.method === 'GET' && !ctx.viewer && definition.who === 'anyone' && !definition.reply
    if (isPublic && definition.publicCache === 'read')
      return sendPublic(
        request,
        reply,
        await shared.replies.obtain(`${endpoint.key} ${JSON.stringify(input)}`, createReply),
      )
    if (definition.reply) {
      const bytes = stripUnknownFields(endpoint, await performHandler(endpoint, input, ctx))
      writeCookies(ctx, reply)
      void reply.type(definition.reply).header('cache-control', 'no-store')
      if (definition.download)
        void reply.header(
          'content-disposition',
          `attachment; filename*=UTF-8''${encodeURIComponent(definition.download)}`,
        )
      return reply.send(bytes)
    }
    const body = await createReply()
    if (definition.publicCache === 'invalidate') shared.drop()
    writeCookies(ctx, reply)
    return isPublic ? sendPublic(request, reply, body) : sendPrivate(request, reply, body)
  }
}

export async function registerApi(app: FastifyInstance, kit: Kit, speed?: BodySpeed): Promise<void> {
  await removeOldUploads(kit.config.dataDir)
  await app.register(multipart, { throwFileSizeLimit: true })
  // clients of portal.md send `content-type: application/json` also with requests without a body
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else void parseJson(request, body as string, done)
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = toFailure(error, request)
    const crisisLevel = callers.get(request)?.crisisLevel ?? null
    return reply
      .code(failure.status)
      .headers(failureHeadersOf(failure))
      .type('application/json; charset=utf-8')
      .send(
        JSON.stringify(
          toEnvelope(failure.status, failure.message, failure.data, { reason: failure.reason, care: crisisLevel }),
        ),
      )
  })
  app.setNotFoundHandler(() => {
    throw fail('noSuchCall')
  })
  app.get('/*', () => {
    throw fail('noSuchCall')
  })
  const apiState = await createApiState(kit, speed)
  for (const endpoint of endpoints) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { quick: endpoint.definition.quick ?? false },
      bodyLimit:
        endpoint.definition.bodyBytes ??
        (endpoint.definition.upload ? endpoint.definition.upload.maxBytes + 100_000 : limits.maxJsonBytes),
      // measured for uploads, too, including the time to receive the file
      ...(endpoint.definition.upload && { handlerTimeout: 300_000 }),
      handler: createRouteHandler(kit, apiState, endpoint),
    })
  }
}
