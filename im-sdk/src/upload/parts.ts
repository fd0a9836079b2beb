// Uploads a file in parts. After a failure, it resumes at the server's offset; if an address fails, it uses the next
// one.
import { ImFailure, imFail } from '@xinqiao/contract/im/errors.ts'
import { maxPartBytes, type StoredFile, type UploadReply, type UploadToken } from '@xinqiao/contract/im/files/file.ts'
import { filePath } from '@xinqiao/contract/im/files/file-messages.ts'
import type { FileToUpload } from './source.ts'
import type { UploadLinks } from './links.ts'
import { readBytes } from './read-bytes.ts'

/** Progress as pages receive it (messaging.md 5). */
export type UploadProgress = { total: number; loaded: number; percentage: number; percentageText: string }
export type UploadPartsOptions = {
  links: UploadLinks
  contentType: string
  /** Time limit for one request. */
  timeoutMs: number
  signal?: AbortSignal | undefined
  onProgress?: ((progress: UploadProgress) => void) | undefined
  /** Delay before a retry; tests override it. */
  delayOf?: (retry: number) => number
}
type UploadReplyEnvelope = { code: number; msg: string; data: unknown }

const maxTries = 4
const offsetConflict = 409
/** Aims at fifty parts, so that the progress bar moves smoothly. No part exceeds the server's limit. */
const choosePartBytes = (size: number) => Math.min(maxPartBytes, Math.max(128 * 1024, Math.ceil(size / 50)))

export function toProgress(loaded: number, total: number): UploadProgress {
  const percentage = total === 0 ? 100 : Math.round((loaded / total) * 10_000) / 100
  return { total, loaded, percentage, percentageText: `${percentage}%` }
}

async function sendRequest(
  url: string,
  init: RequestInit,
  { signal, timeoutMs }: UploadPartsOptions,
): Promise<UploadReply> {
  const control = new AbortController()
  const stop = () => control.abort()
  if (signal?.aborted) throw imFail('uploadAborted')
  signal?.addEventListener('abort', stop)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    stop()
  }, timeoutMs)
  try {
    const reply = await fetch(url, { ...init, signal: control.signal, credentials: 'omit' })
    const body = (await reply.json()) as UploadReplyEnvelope
    if (body.code !== 200) throw new ImFailure(body.code, body.msg, body.data)
    return body.data as UploadReply
  } catch (error) {
    if (error instanceof ImFailure) throw error
    if (signal?.aborted) throw imFail('uploadAborted')
    if (isLate) throw imFail('uploadTimedOut')
    throw imFail(error instanceof SyntaxError ? 'uploadUnreadable' : 'uploadNetwork')
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

/** True when a retry or another address may succeed. */
const isTemporaryError = ({ code }: ImFailure): boolean =>
  typeof code === 'number' ? code >= 500 || code === 429 : code !== 'abort'

function waitMs(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(imFail('uploadAborted'))
    })
  })
}

/** @throws ImFailure with the server's code and message, or `abort`, `timeout`, `netError`, `parseError` */
export async function uploadParts(
  { blob, name }: FileToUpload,
  { objectName, token }: UploadToken,
  options: UploadPartsOptions,
): Promise<StoredFile> {
  const { links, contentType, onProgress, signal, delayOf = (retry) => 300 * 2 ** retry } = options
  const headers = { 'x-nos-token': token, 'content-type': contentType, 'x-file-name': encodeURIComponent(name) }
  const partBytes = choosePartBytes(blob.size)
  let reply: UploadReply = { offset: 0, context: '' }
  let tries = 0
  // oxlint-disable no-await-in-loop -- one part after the other, each at the server's offset
  while (!reply.file) {
    const { offset, context } = reply
    const end = Math.min(blob.size, offset + partBytes)
    const query = new URLSearchParams({
      offset: `${offset}`,
      complete: `${end === blob.size}`,
      version: '1.0',
      context,
    })
    const link = links.current()
    const address = `${link}${filePath}${objectName}`
    try {
      // reads the part before sending, because a blob that disappears during the send would look like a network failure
      const body = await readBytes(blob.slice(offset, end))
      reply = await sendRequest(`${address}?${query}`, { method: 'POST', headers, body }, options)
      tries = 0
    } catch (error) {
      if (!(error instanceof ImFailure)) throw error
      tries += 1
      const isMoved = error.code === offsetConflict && error.data !== null
      if (isMoved && tries < maxTries) reply = error.data as UploadReply
      else {
        if (!isTemporaryError(error)) throw error
        const hasNext = links.fail(link)
        if (tries >= maxTries && !hasNext) throw error
        await waitMs(delayOf(tries), signal)
        const now = `${links.current()}${filePath}${objectName}?uploadContext&version=1.0`
        reply = await sendRequest(now, { method: 'GET', headers: { 'x-nos-token': token } }, options).catch(() => reply)
      }
    }
    onProgress?.(toProgress(reply.file ? blob.size : reply.offset, blob.size))
  }
  // oxlint-enable no-await-in-loop
  return reply.file
}
