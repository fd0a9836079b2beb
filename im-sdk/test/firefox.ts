// Pages of another site in Firefox ESR, which is Debian's browser, for tests of the published files.
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect } from 'vitest'

const firefox = '/usr/bin/firefox-esr'

/**
 * Opens a tab for each address in a browser of its own.
 * @param name of the profile, which a new browser does not have
 * @returns a function that closes the browser
 */
export function openFirefox(folder: string, name: string, addresses: readonly string[]): () => Promise<void> {
  const profile = path.join(folder, name)
  mkdirSync(profile)
  const browser = spawn(firefox, ['--headless', '--no-remote', '--profile', profile, ...addresses], {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder },
  })
  const browserExit = new Promise<void>((resolve) => browser.once('exit', () => resolve()))
  return () => {
    browser.kill()
    return browserExit
  }
}

type SiteFile = { type: string; body: string | Buffer }

/** A site whose pages report by POST what they do. */
export async function openReportingSite(readFile: (name: string) => SiteFile | null) {
  const reports: string[] = []
  const site = createServer((request, response) => {
    if (request.method === 'POST') {
      request.setEncoding('utf8').on('data', (text: string) => reports.push(text))
      request.on('end', () => response.end())
      return
    }
    const name = request.url!.split('?', 1)[0]!
    const file = readFile(name === '/' ? 'index.html' : name)
    if (!file) return void response.writeHead(404).end()
    response.setHeader('content-type', file.type)
    response.end(file.body)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    reports,
    /** Waits for exactly these reports, in any order. */
    untilReported: async (...lines: string[]): Promise<void> => {
      await expect.poll(() => reports.toSorted(), { timeout: 120_000, interval: 100 }).toEqual(lines.toSorted())
      reports.length = 0
    },
    close: (): void => {
      site.closeAllConnections()
      site.close()
    },
  }
}
