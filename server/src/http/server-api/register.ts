// The route of the server API: authorises before the body is read, runs the call, and logs it.
import { z } from 'zod'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { describeIssue, ImFailure } from '@xinqiao/contract/im/errors.ts'
import {
  serverApiErrors,
  ServerApiFailure,
  serverCalls,
  type ServerCallName,
} from '@xinqiao/contract/server-api/server-api.ts'
import { listIgnoredParameters } from '@xinqiao/contract/server-api/ignored.ts'
import { hourSeconds } from '@xinqiao/contract/time.ts'
import { authoriseServerCall, insertApiCall, type Authorisation } from '../../im/chat.ts'
import { callWithParsed } from '../../kit/call-with-parsed.ts'
import type { Kit } from '../../kit/ctx.ts'
import { networkOfAddress } from '../../kit/network/network-address.ts'
import { recordHit } from '../../kit/auth/throttle.ts'
import { isOverloaded, isUnreachable, isUnwritable } from '../../kit/db/db.ts'
import { developerInput } from '../../kit/text/input-faults.ts'
import { hasUnstorableText, unstorableText } from '../../kit/text/storable.ts'
import { clientAddressOf } from '../requests/client-address.ts'
import { createServerCalls } from './calls.ts'

type RouteParams = { '*': string }
type ApiReply = { code: number; desc?: string | undefined }

const maxBodyBytes = 1024 * 1024
/** Maximum of unsigned calls of one network that are logged per hour, so that strangers cannot fill the log. */
const maxStrangerRows = 100

const readHeader = ({ headers }: FastifyRequest, name: string): string => String(headers[name] ?? '')
const readHeaders = (request: FastifyRequest) => ({
  appKey: readHeader(request, 'appkey'),
  nonce: readHeader(request, 'nonce'),
  curTime: readHeader(request, 'curtime'),
  checkSum: readHeader(request, 'checksum'),
})
const pathOfRequest = (request: FastifyRequest) => (request.params as RouteParams)['*'].slice(0, 100)
/** @throws ServerApiFailure 404 for an unknown call */
function callOfRequest(request: FastifyRequest): ServerCallName {
  const name = pathOfRequest(request).replace(/\.action$/, '')
  if (!Object.hasOwn(serverCalls, name)) throw new ServerApiFailure('unknownCall')
  return name as ServerCallName
}

function toReply(error: unknown, request: FastifyRequest): ApiReply {
  if (error instanceof ServerApiFailure) return { code: error.code, desc: error.message }
  if (error instanceof ImFailure && typeof error.code === 'number') return { code: error.code, desc: error.message }
  const { statusCode } = error as { statusCode?: number }
  if (statusCode === 413) return serverApiErrors.tooLarge
  if (statusCode === 429) return serverApiErrors.tooOften
  if (isOverloaded(error) || isUnreachable(error) || isUnwritable(error)) return serverApiErrors.unavailable
  if (statusCode !== undefined && statusCode < 500) return { ...serverApiErrors.invalid }
  request.log.error({ err: error }, 'call of the server API failed')
  return serverApiErrors.internal
}

/** Refuses JSON and multipart bodies by their content type. Some clients that send a form name no type. */
function expectForm({ headers }: FastifyRequest): void {
  if (/json|multipart/i.test(headers['content-type'] ?? ''))
    throw new ServerApiFailure('invalid', '请用表单（application/x-www-form-urlencoded）提交')
}

function readForm(text: unknown): Record<string, string> {
  const form = new URLSearchParams(typeof text === 'string' ? text : '')
  const input = Object.fromEntries(form)
  const names = [...form.keys()]
  const repeatedName = names.find((name, i) => names.indexOf(name) < i)
  if (repeatedName !== undefined) throw new ServerApiFailure('invalid', `${repeatedName}出现了两次`)
  if (hasUnstorableText(input)) throw new ServerApiFailure('invalid', unstorableText)
  return input
}

