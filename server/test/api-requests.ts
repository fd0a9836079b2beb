// Requests to the HTTP API for tests, typed by the contract.
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { z } from 'zod'
import type { Contract, EndpointKey } from '@xinqiao/contract/http/index.ts'

/** Any string for a word of the contract, because a draft in a variable has lost its literal type. */
type Widened<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends readonly (infer Item)[]
      ? readonly Widened<Item>[]
      : T extends object
        ? { [Name in keyof T]: Widened<T[Name]> }
        : T
export type RequestInput<K extends EndpointKey> = Widened<z.input<Contract[K]['input']>>
/** Never null, because a test that reads data expects some. */
type ReplyData<K extends EndpointKey> = NonNullable<z.output<Contract[K]['output']>>

export type ApiReply<Data = unknown> = {
  status: number
  code: number
  msg: string
  reason?: string
  data: Data
  /** Messages of the fields that were refused. */
  fields: Record<string, string>
  headers: Record<string, unknown>
  raw: string
}
type ReplyOf<K extends EndpointKey> = ApiReply<ReplyData<K>>

type HttpRequestOptions = { headers?: Record<string, string>; ip?: string }
type RawOptions = HttpRequestOptions & { token?: string | null; payload?: InjectOptions['payload'] }
type FileForm = { payload: Buffer; headers: Record<string, string> }

export type ApiRequests = {
  /** Sends a request as a visitor: `request('GET /problem/getById', { id })`. */
  request: <K extends EndpointKey>(key: K, input?: RequestInput<K>, options?: HttpRequestOptions) => Promise<ReplyOf<K>>
  /** Sends a request as a signed-in person. */
  requestAs: <K extends EndpointKey>(
    caller: { token: string },
    key: K,
    input?: RequestInput<K>,
    options?: HttpRequestOptions,
  ) => Promise<ReplyOf<K>>
  /** Sends a file, as a signed-in person. */
  upload: <K extends EndpointKey>(caller: { token: string }, key: K, form: FileForm) => Promise<ReplyOf<K>>
  /** Sends any input to any address. For tests of refused inputs, and of all endpoints. */
  sendRaw: (method: string, path: string, input?: unknown, options?: RawOptions) => Promise<ApiReply>
}

export function createApiRequests(app: FastifyInstance): ApiRequests {
  const sendRaw: ApiRequests['sendRaw'] = async (method, path, input, { token, headers, ip, payload } = {}) => {
    const isQuery = method === 'GET' && input !== undefined
    const query = isQuery ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : ''
    const body = payload ?? (isQuery ? undefined : (input as object | undefined))
    const response = await app.inject({
      method: method as 'GET',
      url: `/prod-api${path}${query}`,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      remoteAddress: ip ?? '203.0.113.9',
      ...(body !== undefined && { payload: body }),
    })
    const isJson = response.body !== '' && `${response.headers['content-type']}`.includes('json')
    const envelope = isJson
      ? response.json<{
          code: number
          msg: string
          data: { fields?: Record<string, string> } | null
          reason?: string
        }>()
      : { code: 0, msg: '', data: null }
    const fields = envelope.data?.fields ?? {}
    return { status: response.statusCode, ...envelope, fields, headers: response.headers, raw: response.body }
  }

  // replies have the shape of their row, so that this cast holds
  const send = <K extends EndpointKey>(key: K, input: unknown, options: RawOptions) => {
    const [method = '', path = ''] = key.split(' ')
    return sendRaw(method, path, input, options) as Promise<ReplyOf<K>>
  }
  return {
    request: (key, input, options = {}) => send(key, input, options),
    requestAs: ({ token }, key, input, options) => send(key, input, { ...options, token }),
    upload: ({ token }, key, form) => send(key, undefined, { ...form, token }),
    sendRaw,
  }
}
