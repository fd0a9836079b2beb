// Reference of `render`: a bare node:http server with a trivial template and the same compression as the site. Started
// by render.ts with a port and a file of pages.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import zlib from 'node:zlib'

export type PlainPage = { head: string; body: string }

const [port = '0', file = ''] = process.argv.slice(2)
const pages = new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, PlainPage>))
const brotli = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }

const renderPage = ({ head, body }: PlainPage) => `<!doctype html><html lang="zh-CN">${head}${body}</html>`

createServer((request, response) => {
  const page = pages.get(request.url ?? '')
  if (!page) {
    response.writeHead(404).end()
    return
  }
  const html = renderPage(page)
  response.setHeader('content-type', 'text/html; charset=utf-8')
  if (!request.headers['accept-encoding']?.includes('br')) {
    response.end(html)
    return
  }
  zlib.brotliCompress(html, brotli, (error, small) => {
    response.statusCode = error ? 500 : 200
    response.setHeader('content-encoding', 'br')
    response.end(error ? '' : small)
  })
}).listen(Number(port), '127.0.0.1')
