// Server CPU per uncached page: CPU time of the node process and of all database processes, before and after many
// requests.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { readTreeCpuMs, ownCpuMs } from './kit/cpu.ts'
import { judge, median, printNote, printTable, formatNumber } from './kit/report.ts'
import {
  articleUrls,
  fetchBytes,
  freePort,
  scratchFolder,
  startProgram,
  visitAll,
  withSite,
  type SiteWithData,
} from './kit/site.ts'
import type { PlainPage } from './plain-server.ts'

const rounds = 5
const requests = 240
const warmUp = 400

type CpuCost = { node: number; database: number }

async function readPlainPage(url: string): Promise<PlainPage> {
  const html = (await fetchBytes(url)).body.toString()
  const end = html.indexOf('</head>') + '</head>'.length
  return {
    head: html.slice(html.indexOf('<head>'), end),
    body: html.slice(end, html.lastIndexOf('</html>')),
  }
}

async function startPlainServer(urls: readonly string[]) {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const pages: Record<string, PlainPage> = {}
  for (const url of urls) {
    const { pathname, search } = new URL(url)
    pages[pathname + search] = await readPlainPage(url)
  }
  const file = path.join(scratchFolder('plain'), 'pages.json')
  writeFileSync(file, JSON.stringify(pages))
  const server = await startProgram(process.execPath, ['bench/plain-server.ts', `${port}`, file], `${base}/`)
  return { ...server, url: base }
}

type PagePlan = {
  name: string
  urls: readonly string[]
  encoding: 'br' | 'identity'
  target: number | null
  foreign: string
}

async function measureCpu({ urls, encoding }: PagePlan, read: () => CpuCost): Promise<CpuCost> {
  const before = read()
  await visitAll(urls, requests, { 'accept-encoding': encoding })
  const after = read()
  return { node: (after.node - before.node) / requests, database: (after.database - before.database) / requests }
}

async function compareWithPlainServer(site: SiteWithData): Promise<void> {
  const articles = await articleUrls(site)
  const home = [`${site.url}/`]
  const plain = await startPlainServer([...home, ...articles])
  const toPlain = (urls: readonly string[]) => urls.map((url) => url.replace(site.url, plain.url))
  const plans: PagePlan[] = [
    { name: 'article', urls: articles, encoding: 'br', target: 3, foreign: '16 / 54' },
    { name: 'home', urls: home, encoding: 'br', target: 5, foreign: '30 / 74' },
    { name: 'article, not compressed', urls: articles, encoding: 'identity', target: null, foreign: '' },
    { name: 'home, not compressed', urls: home, encoding: 'identity', target: null, foreign: '' },
  ]
  try {
    for (const { urls, encoding } of plans) {
      await visitAll(urls, warmUp, { 'accept-encoding': encoding })
      await visitAll(toPlain(urls), warmUp, { 'accept-encoding': encoding })
    }
    const ownCosts = plans.map((): CpuCost[] => [])
    const referenceCosts = plans.map((): CpuCost[] => [])
    for (let i = 0; i < rounds; i += 1) {
      for (const [at, plan] of plans.entries()) {
        const readSite = () => ({ node: ownCpuMs(site.pid), database: readTreeCpuMs(site.postmasterPid) })
        ownCosts[at]?.push(await measureCpu(plan, readSite))
        const readPlain = () => ({ node: ownCpuMs(plain.pid), database: 0 })
        referenceCosts[at]?.push(await measureCpu({ ...plan, urls: toPlain(plan.urls) }, readPlain))
      }
    }
    const rows = plans.map(({ name, target, foreign }, at) => {
      const costs = ownCosts[at] ?? []
      const all = median(costs.map((cost) => cost.node + cost.database))
      const plainNode = median((referenceCosts[at] ?? []).map((cost) => cost.node))
      const verdict =
        target === null ? '' : judge('render', `${name} ${formatNumber(all, 2)} ms, target ${target}`, all <= target)
      const parts = [median(costs.map((cost) => cost.node)), median(costs.map((cost) => cost.database))]
      const [node = '', database = ''] = parts.map((part) => formatNumber(part, 2))
      const wanted = target === null ? '' : `<= ${target}`
      return [name, formatNumber(all, 2), node, database, wanted, verdict, formatNumber(plainNode, 2), foreign]
    })
    printTable(
      ['CPU ms per request', 'all', 'node', 'postgres', 'target', '', 'plain node:http', 'Ghost 6 / WordPress *'],
      rows,
    )
    printNote(
      `${rounds} rounds of ${requests} requests each, medians; ${articles.length} articles in turn, brotli as a browser asks`,
    )
    printNote('* measured earlier with 60 articles on such a machine: not in this run')
  } finally {
    await plain.stop()
  }
}

export const run = () => withSite({ PAGE_CACHE: '0' }, compareWithPlainServer)
