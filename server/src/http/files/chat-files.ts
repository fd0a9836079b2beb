// Chat files: uploads in parts, downloads whole or in ranges. An upload needs a token instead of a sign-in session. A
// download needs the sign-in session of a participant, or a signed link.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors, fail, Failure } from '@xinqiao/contract/errors.ts'
import { maxPartBytes } from '@xinqiao/contract/im/files/file.ts'
import { filePath } from '@xinqiao/contract/im/files/file-messages.ts'
import { hourMs } from '@xinqiao/contract/time.ts'
import {
  chatRoles,
  selectLiveLogins,
  findUploadOffset,
  openFile,
  isFileKeyRevoked,
  verifySigningLogin,
  readUploadToken,
  receivePart,
} from '../../im/chat.ts'
import { isChatOrigin } from '../../kit/chat/chat-origins.ts'
import type { Kit } from '../../kit/ctx.ts'
import { cleanFileName } from '../../kit/files/file-names.ts'
import { failureHeadersOf, toEnvelope, toFailure } from '../api/api.ts'
import { bodySpeed, watchBodySpeed } from '../requests/body-speed.ts'
import { createUploadCounter } from '../requests/uploads.ts'
import { readCaller } from '../requests/caller.ts'
import { readPreview, readQuery, sendPreview } from './send-preview.ts'

type FileParams = { object: string }

/** Parts that one account may upload at the same time; the SDK sends the parts of a file one after the other. */
const maxPartsPerAccount = 6
const maxParts = 100
const objectPattern = /^[\w-]{20,40}$/

const firstValue = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? (value[0] ?? '') : (value ?? '')

function decodeHeader(header: string): string {
  try {
    return decodeURIComponent(header).slice(0, 300)
  } catch {
    return ''
  }
}

function readPart(request: FastifyRequest<{ Params: FileParams }>) {
  const query = request.query as Record<string, string | undefined>
  const offset = Number(query['offset'] ?? 0)
  if (!Number.isSafeInteger(offset) || offset < 0) throw fail('malformed')
  const name = decodeHeader(firstValue(request.headers['x-file-name']))
  return {
    object: request.params.object,
    token: firstValue(request.headers['x-nos-token']),
    offset,
    isLast: query['complete'] === 'true',
    context: query['context'] ?? '',
    contentType: firstValue(request.headers['content-type']),
    name: name ? cleanFileName(name) : '',
    bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  }
}

/** False when the login has ended, its account is blocked, or its app is closed. */
async function isUsableLogin({ sql, config: { factorRoles } }: Kit, login: number): Promise<boolean> {
  const liveLogins = await selectLiveLogins(sql, { logins: [login], roleIds: chatRoles, factorRoles })
  const liveLogin = liveLogins.get(login)
  return liveLogin !== undefined && !liveLogin.isBlocked && !liveLogin.isAppClosed
}

/** The live login whose key signed the address, or null. */
async function findSigningLogin(kit: Kit, object: string, query: URLSearchParams): Promise<number | null> {
  const login = verifySigningLogin(kit.secrets, object, query)
  if (login === null || (await isFileKeyRevoked(kit.sql, login, Number(query.get('until'))))) return null
  return (await isUsableLogin(kit, login)) ? login : null
}

