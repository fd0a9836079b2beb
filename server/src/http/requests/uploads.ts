// Receives the file of a multipart request. The request is authorised before the file is read; then the file is
// streamed to disk.
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyError, FastifyRequest } from 'fastify'
import { fail, Failure } from '@xinqiao/contract/errors.ts'
import type { UploadRule } from '@xinqiao/contract/http/endpoint.ts'
import { hourMs } from '@xinqiao/contract/time.ts'
import { checkRecordingUpload } from '../../bridge/lectures/lectures.ts'
import { createKeyCounter } from '../../kit/async/key-counter.ts'
import { networkOfAddress } from '../../kit/network/network-address.ts'
import type { Ctx } from '../../kit/ctx.ts'
import { fileAtPath, type UploadedFile } from '../../kit/files/uploads.ts'
import { checkSubmissionUpload } from '../../portal/submissions/submissions.ts'
import { checkCvUploadLimit } from '../../portal/membership/membership.ts'
import { checkScanUpload } from '../../portal/counsellors/staff.ts'
import { requireAttemptForProof } from '../../portal/payments/payments.ts'
import { bodySpeed, watchBodySpeed, type BodySpeed } from './body-speed.ts'

/** Checks of the input before the file is received. Every upload with an input has one. */
export const uploadChecks: Readonly<Record<string, (input: never, ctx: Ctx) => Promise<unknown>>> = {
  'POST /submission/file': ({ id }: { id: number }, ctx) => checkSubmissionUpload(ctx, id),
  'POST /order/proof': ({ orderNo }: { orderNo: string }, ctx) => requireAttemptForProof(ctx, orderNo),
  'POST /admin/credential/scan': ({ id }: { id?: number }, ctx) => checkScanUpload(ctx, id),
  'POST /admin/lecture/recording': ({ id }: { id: number }, ctx) => checkRecordingUpload(ctx, id),
  'POST /memberApplication/postResume': (_input, ctx) => checkCvUploadLimit(ctx),
}

const maxUploadsPerAccount = 2
/** Uploads of one network at the same time; fewer than `maxUploads`, so that it cannot occupy all slots. */
const maxUploadsPerNetwork = 10
const maxUploads = 40
const megabyte = 1024 * 1024

type LimitKey = number | string

/** Counts uploads in progress. */
export function createUploadCounter(
  maxPerKey: number,
  maxTotal: number,
  ownBusy = '您正在上传其他文件，请等上传完成后再试',
) {
  const uploads = createKeyCounter<LimitKey>()
  let total = 0
  return {
    /**
     * @returns a function that frees the slot.
     * @throws Failure tooManyRequests
     */
    enter(key: LimitKey): () => void {
      if (uploads.get(key) >= maxPerKey) throw fail('tooManyRequests', ownBusy)
      if (total >= maxTotal) throw fail('tooManyRequests', '正在上传文件的人较多，请稍后再试')
      uploads.add(key)
      total += 1
      return () => {
        total -= 1
        uploads.remove(key)
      }
    },
  }
}

export function createUploadSlots() {
  const accounts = createUploadCounter(maxUploadsPerAccount, maxUploads)
  const networks = createUploadCounter(maxUploadsPerNetwork, maxUploads, '您所在的网络正在上传的文件较多，请稍后再试')
  return async <T>({ accountId, ip }: { accountId: number; ip: string }, work: () => Promise<T>): Promise<T> => {
    const leaveAccount = accounts.enter(accountId)
    let leaveNetwork = () => {}
    try {
      leaveNetwork = networks.enter(networkOfAddress(ip))
      return await work()
    } finally {
      leaveNetwork()
      leaveAccount()
    }
  }
}

/** Deletes files that a killed process left. */
export async function removeOldUploads(dataDir: string): Promise<void> {
  const folder = path.join(dataDir, 'uploads')
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const file = path.join(folder, name)
    const { mtimeMs } = await stat(file)
    if (mtimeMs < Date.now() - hourMs) await rm(file, { force: true })
  }
}

const tooLargeCodes = new Set(['FST_REQ_FILE_TOO_LARGE', 'FST_FILES_LIMIT', 'FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT'])
/** A multipart body may be this much larger than its file, for fields and boundaries. */
const fieldsBytes = 300_000

