// Page cache for anonymous visitors. Pages are compressed once and sent from memory before any framework sees the
// request. A page is stored only if nothing changed during its rendering; a change drops all pages.
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { PageReply, ServedPage } from '@xinqiao/contract/pages.ts'
import { chooseEncoding, type ContentEncoding } from '../packing.ts'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** The form that Node sends fastest, in one write: header names and values in turn, and the body as latin1. */
type PageVariant = { body: string; headers: string[] }
export type CachedPage = { etag: string; variants: Record<ContentEncoding, PageVariant> }

const maxPages = 2_000
const maxBytes = 128 * 1024 * 1024

// loose on purpose: any request that a parser might read as having the cookie bypasses the cache
const tokenCookie = /(?:^|[;,\s])(?:__Host-)?token\s*=/i
const careCookie = /(?:^|;)\s*care=/
const hasToken = (header: string | undefined) => header !== undefined && tokenCookie.test(header)

export const isLargePage = (cookies: string | undefined): boolean => cookies !== undefined && careCookie.test(cookies)

export function createPageCache(served: readonly ServedPage[], fixed: Record<string, string>) {
  const pages = new Map<string, CachedPage>()
  const rendering = new Map<string, Promise<CachedPage | PageReply>>()
  const byPath = new Map(served.filter((page) => page.cached).map((page) => [page.path, page]))
  let generation = 0
  let bytes = 0

  /** Cache key of a request; null if the page must not be shared. Unknown query parameters are ignored. */
  function cacheKeyOf(
    method: string | undefined,
    url: string,
    cookies: string | undefined,
    authorization: string | undefined,
  ) {
    if (method !== 'GET' && method !== 'HEAD') return null
    if (authorization !== undefined || hasToken(cookies)) return null
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    const page = byPath.get(path)
    if (!page) return null
    const size = isLargePage(cookies) ? 'large ' : ''
    if (mark < 0) return size + path
    // our links are written in the form of the key, so most addresses need no parsing
    if (pages.has(size + url)) return size + url
    const query = new URLSearchParams(url.slice(mark + 1))
    const knownParams = page.params.flatMap((name) => {
      const value = query.get(name)
      // one form per number, so that `page=1`, `page=01` and `page=001` share an entry
      const plain = /^\d{1,15}$/.test(value ?? '') ? `${Number(value)}` : value
      return plain === null || plain === '' ? [] : [`${name}=${encodeURIComponent(plain)}`]
    })
    return size + (knownParams.length === 0 ? path : `${path}?${knownParams.join('&')}`)
  }

  const keyOfRequest = ({ method, url = '/', headers }: IncomingMessage) =>
    cacheKeyOf(method, url, headers.cookie, headers.authorization)

  async function compress(html: string): Promise<CachedPage> {
    const identity = Buffer.from(html)
    const [br, gz] = await Promise.all([
      brotli(identity, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 6 } }),
      gzip(identity, { level: 7 }),
    ])
    const etag = `W/"${createHash('sha1').update(identity).digest('base64url')}"`
    const createVariant = (packed: Buffer, encoding: ContentEncoding): PageVariant => ({
      body: packed.toString('latin1'),
      headers: Object.entries({
        ...fixed,
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        vary: 'accept-encoding, cookie',
        etag,
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
        'content-length': `${packed.length}`,
      }).flat(),
    })
    return {
      etag,
      variants: {
        br: createVariant(br, 'br'),
        gzip: createVariant(gz, 'gzip'),
        identity: createVariant(identity, 'identity'),
      },
    }
  }

  const byteSizeOf = ({ variants }: CachedPage) =>
    variants.br.body.length + variants.gzip.body.length + variants.identity.body.length

  function storePage(key: string, page: CachedPage) {
    pages.set(key, page)
    bytes += byteSizeOf(page)
    // remove the oldest pages; a popular one is rendered again soon
    for (const [oldest, old] of pages) {
      if (pages.size <= maxPages && bytes <= maxBytes) break
      pages.delete(oldest)
      bytes -= byteSizeOf(old)
    }
  }

  function sendPage(page: CachedPage, request: IncomingMessage, response: ServerResponse) {
    const { headers, body } = page.variants[chooseEncoding(request.headers['accept-encoding'])]
    if (request.headers['if-none-match'] === page.etag) {
      response.writeHead(304, { etag: page.etag, 'cache-control': 'no-cache', vary: 'accept-encoding, cookie' })
      response.end()
      return
    }
    response.writeHead(200, headers)
    if (request.method === 'HEAD') response.end()
    else response.end(body, 'latin1')
  }

  return {
    /** True when the request was answered from memory. */
    trySend(request: IncomingMessage, response: ServerResponse): boolean {
      const key = keyOfRequest(request)
      const page = key === null ? undefined : pages.get(key)
      if (page) sendPage(page, request, response)
      return page !== undefined
    },
    keyOfRequest,
    send: sendPage,
    /**
     * The page for this key. Concurrent requests share one rendering.
     * @returns the reply itself when it cannot be cached (a redirect or an error)
     */
    async obtain(key: string, render: () => Promise<PageReply>): Promise<CachedPage | PageReply> {
      const startGeneration = generation
      const running = rendering.get(key)
      if (running) return running
      const work = (async () => {
        const reply = await render()
        if (reply.status !== 200) return reply
        const page = await compress(reply.html)
        if (generation === startGeneration) storePage(key, page)
        return page
      })()
      rendering.set(key, work)
      try {
        return await work
      } finally {
        if (rendering.get(key) === work) rendering.delete(key)
      }
    },
    /** Drops all pages. Renderings in progress are neither stored nor shared any more. */
    clear(): void {
      generation += 1
      bytes = 0
      pages.clear()
      rendering.clear()
    },
    get size() {
      return pages.size
    },
  }
}

export type PageCache = ReturnType<typeof createPageCache>
