// What was acknowledged outlives a kill: of the server, and of its database, while editors are writing.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { expect, test } from '@playwright/test'

const root = path.dirname(import.meta.dirname)
const password = 'Xinqiao#2026'
type House = { process: ChildProcess; origin: string; folder: string; exited: Promise<number | null> }

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

async function start(folder: string, seed: 'demo' | 'none' = 'demo'): Promise<House> {
  const port = await freePort()
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', PORT: `${port}`, DATA_DIR: folder, SEED: seed, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const origin = `http://127.0.0.1:${port}`
  const readiness = () =>
    child.exitCode === null
      ? fetch(`${origin}/readyz`).then(
          ({ status }) => status,
          () => 0,
        )
      : Promise.reject(new Error(`the server ended with ${child.exitCode} instead of starting`))
  await expect.poll(readiness, { timeout: 60_000, intervals: [100] }).toBe(200)
  return { process: child, origin, folder, exited }
}

const postmasterPid = (folder: string) =>
  Number(readFileSync(path.join(folder, 'pg/postmaster.pid'), 'utf8').split('\n', 1)[0])

/** Linux: the processes that work in this folder, which are those of its database. */
const processesIn = (folder: string) =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`).startsWith(folder)
    } catch {
      return false
    }
  })

type Answer = {
  code: number
  data: { id: number; version: number; access_token: string; content: string; title: string }
}

async function ask(house: House, route: string, token = '', body?: object): Promise<Answer> {
  const reply = await fetch(`${house.origin}/prod-api${route}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  })
  return (await reply.json()) as Answer
}

/** Long enough for half of one to be recognised. */
const textOf = (title: string) => `<p>${`${title}的正文。`.repeat(400)}</p>`

/** Writes and publishes until the house falls; returns what it had acknowledged. */
async function writeUntilItFalls(house: House, token: string, writer: number, acknowledged: Map<number, string>) {
  for (let count = 0; ; count++) {
    const title = `第${writer}位编辑的第${count}篇${Date.now()}`
    const draft = { title, content: textOf(title), description: '', psychologyColumnId: 1, tagId: null }
    try {
      // one after the other, as one person writes
      // oxlint-disable no-await-in-loop
      const written = await ask(house, '/admin/article', token, {
        ...draft,
        pictureKey: null,
        attachmentIds: [],
        pinned: false,
      })
      if (written.code !== 200) return
      const { id, version } = written.data
      const published = await ask(house, '/admin/article/publish', token, { id, version })
      if (published.code !== 200) return
      acknowledged.set(id, title)
      // oxlint-enable no-await-in-loop
    } catch {
      return
    }
  }
}

async function expectKept(house: House, acknowledged: ReadonlyMap<number, string>): Promise<void> {
  for (const [id, title] of acknowledged) {
    // oxlint-disable-next-line no-await-in-loop -- gently, one by one
    const { code, data } = await ask(house, `/psychologyArticle/getById?id=${id}`)
    expect(code, title).toBe(200)
    expect(data.title).toBe(title)
    expect(data.content).toBe(textOf(title))
  }
}

/** Drafts whose answer never arrived may exist, but only whole. */
async function expectNoHalves(house: House, token: string): Promise<void> {
  const list = (await ask(house, '/admin/articles?size=100&key=位编辑的第', token)) as unknown as {
    data: { content: { id: number; title: string }[] }
  }
  for (const row of list.data.content) {
    // oxlint-disable-next-line no-await-in-loop
    const { data } = await ask(house, `/admin/article?id=${row.id}`, token)
    expect(data.content).toBe(textOf(row.title))
  }
}

test('every acknowledged article outlives kill -9 of the server and of the database', async () => {
  test.setTimeout(120_000)
  const folder = mkdtempSync(path.join(root, 'tmp/durability-'))
  let house = await start(folder)
  try {
    const login = await ask(house, '/auth/mh/login', '', { username: 'editor', password })
    const token = login.data.access_token
    const acknowledged = new Map<number, string>()

    const victims: ((house: House) => number)[] = [
      ({ process: { pid = 0 } }) => pid,
      ({ folder: of }) => postmasterPid(of),
      ({ process: { pid = 0 } }) => pid,
    ]
    for (const [round, victimOf] of victims.entries()) {
      // oxlint-disable no-await-in-loop -- fall and rise, in turn
      const before = acknowledged.size
      const running = house
      const writers = [0, 1, 2, 3].map((n) => writeUntilItFalls(running, token, round * 4 + n, acknowledged))
      await expect.poll(() => acknowledged.size, { timeout: 30_000, intervals: [20] }).toBeGreaterThan(before + 12)
      process.kill(victimOf(house), 'SIGKILL')
      await Promise.all(writers)
      if (house.process.exitCode === null) house.process.kill('SIGKILL')
      await house.exited
      house = await start(folder)
      await expectKept(house, acknowledged)
      await expectNoHalves(house, token)
      // oxlint-enable no-await-in-loop
    }

    house.process.kill('SIGTERM')
    expect(await house.exited).toBe(0)
    expect(existsSync(path.join(folder, 'pg/postmaster.pid'))).toBe(false)
    expect(processesIn(folder)).toEqual([])
  } finally {
    if (house.process.exitCode === null) {
      house.process.kill('SIGTERM')
      await house.exited
    }
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a server whose database was killed says that it is not ready, and still ends in order', async () => {
  test.setTimeout(60_000)
  const folder = mkdtempSync(path.join(root, 'tmp/durability-'))
  const house = await start(folder, 'none')
  try {
    expect((await fetch(`${house.origin}/healthz`)).status).toBe(200)
    process.kill(postmasterPid(folder), 'SIGKILL')
    await expect
      .poll(() =>
        fetch(`${house.origin}/readyz`)
          .then((reply) => reply.status)
          .catch(() => 0),
      )
      .toBe(503)
  } finally {
    house.process.kill('SIGTERM')
    await house.exited
    rmSync(folder, { recursive: true, force: true })
  }
})
