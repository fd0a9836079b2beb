// The preview of a document: a page with pictures of its pages, at the address of the file with `preview` added. Each
// picture has the same address with its number, so that each is authorised like the file.
import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'
import { documentKindOf } from '@xinqiao/contract/documents.ts'
import { Failure } from '@xinqiao/contract/errors.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { hourSeconds } from '@xinqiao/contract/time.ts'
import { limitHits } from '../../kit/auth/throttle.ts'
import type { Kit } from '../../kit/ctx.ts'
import { createDocumentPages, previewLimits, type DocumentPages } from '../../kit/documents/preview/document-pages.ts'
import { escapeHtml } from '../../kit/text/escape-html.ts'

const maxConversionsPerHour = 30
const readPages = createDocumentPages()

type PreviewedFile = {
  key: string
  name: string
  bytes: number
  read: () => Promise<Readable | null>
  by: string
  /** Target of the link back, which the page needs because it opens in a new window; null for files of other apps. */
  back: 'messages' | 'site' | null
}
const backLinks = {
  /** The conversation in which the document was opened, if the page has named it. */
  messages: (conversation: string) =>
    `<a href="${routes.im}${conversationPattern.test(conversation) ? `?${conversation}` : ''}">返回消息</a>`,
  site: () => `<a href="${routes.dashBoard}">返回网站</a>`,
} as const
const conversationPattern = /^(?:to|team)=\w{1,32}$/

/** Pages append `?imageView&…` even to an address that has a query. */
export function readQuery(url: string): URLSearchParams {
  const start = url.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1).replaceAll('?', '&'))
}

/** Null for a request of the file itself. */
export function readPreview(query: URLSearchParams): { page: number | null } | null {
  const page = query.get('page')
  if (page !== null && /^[1-9]\d{0,2}$/.test(page)) return { page: Number(page) }
  return query.has('preview') ? { page: null } : null
}

const style = `
:root{color-scheme:light}*{box-sizing:border-box}
body{margin:0;background:#e9efed;color:#142e2b;font:1rem/1.6 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
header{position:sticky;top:0;display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center;padding:.5rem 1rem;background:#fff;border-bottom:1px solid #d3dedb}
h1{flex:1 1 12rem;min-width:0;margin:0;font-size:1rem;overflow-wrap:anywhere}
a{display:inline-flex;align-items:center;min-height:44px;color:#0b5e55}
.download{padding:0 1.25rem;border-radius:999px;background:#0b6b61;color:#fff;text-decoration:none}
main{max-width:60rem;margin:0 auto;padding:1rem}
label{display:inline-flex;gap:.25rem;align-items:center;min-height:44px}#zoom{width:1.25rem;height:1.25rem}
body:has(#zoom:checked) main{max-width:none;overflow-x:auto}body:has(#zoom:checked) img{width:75rem}
p{margin:.5rem 0}img{display:block;width:100%;height:auto;margin:0 0 1rem;background:#fff;box-shadow:0 1px 4px #0003}
a:focus-visible,#zoom:focus-visible,main:focus-visible{outline:3px solid #0b6b61;outline-offset:2px}`

const zoomSwitch = '<label><input type="checkbox" id="zoom"> 放大</label>'

/** @param document null for a file that has no preview; `message` says why */
function writePage(
  { name, back }: Pick<PreviewedFile, 'name' | 'back'>,
  query: URLSearchParams,
  document: DocumentPages | null,
  message = '',
): string {
  const rest = new URLSearchParams(query)
  for (const key of ['preview', 'page', 'back']) rest.delete(key)
  const href = (page: number) => escapeHtml(`?${new URLSearchParams([...rest, ['page', `${page}`]]).toString()}`)
  const download = escapeHtml(`?${new URLSearchParams([...rest, ['download', name]]).toString()}`)
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(name)} - 预览</title><style>${style}</style></head><body>
<header>${back ? backLinks[back](query.get('back') ?? '') : ''}<h1>${escapeHtml(name)}</h1>${document ? zoomSwitch : ''}
<a class="download" href="${download}">下载文件</a>
<a href="tel:12356">心理援助 12356</a></header><main tabindex="0">${document ? writePictures(document, href) : `<p>${escapeHtml(message)}</p>`}</main></body></html>`
}

const writePictures = ({ pages, isCut }: DocumentPages, href: (page: number) => string): string =>
  `<p>${isCut ? `只显示前${pages.length}页，全文请下载后查看。` : `共${pages.length}页。`}` +
  // the link of a private file ends after a while
  '有页面没有显示时，请回到这份文件所在的页面，再点一次“预览”。</p>' +
  pages.map((_, i) => `<img src="${href(i + 1)}" alt="第${i + 1}页">`).join('')

const sendPage = (reply: FastifyReply, status: number, html: string) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'private, no-store')
    .header('content-security-policy', "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'")
    .send(html)

/** The caller must have checked that the file may be opened. */
export async function sendPreview(
  kit: Kit,
  reply: FastifyReply,
  { page }: { page: number | null },
  query: URLSearchParams,
  { name, by, back, ...file }: PreviewedFile,
) {
  const kind = documentKindOf(name)
  if (!kind) return reply.callNotFound()
  try {
    const onConvert = () => limitHits(kit.sql, `preview:${by}`, maxConversionsPerHour, hourSeconds)
    const document = await readPages({ ...file, kind, onConvert })
    if (page === null) return await sendPage(reply, 200, writePage({ name, back }, query, document))
    const picture = page <= previewLimits.pages ? document.pages[page - 1] : undefined
    if (!picture) return reply.callNotFound()
    return await reply.type('image/jpeg').header('cache-control', 'private, no-store').send(picture)
  } catch (error) {
    if (!(error instanceof Failure) || page !== null) throw error
    if (error.cause) kit.log.warn({ err: error.cause, kind }, 'a document could not be converted')
    return sendPage(reply, error.status, writePage({ name, back }, query, null, error.message))
  }
}