async function sendFile(kit: Kit, request: FastifyRequest<{ Params: FileParams }>, reply: FastifyReply) {
  const { viewer } = await readCaller(kit, request)
  const query = readQuery(request.url)
  const preview = readPreview(query)
  const file = await openFile(kit, {
    object: request.params.object,
    query,
    login: await findSigningLogin(kit, request.params.object, query),
    accountId: viewer?.id ?? null,
    // a preview reads the whole file
    range: preview ? undefined : request.headers.range,
    userAgent: request.headers['user-agent'],
    knownEtag: preview ? undefined : request.headers['if-none-match'],
  })
  if (!file) return reply.callNotFound()
  const { row, isSigned, etag, mime, bytes, range, read } = file
  if (preview) {
    const fullName = row.name || `${row.object}.${row.ext}`
    const by = `${viewer?.id ?? `chat ${row.owner_id}`}`
    const readAll = () => Promise.resolve(read())
    const document = {
      key: row.object,
      name: fullName,
      bytes,
      read: readAll,
      by,
      back: viewer ? 'messages' : null,
    } as const
    return sendPreview(kit, reply, preview, query, document)
  }
  const download = query.get('download')
  const isShown = row.kind !== 'file' && download === null
  const name = cleanFileName(download || row.name || `${row.object}.${row.ext}`)
  void reply
    .type(isShown ? mime : 'application/octet-stream')
    // browsers revalidate the file on each use, so that access ends with the session or the membership
    .header('cache-control', 'private, no-cache')
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('content-disposition', `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
  // pages of apps embed files by signed links; with a session, a file opens in pages of the site only
  if (isSigned) void reply.header('cross-origin-resource-policy', 'cross-origin')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (!range) return reply.header('content-length', bytes).send(read())
  const [from, to] = range
  return reply
    .code(206)
    .header('content-range', `bytes ${from}-${to}/${bytes}`)
    .header('content-length', to - from + 1)
    .send(read())
}

export async function registerChatFiles(app: FastifyInstance, kit: Kit, speed = bodySpeed): Promise<void> {
  await app.register((scope, _options, done) => {
    // accepts any content type as bytes
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxPartBytes }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const failure = error instanceof Failure ? error : toFailure(error, request)
      return reply
        .code(failure.status)
        .headers(failureHeadersOf(failure))
        .send(toEnvelope(failure.status, failure.message, failure.data, { reason: failure.reason }))
    })
    // allows no credentials: uploads send their token in a header, downloads have a signature in the address
    scope.addHook('onRequest', async (request, reply) => {
      const { origin } = request.headers
      void reply.header('vary', 'Origin')
      if (origin !== undefined && (await isChatOrigin(kit, origin))) {
        void reply
          .header('access-control-allow-origin', origin)
          .header('access-control-allow-methods', 'GET, POST')
          .header('access-control-allow-headers', 'x-nos-token, x-file-name, content-type')
          .header('access-control-max-age', '600')
      }
    })
    scope.options(`${filePath}:object`, (_request, reply) => reply.code(204).send())
    const checkObjectName = (request: FastifyRequest<{ Params: FileParams }>) => {
      if (!objectPattern.test(request.params.object)) throw fail('notFound', errors.notFound.message)
    }
    const parts = createUploadCounter(maxPartsPerAccount, maxParts)
    // the token, its login and the number of uploads are checked before the body is read
    const authorise = async (request: FastifyRequest<{ Params: FileParams }>, reply: FastifyReply) => {
      checkObjectName(request)
      const grant = readUploadToken(kit.secrets, firstValue(request.headers['x-nos-token']), request.params.object)
      if (!grant) throw fail('wrongUploadToken')
      reply.raw.once('close', parts.enter(grant.imId))
      // a slow upload is disconnected, and the client resumes it where it ended
      reply.raw.once(
        'close',
        watchBodySpeed(request.raw, speed, () => request.raw.destroy()),
      )
      if (!(await isUsableLogin(kit, grant.login))) throw fail('wrongUploadToken')
    }
    const route = { bodyLimit: maxPartBytes, preParsing: authorise }
    scope.post<{ Params: FileParams }>(`${filePath}:object`, route, async (request, reply) => {
      const data = await receivePart(kit, readPart(request))
      return reply.header('cache-control', 'no-store').send(toEnvelope(200, '操作成功', data))
    })
    // a large file takes long on a slow connection
    const slow = { handlerTimeout: hourMs }
    scope.get<{ Params: FileParams }>(`${filePath}:object`, slow, async (request, reply) => {
      checkObjectName(request)
      const query = request.query as Record<string, string | undefined>
      if (!('uploadContext' in query)) return sendFile(kit, request, reply)
      const token = firstValue(request.headers['x-nos-token'])
      const data = await findUploadOffset(kit, request.params.object, token)
      return reply.header('cache-control', 'no-store').send(toEnvelope(200, '操作成功', data))
    })
    done()
  })
}
