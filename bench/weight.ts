// Transfer size of a first visit without pictures, as Chromium receives it: document, styles, scripts.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { judge, formatKilobytes, printNote, printTable } from './kit/report.ts'
import { articleUrls, fetchBytes, root, withSite, type SiteWithData } from './kit/site.ts'
import { requireChromium } from './kit/system.ts'

const kinds = ['document', 'stylesheet', 'script'] as const
type ResourceKind = (typeof kinds)[number]
type PageWeight = Record<ResourceKind, number> & { scripts: number; other: number; hydrated: boolean }

/** @param token the session of the visitor, if signed in */
async function measurePage(browser: Browser, url: string, token?: string): Promise<PageWeight> {
  const context = await browser.newContext()
  if (token) await context.addCookies([{ name: 'token', value: token, url: new URL(url).origin }])
  const page = await context.newPage()
  const visit: PageWeight = { document: 0, stylesheet: 0, script: 0, scripts: 0, other: 0, hydrated: false }
  const counting: Promise<void>[] = []
  page.on('requestfinished', (request) => {
    const countBytes = async () => {
      const kind = request.resourceType()
      const { responseBodySize } = await request.sizes()
      if (kind === 'fetch' || kind === 'xhr') visit.other += responseBodySize
      const knownKind = kinds.find((item) => item === kind)
      if (!knownKind) return
      visit[knownKind] += responseBodySize
      if (knownKind === 'script') visit.scripts += 1
      const response = await request.response()
      const encoding = (await response?.allHeaders())?.['content-encoding']
      if (responseBodySize > 1024 && encoding !== 'br') throw new Error(`${request.url()} came as ${encoding}`)
      if (/screens-[^/]*\.js$/.test(request.url())) visit.hydrated = true
    }
    counting.push(countBytes())
  })
  const response = await page.goto(url, { waitUntil: 'networkidle' })
  if (response?.status() !== 200 || page.url() !== url) throw new Error(`${url} led to ${page.url()}`)
  await page.waitForTimeout(500)
  await Promise.all(counting)
  await context.close()
  return visit
}

async function signIn({ url }: SiteWithData, username: string): Promise<string> {
  const reply = await fetch(`${url}/prod-api/auth/mh/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'Xinqiao#2026' }),
  })
  const { data } = (await reply.json()) as { data: { access_token: string } }
  return data.access_token
}

async function findHeaviest(urls: readonly string[]): Promise<string> {
  let heaviest = { url: '', bytes: 0 }
  for (const url of urls) {
    const { body } = await fetchBytes(url, { 'accept-encoding': 'br' })
    if (body.length > heaviest.bytes) heaviest = { url, bytes: body.length }
  }
  return heaviest.url
}

type PageAddress = { url: string; token: string | undefined }

/** Links with a query on the site's pages, by path, for a visitor or these accounts. */
async function findLinks(site: SiteWithData, paths: readonly string[], tokens: readonly string[]) {
  const links = new Map<string, string[]>()
  for (const token of ['', ...tokens]) {
    for (const pathname of paths) {
      const { status, body } = await fetchBytes(site.url + pathname, { cookie: `token=${token}` })
      if (status !== 200) continue
      for (const [, href = ''] of body.toString('utf8').matchAll(/href="(\/[^"]+\?[^"]+)"/g)) {
        const url = new URL(href.replaceAll('&amp;', '&'), site.url)
        links.set(url.pathname, [...(links.get(url.pathname) ?? []), url.pathname + url.search])
      }
    }
  }
  return links
}

/** An address of the page, and a session if visitors cannot open it. */
async function findAddress(
  site: SiteWithData,
  candidates: readonly string[],
  tokens: readonly string[],
): Promise<PageAddress> {
  for (const candidate of candidates) {
    const url = site.url + candidate
    if ((await fetchBytes(url)).status === 200) return { url, token: undefined }
    for (const token of tokens)
      if ((await fetchBytes(url, { cookie: `token=${token}` })).status === 200) return { url, token }
  }
  throw new Error(`${candidates[0]} opens neither for a visitor nor for those whom the benchmark signs in`)
}

/** Reads the list of pages from the build, so that the benchmark misses none. */
async function readPaths(): Promise<string[]> {
  const file = path.join(root, 'portal/build/server/entry.server.js')
  if (!existsSync(file)) throw new Error('the portal is not built')
  const { servedPages } = (await import(file)) as { servedPages: { path: string }[] }
  return servedPages.map((page) => page.path)
}

async function measureAll(browser: Browser, site: SiteWithData): Promise<void> {
  const articles = await articleUrls(site)
  const heaviest = await findHeaviest(articles)
  const tokens: string[] = []
  for (const username of ['member4', 'member2', 'doctor1', 'editor']) tokens.push(await signIn(site, username))
  const paths = await readPaths()
  const finishedExams = withQuery(routes.examination, { type: 2 })
  const links = await findLinks(site, [...paths, finishedExams], tokens)
  const heaviestQuery = new URL(heaviest).search
  const known: Record<string, string[]> = {
    [routes.detail]: [routes.detail + heaviestQuery],
    [routes.preview]: [routes.preview + heaviestQuery],
  }
  const rows: string[][] = []
  for (const pathname of paths) {
    const candidates = known[pathname] ?? [pathname, ...(links.get(pathname) ?? [])]
    const { url, token } = await findAddress(site, candidates, tokens)
    const visit = await measurePage(browser, url, token)
    const all = visit.document + visit.stylesheet + visit.script
    const limit = visit.hydrated ? 150 : pathname === routes.dashBoard ? 30 : pathname === routes.detail ? 25 : null
    const verdict =
      limit && judge('weight', `${pathname} ${formatKilobytes(all)}, target ${limit} KB`, all <= limit * 1024)
    rows.push([
      pathname === routes.detail ? `${pathname} (the heaviest)` : pathname,
      formatKilobytes(all),
      ...kinds.map((kind) => formatKilobytes(visit[kind])),
      `${visit.scripts}`,
      visit.other > 0 ? formatKilobytes(visit.other) : '',
      visit.hydrated ? 'yes' : '',
      limit ? `<= ${limit} KB` : '',
      verdict ?? '',
    ])
  }
  printTable(['page', 'all', 'HTML', 'CSS', 'script', 'files', 'data', 'hydrated', 'target', ''], rows)
  printNote(
    `Brotli as sent to Chromium ${browser.version()}, cold cache, bodies without headers; data is beside the sum.`,
  )
  printNote('References, measured earlier: WordPress 16.9 KB; Ghost 6 44.8 KB and 797 KB more from a foreign network.')
}

export const run = () =>
  withSite({ PAGE_CACHE: '1' }, async (site) => {
    const args = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
    const browser = await chromium.launch({ executablePath: requireChromium(), args })
    try {
      await measureAll(browser, site)
    } finally {
      await browser.close()
    }
  })
