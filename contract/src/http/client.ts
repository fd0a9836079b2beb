// The typed client for browsers. It imports only types of the endpoints, so that pages load no zod.
import type { CrisisLevel } from '../crisis.ts'
import { errors, Failure, type ErrorName } from '../errors.ts'
import { limits } from '../limits.ts'
import type { z } from 'zod'
import type { EndpointApi, EndpointDefinitions } from './endpoint.ts'

type ReplyEnvelope = { code: number; msg: string; data: unknown; reason?: ErrorName; care?: CrisisLevel }

const crisisListeners = new Set<(level: CrisisLevel) => void>()

/**
 * Calls back when a reply says that a text of the caller sounds like danger.
 * @returns a function that ends this
 */
export function listenForCrisisLevel(listener: (level: CrisisLevel) => void): () => void {
  crisisListeners.add(listener)
  return () => crisisListeners.delete(listener)
}
const announceCrisisLevel = ({ care }: ReplyEnvelope): void => {
  if (care) for (const listener of crisisListeners) listener(care)
}

const toFailure = (body: ReplyEnvelope) =>
  new Failure(body.reason ?? (body.code === 401 ? 'notSignedIn' : 'internal'), body.msg, body.data)

type ClientReply<T> = { data: T; msg: string }

async function readReply(response: Response): Promise<ClientReply<unknown>> {
  const type = response.headers.get('content-type') ?? ''
  if (!type.includes('json')) {
    if (response.ok) return { data: await response.blob(), msg: '' }
    // a proxy in front of the site replies without JSON when it cannot reach the site
    const reason = [502, 503, 504].includes(response.status) ? 'unavailable' : 'internal'
    throw new Failure(reason, errors[reason].message, null)
  }
  const body = (await response.json()) as ReplyEnvelope
  announceCrisisLevel(body)
  if (body.code !== 200) throw toFailure(body)
  return body
}

async function sendRequest(url: URL, init: RequestInit): Promise<ClientReply<unknown>> {
  let response: Response
  try {
    response = await fetch(url, { ...init, credentials: 'include', signal: AbortSignal.timeout(limits.httpTimeoutMs) })
  } catch {
    throw new Failure('unavailable', '网络连接失败，请检查网络后重试', null)
  }
  return readReply(response)
}

/** A client that also returns the server's message, for the few calls that display it. */
export type ReplyApi<R extends EndpointDefinitions> = <K extends keyof R>(
  key: K & string,
  input: z.input<R[K]['input']>,
) => Promise<ClientReply<z.output<R[K]['output']>>>

/** @throws Failure with the server's message */
export function createHttpReplies<R extends EndpointDefinitions>(prefix = '/prod-api'): ReplyApi<R> {
  const sendCall = async (key: string, input: Record<string, unknown>) => {
    const [method, path] = key.split(' ') as [string, string]
    const url = new URL(prefix + path, location.origin)
    url.searchParams.set('t', String(Date.now())) // a time stamp that the server ignores (portal.md 7)
    if (method !== 'GET') {
      return sendRequest(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) })
    }
    for (const [name, value] of Object.entries(input)) {
      if (value !== undefined && value !== null) url.searchParams.set(name, `${value as string | number}`)
    }
    return sendRequest(url, { method })
  }
  return sendCall as ReplyApi<R>
}

/** @throws Failure with the server's message */
export function createHttpApi<R extends EndpointDefinitions>(prefix = '/prod-api'): EndpointApi<R> {
  const call = createHttpReplies<R>(prefix)
  return async (key, input) => (await call(key, input)).data
}

/**
 * Uploads one file with progress, which fetch cannot report.
 * @param onProgress receives a fraction from 0 to 1
 * @throws Failure with the server's message
 */
export function uploadFile<T>(
  path: string,
  file: File,
  fields: Record<string, string> = {},
  onProgress?: (fraction: number) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const form = new FormData()
    form.set('file', file)
    const request = new XMLHttpRequest()
    // in the query, so that the server can refuse before it receives the file
    const query = new URLSearchParams(fields).toString()
    request.open('POST', `/prod-api${path}${query && `?${query}`}`)
    request.responseType = 'json'
    request.upload.addEventListener('progress', (event) => onProgress?.(event.loaded / event.total))
    request.addEventListener('load', () => {
      const body = request.response as ReplyEnvelope | null
      if (body) announceCrisisLevel(body)
      if (body?.code === 200) resolve(body.data as T)
      else reject(body ? toFailure(body) : new Failure('internal', '文件上传失败', null))
    })
    request.addEventListener('error', () => reject(new Failure('unavailable', '文件上传失败', null)))
    request.send(form)
  })
}
