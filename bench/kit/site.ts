// The measured site: the built portal and the demo content, in its own folder, on loopback.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get, type IncomingHttpHeaders } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

export const root = path.resolve(import.meta.dirname, '../..')

const folders: string[] = []

/** A folder that is deleted when the run ends. */
export function scratchFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `xinqiao-bench-${name}-`))
  folders.push(folder)
  return folder
}

export function removeScratchFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

export type ByteReply = { status: number; headers: IncomingHttpHeaders; body: Buffer }

export const fetchBytes = (url: string, headers: Record<string, string> = {}, agent?: Agent): Promise<ByteReply> =>
  new Promise((resolve, reject) => {
    const request = get(url, { headers, ...(agent && { agent }) }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
      response.on('error', reject)
    })
    request.on('error', reject)
  })

/** Sends `count` requests, eight at a time over persistent connections, cycling through the addresses. */
export async function visitAll(urls: readonly string[], count: number, headers: Record<string, string>): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  let next = 0
  const visitRemainingPages = async () => {
    while (next < count) {
      const url = urls[next++ % urls.length] ?? ''
      const { status } = await fetchBytes(url, headers, agent)
      if (status !== 200) throw new Error(`${url} answered ${status}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, visitRemainingPages))
  agent.destroy()
}

async function untilAnswers(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const until = Date.now() + 120_000
  while (Date.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null) break
    const status = await fetchBytes(url).then(
      (reply) => reply.status,
      () => 0,
    )
    if (status === 200) return
    await wait(20)
  }
  throw new Error(`${url} does not answer:\n${output().slice(-800)}`)
}

export type StartedSite = { pid: number; startMs: number; stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void> }

/** Starts a program and waits until the address replies with 200. */
export async function startProgram(
  program: string,
  args: readonly string[],
  url: string,
  env: Record<string, string> = {},
): Promise<StartedSite> {
  const began = performance.now()
  const child = spawn(program, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', (error) => {
      output += error.message
      resolve()
    })
  })
  const stopSite: StartedSite['stop'] = async (signal = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  try {
    await untilAnswers(url, child, () => output)
  } catch (error) {
    await stopSite('SIGKILL')
    throw error
  }
  return { pid: child.pid ?? 0, startMs: performance.now() - began, stop: stopSite }
}

export type SiteWithData = StartedSite & { url: string; dataDir: string; postmasterPid: number }

export const readPostmasterPid = (dataDir: string): number =>
  Number(readFileSync(path.join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[0])

let shared: string | null = null

/** Folder with demo content, which the whole run shares. The first start creates the content. */
export const sharedDataDir = (): string => (shared ??= path.join(scratchFolder('site'), 'data'))

/** Settings of the allocator and of V8. */
export type StartSettings = { env: Record<string, string>; v8Flags: readonly string[] }
/** Starts a node without any setting of the allocator or of V8. */
export const nodeDefaults: StartSettings = { env: {}, v8Flags: [] }
/** The settings of tools/prepare.mjs. */
export const npmStart: StartSettings = {
  env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' },
  v8Flags: ['--max-semi-space-size=8'],
}

/** `BENCH_SETTINGS=defaults` measures without the settings that `npm start` makes. */
const usualLaunch = process.env.BENCH_SETTINGS === 'defaults' ? nodeDefaults : npmStart

export async function startSite(env: Record<string, string> = {}, launch = usualLaunch): Promise<SiteWithData> {
  const dataDir = env.DATA_DIR ?? sharedDataDir()
  if (!existsSync(dataDir)) console.log('  filling a site with the demo content (some 20 s) …')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = await startProgram(process.execPath, [...launch.v8Flags, 'server/src/main.ts'], `${url}/readyz`, {
    ...launch.env,
    NODE_ENV: 'production',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'silent',
    HOST: '127.0.0.1',
    ...env,
    PORT: `${port}`,
    DATA_DIR: dataDir,
  })
  return { ...started, url, dataDir, postmasterPid: readPostmasterPid(dataDir) }
}

/** Runs `work` on a site, and stops the site in any case. */
export async function withSite<T>(
  env: Record<string, string>,
  work: (site: SiteWithData) => Promise<T>,
  launch?: StartSettings,
): Promise<T> {
  const site = await startSite(env, launch)
  try {
    return await work(site)
  } finally {
    await site.stop()
  }
}

/** The addresses of all published articles. */
export async function articleUrls({ url }: SiteWithData): Promise<string[]> {
  const { body } = await fetchBytes(`${url}/sitemap.xml`)
  const links = [...body.toString().matchAll(/<loc>[^<]*(\/detail\/index\?id=\d+)<\/loc>/g)]
  return links.map((match) => `${url}${match[1]}`)
}
