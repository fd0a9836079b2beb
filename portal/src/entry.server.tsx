// Entry point on the server: renders the page of an address or of an error. See contract/src/pages.ts.
import { renderToString } from 'react-dom/server'
import { errors } from '@xinqiao/contract/errors.ts'
import type { PageReply, PageRequest, ServedPage } from '@xinqiao/contract/pages.ts'
import { withQuery } from '@xinqiao/contract/routes.ts'
import { ErrorView, createErrorHead } from './frame/ErrorView.tsx'
import { Document } from './frame/Document.tsx'
import { loadSiteSettings } from './frame/settings.ts'
import { type PageDefinition, Redirect, type PageContext } from './page.ts'
import { pages } from './pages.ts'

export const servedPages: ServedPage[] = Object.entries(pages).map(([path, page]) => ({
  path,
  params: page.params,
  cached: page.cached,
  indexed: page.indexed,
}))

/**
 * A shared page may contain only query parameters that identify it, because other visitors would see the first
 * visitor's query.
 */
function findReturnAddress({ url }: PageRequest, page: PageDefinition | undefined): string {
  if (!page?.cached) return url.pathname + url.search
  return withQuery(url.pathname, Object.fromEntries(page.params.map((name) => [name, url.searchParams.get(name)])))
}

const isServed = (path: string) => Object.hasOwn(pages, path)

/** @throws loader errors that visitors cannot cause; the server logs them and calls renderError */
export async function renderPage(request: PageRequest): Promise<PageReply> {
  const { pathname } = request.url
  const page = isServed(pathname) ? pages[pathname] : undefined
  if (!page) return renderError(request, 404, errors.notFound.message)
  try {
    const [data, settings] = await Promise.all([page.load(request), loadSiteSettings(request.api)])
    return {
      status: 200,
      html: renderView(page, data, { request, settings, here: findReturnAddress(request, page), isServed }),
    }
  } catch (error) {
    if (error instanceof Redirect) return { status: 302, html: '', location: error.location }
    const failure = toVisitorFailure(error)
    if (!failure) throw error
    return renderError(request, failure.status, failure.message)
  }
}

export async function renderError(request: PageRequest, status: number, message: string): Promise<PageReply> {
  const { pathname } = request.url
  const here = findReturnAddress(request, isServed(pathname) ? pages[pathname] : undefined)
  const site: PageContext = { request, settings: await loadSiteSettings(request.api), here, isServed }
  const html = renderToString(
    <Document head={createErrorHead(site, status)} site={site} indexed={false}>
      <ErrorView site={site} status={status} message={message} />
    </Document>,
  )
  return { status, html: `<!doctype html>${html}` }
}

function renderView(page: PageDefinition, data: unknown, site: PageContext): string {
  const html = renderToString(
    <Document head={page.head(data, site)} site={site} indexed={page.indexed} screen={page.screen}>
      <page.View data={data} site={site} />
    </Document>,
  )
  return `<!doctype html>${html}`
}

/**
 * A failure with a status below 500. Recognised by its properties, because the server and this build have separate
 * copies of the class.
 */
function toVisitorFailure(error: unknown): { status: number; message: string } | null {
  if (!(error instanceof Error) || !('reason' in error) || !('status' in error)) return null
  const { status, message } = error
  return typeof status === 'number' && status < 500 ? { status, message } : null
}
