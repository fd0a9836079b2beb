// Compares the cached anonymous page with nginx serving the same bytes as a file: same client, same run, in turn.
import { readTreeCpuMs, ownCpuMs } from './kit/cpu.ts'
import { startNginx } from './kit/nginx.ts'
import { judge, median, printNote, printTable, formatNumber } from './kit/report.ts'
import { articleUrls, fetchBytes, withSite, type SiteWithData } from './kit/site.ts'
import { measureLoad } from './kit/wrk.ts'

const connections = 50
const seconds = 3
const rounds = 5
const brotli = { 'accept-encoding': 'br' }

type RoundFigures = { perSecond: number; p99Ms: number; cpuUs: number }
type MeasuredServer = { name: string; toUrl: (url: string) => string; cpuMs: () => number }

async function measureServer(server: MeasuredServer, url: string): Promise<RoundFigures> {
  const before = server.cpuMs()
  const { perSecond, p99Ms } = await measureLoad(server.toUrl(url), connections, seconds)
  return { perSecond, p99Ms, cpuUs: ((server.cpuMs() - before) * 1000) / (perSecond * seconds) }
}

const medianOfRounds = (all: readonly RoundFigures[]): RoundFigures => ({
  perSecond: median(all.map((item) => item.perSecond)),
  p99Ms: median(all.map((item) => item.p99Ms)),
  cpuUs: median(all.map((item) => item.cpuUs)),
})

async function comparePage(name: string, url: string, servers: readonly MeasuredServer[]): Promise<string[][]> {
  const all = servers.map((): RoundFigures[] => [])
  for (const server of servers) await measureLoad(server.toUrl(url), connections, 1) // warms up
  for (let i = 0; i < rounds; i += 1) {
    for (const [at, server] of servers.entries()) all[at]?.push(await measureServer(server, url))
  }
  const [siteRound, nginxRound] = all.map(medianOfRounds)
  if (!siteRound || !nginxRound) throw new Error('nothing measured')
  // within a round, both servers have the same load beside them on the machine
  const share = median((all[0] ?? []).map((item, i) => item.perSecond / (all[1]?.[i]?.perSecond ?? Number.NaN)))
  const fast = judge('cached', `${name} ${formatNumber(share * 100, 0)} % of nginx, target 50 %`, share >= 0.5)
  const prompt = judge(
    'cached',
    `${name} p99 ${formatNumber(siteRound.p99Ms)} ms, target < 50 ms`,
    siteRound.p99Ms < 50,
  )
  return servers.map((server, at) => {
    const { perSecond, p99Ms, cpuUs } = medianOfRounds(all[at] ?? [])
    const figures = [formatNumber(perSecond, 0), formatNumber(p99Ms), formatNumber(cpuUs)]
    return at === 0
      ? [name, server.name, ...figures, `${formatNumber(share * 100, 0)} % (>= 50 %) ${fast}, p99 (< 50) ${prompt}`]
      : [name, server.name, ...figures, '']
  })
}

async function compareWithNginx(site: SiteWithData): Promise<void> {
  const [article = ''] = await articleUrls(site)
  const home = `${site.url}/`
  const pages = [home, article]
  for (const url of pages) await fetchBytes(url, brotli) // only the first request renders a page
  const singleWorker = await startNginx(pages, '1')
  const auto = await startNginx(pages, 'auto')
  const servers: MeasuredServer[] = [
    { name: 'ours, one process', toUrl: (url) => url, cpuMs: () => ownCpuMs(site.pid) },
    { name: 'nginx, 1 worker', toUrl: singleWorker.toUrl, cpuMs: () => readTreeCpuMs(singleWorker.pid) },
    { name: 'nginx, auto', toUrl: auto.toUrl, cpuMs: () => readTreeCpuMs(auto.pid) },
  ]
  try {
    const sizes = await Promise.all(pages.map(async (url) => (await fetchBytes(url, brotli)).body.length))
    const rows = [...(await comparePage('home', home, servers)), ...(await comparePage('article', article, servers))]
    printTable(['page', 'server', 'requests/s', 'p99 ms', 'CPU µs/request', 'of nginx with one worker'], rows)
    printNote(
      `wrk -t1 -c${connections}, ${rounds} rounds of ${seconds} s in turns, medians; ${sizes.join(' and ')} bytes of brotli`,
    )
  } finally {
    await singleWorker.stop()
    await auto.stop()
  }
}

export const run = () => withSite({ PAGE_CACHE: '1' }, compareWithNginx)
