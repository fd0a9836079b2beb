// A separate server with its own folder for one story, which may kill it.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { expect } from '@playwright/test'

const root = path.resolve(import.meta.dirname, '../..')
export type OwnServer = { process: ChildProcess; origin: string; folder: string; exited: Promise<number | null> }

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

type OwnServerOptions = {
  seed?: 'demo' | 'none'
  script?: string
  /** Origin of an earlier server of this folder, whose port the new one takes over. */
  previousOrigin?: string
  env?: Record<string, string>
  /** `localhost`, for features that need a host name, such as passkeys. */
  host?: '127.0.0.1' | 'localhost'
}

export async function startOwnServer(
  folder: string,
  { seed = 'demo', script = 'server/src/main.ts', previousOrigin, env = {}, host = '127.0.0.1' }: OwnServerOptions = {},
): Promise<OwnServer> {
  const port = previousOrigin ? Number(new URL(previousOrigin).port) : await freePort()
  const origin = `http://${host}:${port}`
  const child = spawn(process.execPath, [script], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DRAIN_SECONDS: '0',
      PORT: `${port}`,
      PUBLIC_URL: origin,
      DATA_DIR: folder,
      SEED: seed,
      LOG_LEVEL: 'silent',
      JOB_SPEED: '5',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const readReadyStatus = () =>
    child.exitCode === null
      ? fetch(`${origin}/readyz`).then(
          ({ status }) => status,
          () => 0,
        )
      : Promise.reject(new Error(`the server ended with ${child.exitCode} instead of starting`))
  await expect.poll(readReadyStatus, { timeout: 240_000, intervals: [100] }).toBe(200)
  return { process: child, origin, folder, exited }
}

/** The processes whose working folder is this one (Linux), which belong to its database. */
export const listProcessesOfFolder = (folder: string) =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`).startsWith(folder)
    } catch {
      return false
    }
  })

export async function callOwnServer<Answer>(
  server: OwnServer,
  route: string,
  token = '',
  body?: object,
): Promise<Answer> {
  const reply = await fetch(`${server.origin}/prod-api${route}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  })
  return (await reply.json()) as Answer
}

export const createFolder = () => mkdtempSync(path.join(root, 'tmp/durability-'))

/** Stops the server, whatever its state. */
export async function stopOwnServer(server: OwnServer): Promise<void> {
  if (server.process.exitCode === null && server.process.signalCode === null) {
    server.process.kill('SIGTERM')
    await server.exited
  }
  rmSync(server.folder, { recursive: true, force: true })
}
