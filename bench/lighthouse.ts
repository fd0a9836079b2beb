// Lighthouse with mobile settings, three runs per page; every lost point is listed.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import lighthouse from 'lighthouse'
import { routes } from '@xinqiao/contract/routes.ts'
import { judge, median, printNote, printTable } from './kit/report.ts'
import { articleUrls, scratchFolder, withSite, type SiteWithData } from './kit/site.ts'
import { requireChromium } from './kit/system.ts'

const repeats = 3
const targets = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const
const categories = Object.keys(targets) as (keyof typeof targets)[]
const names = ['headless', 'disable-gpu', 'disable-background-networking', 'disable-component-update', 'disable-sync']

async function startChromium(): Promise<{ child: ChildProcess; port: number }> {
  const profile = scratchFolder('chromium')
  const flags = [...names, 'no-first-run', ...(process.getuid?.() === 0 ? ['no-sandbox'] : [])]
  const chromeFlags = [...flags, 'remote-debugging-port=0', `user-data-dir=${profile}`].map((flag) => `--${flag}`)
  const child = spawn(requireChromium(), [...chromeFlags, 'about:blank'], { stdio: 'ignore' })
  const file = path.join(profile, 'DevToolsActivePort')
  const until = Date.now() + 30_000
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') {
    if (Date.now() > until || child.exitCode !== null) throw new Error('Chromium does not start')
    await wait(50)
  }
  return { child, port: Number(readFileSync(file, 'utf8').split('\n')[0]) }
}

type PageAudit = { scores: number[]; lost: string[]; figures: string }

async function auditPage(url: string, port: number): Promise<PageAudit> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'silent', onlyCategories: [...categories] })
  if (!result) throw new Error(`Lighthouse said nothing about ${url}`)
  const { lhr } = result
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  const lost = categories.flatMap((category) =>
    (lhr.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = lhr.audits[id]
      if (!audit || audit.score === null || weight === 0 || audit.score >= 0.9) return []
      return [`${id} ${audit.score.toFixed(2)}${audit.displayValue ? ` (${audit.displayValue})` : ''}`]
    }),
  )
  const figures = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ]
    .map((id) => lhr.audits[id]?.displayValue ?? '?')
    .join(', ')
  return { scores: categories.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100)), lost, figures }
}

async function auditAll(site: SiteWithData, port: number): Promise<void> {
  const [article = ''] = await articleUrls(site)
  const pages: [name: string, url: string][] = [
    ['home', `${site.url}${routes.dashBoard}`],
    ['list', `${site.url}${routes.learning}`],
    ['article', article],
    ['about', `${site.url}${routes.association}`],
    ['login', `${site.url}${routes.login}`],
  ]
  const rows: string[][] = []
  const lost: string[] = []
  for (const [name, url] of pages) {
    const results: PageAudit[] = []
    for (let i = 0; i < repeats; i += 1) results.push(await auditPage(url, port))
    const scores = categories.map((_category, i) => median(results.map((result) => result.scores[i] ?? 0)))
    const isMet = categories.every((category, i) => (scores[i] ?? 0) >= targets[category])
    const verdict = judge('lighthouse', `${name} ${scores.join(', ')}`, isMet)
    rows.push([name, ...scores.map(String), verdict, results[repeats >> 1]?.figures ?? ''])
    const named = new Set(results.flatMap((result) => result.lost))
    for (const item of named) lost.push(`${name}: ${item}`)
  }
  const heads = categories.map((category) => `${category} >= ${targets[category]}`)
  printTable(['page', ...heads, '', 'FCP, LCP, TBT, CLS of one run'], rows)
  printNote(lost.length > 0 ? `Audits below 0.9 in any run:\n    ${lost.join('\n    ')}` : 'No audit is below 0.9.')
}

export const run = () =>
  withSite({ PAGE_CACHE: '1' }, async (site) => {
    const { child, port } = await startChromium()
    try {
      await auditAll(site, port)
    } finally {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
  })
