// Requests to HTTP services that the operator has listed. Redirects are not followed, and a reply has a maximum size.
import { request as requestHttp, type IncomingHttpHeaders } from 'node:http'
import { request as requestHttps } from 'node:https'
import { lookupPublic } from './partner-request.ts'

const timeoutMs = 10_000

type UpstreamRequest = {
  method: string
  headers: Record<string, string>
  body: string
  maxReplyBytes: number
  /** False when the name of the service must lead to a public address. */
  allowsPrivate: boolean
}
export type UpstreamReply =
  | { status: number; headers: IncomingHttpHeaders; text: string }
  | { fault: 'timeout' | 'too large' | 'unreachable'; reason: string }

/**
 * Sends a request to a service of an operator. It never rejects. `reason` says for the log why there is no reply; it
 * holds no path and no text of the caller.
 */
export function requestUpstream(url: URL, call: UpstreamRequest): Promise<UpstreamReply> {
  const { method, headers, body, maxReplyBytes, allowsPrivate } = call
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve) => {
    const outgoing = request(url, {
      method,
      headers: { ...headers, 'accept-encoding': 'identity', 'content-length': Buffer.byteLength(body) },
      signal: AbortSignal.timeout(timeoutMs),
      agent: false,
      ...(allowsPrivate ? {} : { lookup: lookupPublic }),
    })
    const refuse = ({ name, message, code }: Error & { code?: string | number }) =>
      resolve({ fault: name === 'TimeoutError' ? 'timeout' : 'unreachable', reason: message || `${code}` })
    outgoing.on('response', (reply) => {
      const parts: Buffer[] = []
      let bytes = 0
      reply.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > maxReplyBytes) {
          resolve({ fault: 'too large', reason: `more than ${maxReplyBytes} bytes` })
          outgoing.destroy()
        } else parts.push(part)
      })
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text: Buffer.concat(parts).toString('utf8') }),
      )
      reply.on('error', refuse)
    })
    outgoing.on('error', (error) => refuse(error.name === 'AbortError' ? ((error.cause as Error) ?? error) : error))
    outgoing.end(body)
  })
}
