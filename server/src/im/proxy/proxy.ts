// Passes a request of a page to a service that the operator has listed (CHAT_PROXY_UPSTREAMS).
import { isIP } from 'node:net'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { proxyLimits } from '@xinqiao/contract/im/proxy.ts'
import type { ImCtx } from '../../kit/chat/im-ctx.ts'
import type { Kit } from '../../kit/ctx.ts'
import { isLoopbackHost } from '../../kit/network/network-address.ts'
import { requestUpstream } from '../../kit/network/upstream-request.ts'
import { isSiteApp } from './store.ts'

/** Headers that belong to one connection, or that this server sets. */
const ownHeaders =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|content-length|expect|cookie|forwarded|x-forwarded-.*|x-real-ip|x-chat-.*)$/

/** @throws ImFailure 414 for anything but an object of strings */
function parseHeaders(json: string): Record<string, string> {
  let headers: unknown = {}
  try {
    headers = json === '' ? {} : JSON.parse(json)
  } catch {
    throw imFail('invalid', 'header不是JSON', { field: 'header' })
  }
  const entries = typeof headers === 'object' && headers !== null ? Object.entries(headers) : null
  const isHeader = ([name, value]: [string, unknown]) =>
    /^[a-z\d-]{1,64}$/i.test(name) && typeof value === 'string' && /^[\t\x20-\x7e]*$/.test(value)
  if (!entries?.every(isHeader)) throw imFail('invalid', 'header应为由字符串组成的对象', { field: 'header' })
  return Object.fromEntries(
    entries.map(([name, value]) => [name.toLowerCase(), value as string]).filter(([name]) => !ownHeaders.test(name!)),
  )
}

/** The address below that of the service. A path with `..` would leave it. */
function resolvePath(base: string, path: string): URL {
  const root = new URL(base.replace(/\/*$/, '/')).href
  const url = new URL(`.${path}`, root)
  // some services read an encoded slash, or what follows a semicolon, as a part of the path
  if (!url.href.startsWith(root) || /%2f|%5c|%25|\/\.{1,2};/i.test(url.pathname))
    throw imFail('invalid', 'path不正确', { field: 'path' })
  return url
}

/** The operator lists a private service by its address, or as localhost; a name must lead to a public address. */
const isListedAsPrivate = ({ hostname }: URL): boolean =>
  isLoopbackHost(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0

/**
 * Account names are unique within an app only, so a service is listed for one app.
 * @throws ImFailure 404 for a service that is not listed
 */
async function requireUpstream({ config, sql, viewer }: ImCtx, zone: string): Promise<string> {
  const listedName = (await isSiteApp(sql, viewer.appId)) ? zone : `${zone}@${viewer.appId}`
  const base = config.CHAT_PROXY_UPSTREAMS.get(listedName)
  if (base === undefined) throw imFail('notFound', `没有名为${zone}的服务`)
  return base
}

export async function forwardRequest(
  { zone, path, method, header, body }: ParsedInput<'proxy.httpProxy'>,
  ctx: ImCtx,
  log: Kit['log'],
): Promise<CommandOutput<'proxy.httpProxy'>> {
  const { viewer } = ctx
  const base = await requireUpstream(ctx, zone)
  const url = resolvePath(base, path)
  const reply = await requestUpstream(url, {
    method,
    headers: {
      ...parseHeaders(header),
      'x-chat-account': encodeURIComponent(viewer.accid),
      'x-chat-app': `${viewer.appId}`,
    },
    body: method === 'GET' ? '' : body,
    maxReplyBytes: proxyLimits.reply,
    allowsPrivate: isListedAsPrivate(url),
  })
  if ('fault' in reply) {
    const { fault, reason } = reply
    log.warn({ app: viewer.appId, zone, fault, reason }, 'a listed service gave no reply')
    throw imFail(fault === 'timeout' ? 'timedOut' : 'unavailable', '服务暂时没有答复')
  }
  const { status, headers, text } = reply
  const shown = Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'set-cookie'))
  return { code: status, header: JSON.stringify(shown), body: text }
}