const createTooLargeFailure = (maxBytes: number) =>
  fail('tooLarge', maxBytes >= megabyte ? `文件大小不能超过${Math.floor(maxBytes / megabyte)}MB！` : undefined)

function toUploadFailure(error: unknown, maxBytes: number): Failure {
  if (error instanceof Failure) return error
  // the body has no boundary, or the client disconnected
  return tooLargeCodes.has((error as FastifyError).code) ? createTooLargeFailure(maxBytes) : fail('malformed')
}

/** @throws Failure tooLarge as soon as the limit is reached, even if the client is still sending */
async function saveUpload(
  part: MultipartFile,
  { file, maxBytes, signal }: { file: string; maxBytes: number; signal: AbortSignal },
): Promise<UploadedFile> {
  signal.throwIfAborted()
  const limit = new AbortController()
  part.file.once('limit', () => limit.abort())
  try {
    await pipeline(part.file, createWriteStream(file, { mode: 0o600 }), {
      signal: AbortSignal.any([limit.signal, signal]),
    })
  } catch (error) {
    throw limit.signal.aborted ? createTooLargeFailure(maxBytes) : error
  }
  return fileAtPath(part.filename.slice(0, 1000), file, (await stat(file)).size)
}

/** Ends the request and discards what the client still sends. */
function discardBody(request: FastifyRequest): void {
  request.raw.unpipe()
  request.raw.resume()
}

/** @throws Failure uploadTooSlow as soon as the body arrives too slowly; the signal then ends the work of `receive` */
async function endWhenSlow(
  request: FastifyRequest,
  speed: BodySpeed,
  receive: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const controller = new AbortController()
  const slow = Promise.withResolvers<never>()
  const stopWatch = watchBodySpeed(request.raw, speed, () => {
    slow.reject(fail('uploadTooSlow'))
    controller.abort()
  })
  const receiving = receive(controller.signal)
  // after a slow body, this promise fails later or never settles
  receiving.catch(() => {})
  try {
    await Promise.race([receiving, slow.promise])
  } finally {
    stopWatch()
  }
}

/**
 * @param authorise gets the query parameters and the form fields before the file; the file is read once it has resolved
 * @param handle gets the result of `authorise` and the file, which is deleted afterwards in any case
 * @throws Failure fileMissing, tooLarge, uploadTooSlow, malformed
 */
export async function receiveUpload<I, O>(
  { request, dataDir, speed = bodySpeed }: { request: FastifyRequest; dataDir: string; speed?: BodySpeed | undefined },
  { field, maxBytes }: UploadRule,
  authorise: (fields: Record<string, unknown>) => Promise<I>,
  handle: (input: I, file: UploadedFile | null) => Promise<O>,
): Promise<O> {
  if (!request.isMultipart()) throw fail('fileMissing')
  const folder = path.join(dataDir, 'uploads')
  const target = path.join(folder, randomBytes(12).toString('hex'))
  const fields: Record<string, unknown> = { ...(request.query as Record<string, unknown>) }
  let input: I | undefined
  let file: UploadedFile | null = null
  try {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes + fieldsBytes) throw createTooLargeFailure(maxBytes)
    const limits = { fileSize: maxBytes, files: 1, fields: 20, fieldSize: 10_000, parts: 25 }
    const receiveParts = async (signal: AbortSignal) => {
      for await (const part of request.parts({ limits })) {
        if (part.type === 'field') {
          if (file === null) fields[part.fieldname] = part.value
          continue
        }
        if (part.fieldname !== field) throw fail('fileMissing')
        input = await authorise(fields)
        await mkdir(folder, { recursive: true, mode: 0o700 })
        file = await saveUpload(part, { file: target, maxBytes, signal })
      }
    }
    try {
      await endWhenSlow(request, speed, receiveParts)
    } catch (error) {
      throw toUploadFailure(error, maxBytes)
    }
    return await handle(input ?? (await authorise(fields)), file)
  } finally {
    discardBody(request)
    await rm(target, { force: true })
  }
}