export async function registerServerApi(app: FastifyInstance, kit: Kit, generation: () => number): Promise<void> {
  const calls = createServerCalls(kit, generation)
  const authorisedOf = new WeakMap<FastifyRequest, Authorisation>()

  /** Parameters without effect that were logged, so that each is logged once for an app. */
  const loggedParameters = new Set<string>()

  /** Removes the parameters that have no effect here. */
  function dropIgnored(request: FastifyRequest, name: ServerCallName, form: Record<string, string>): object {
    const { appId } = authorisedOf.get(request)!
    const ignored = listIgnoredParameters(name, form)
    const news = ignored.filter((parameter) => !loggedParameters.has(`${appId} ${name} ${parameter}`))
    for (const parameter of news) loggedParameters.add(`${appId} ${name} ${parameter}`)
    if (news.length > 0) request.log.info({ call: name, appId, parameters: news }, 'parameters without effect')
    return Object.fromEntries(Object.entries(form).filter(([parameter]) => !ignored.includes(parameter)))
  }

  async function logCall(request: FastifyRequest, code: number, milliseconds: number): Promise<void> {
    const authorised = authorisedOf.get(request)
    const row = { app_id: authorised?.appId ?? null, path: pathOfRequest(request), code }
    const ip = clientAddressOf(request, kit.config)
    if (!authorised || authorised.refusal) {
      const key = `server-api:${networkOfAddress(ip)}`
      if ((await recordHit(kit.sql, key, hourSeconds)) > maxStrangerRows) return
    }
    await insertApiCall(kit.sql, {
      ...row,
      ip,
      milliseconds: Math.round(milliseconds),
    })
  }
  /**
   * Logs a call. A call that is done succeeds although its log fails, because the backend would repeat it otherwise.
   */
  const tryLogCall = (request: FastifyRequest, code: number, milliseconds: number): Promise<void> =>
    logCall(request, code, milliseconds).catch((failure: unknown) =>
      request.log.warn({ err: failure }, 'call of the server API not logged'),
    )
  async function answerCall(request: FastifyRequest): Promise<object> {
    const name = callOfRequest(request)
    expectForm(request)
    const row: { input: z.ZodType; output: z.ZodType } = serverCalls[name]
    const form = dropIgnored(request, name, readForm(request.body))
    const parsed = row.input.safeParse(form, developerInput)
    if (!parsed.success) {
      const { path: place, message } = parsed.error.issues[0]!
      // the message about a missing value may use a name of the site, which a backend does not know
      const isMissing = place.length === 1 && !Object.hasOwn(form, place[0]!) && !message.includes('不能缺少')
      throw new ServerApiFailure('invalid', describeIssue({ path: place, message: isMissing ? '不能缺少' : message }))
    }
    const { appId } = authorisedOf.get(request)!
    const output = await callWithParsed<[number], Promise<object>>(calls[name], parsed.data, appId!)
    return { code: serverApiErrors.success.code, ...(row.output.parse(output) as object) }
  }

  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBodyBytes }, (_request, body, next) =>
      next(null, body),
    )
    // common clients look only at `code`, so refusals also have the status 200
    scope.setErrorHandler(async (error, request, reply) => {
      const answer = toReply(error, request)
      await tryLogCall(request, answer.code, reply.elapsedTime)
      return reply.code(200).send({ code: answer.code, desc: answer.desc })
    })
    scope.addHook('onRequest', async (request) => {
      if (request.method !== 'POST') return
      if (request.headers.origin !== undefined) throw new ServerApiFailure('fromBrowser')
      const authorised = await authoriseServerCall(kit, readHeaders(request))
      authorisedOf.set(request, authorised)
      if (authorised.refusal) throw new ServerApiFailure(authorised.refusal)
    })
    // a person may open the address in a browser, and a client may send the form in the query
    scope.get('/nimserver/*', (request) => {
      callOfRequest(request)
      throw new ServerApiFailure('wrongMethod')
    })
    scope.post('/nimserver/*', { bodyLimit: maxBodyBytes }, async (request, reply) => {
      const answer = await answerCall(request)
      await tryLogCall(request, serverApiErrors.success.code, reply.elapsedTime)
      return answer
    })
    done()
  })
}
