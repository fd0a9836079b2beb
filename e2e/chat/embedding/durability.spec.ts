// Stories of durability: acknowledged data survive a kill of the server and its database while editors are writing.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { emptyArticle } from '@xinqiao/contract/articles.ts'
import {
  callOwnServer,
  stopOwnServer,
  type OwnServer,
  createFolder,
  listProcessesOfFolder,
  startOwnServer,
} from '../../support/own-server.ts'

const password = 'Xinqiao#2026'

const postmasterPid = (folder: string) =>
  Number(readFileSync(path.join(folder, 'pg/postmaster.pid'), 'utf8').split('\n', 1)[0])

type ApiReply = {
  code: number
  data: { id: number; version: number; access_token: string; content: string; title: string }
}

/** Long enough that a partly stored text would be noticed. */
const createBodyHtml = (title: string) => `<p>${`${title}的正文。`.repeat(400)}</p>`

/** Writes and publishes until the server dies; returns the acknowledged articles. */
async function writeUntilItFalls(server: OwnServer, token: string, writer: number, acknowledged: Map<number, string>) {
  for (let count = 0; ; count++) {
    const title = `第${writer}位编辑的第${count}篇${Date.now()}`
    const draft = { ...emptyArticle, title, content: createBodyHtml(title), pictureKey: null, attachmentIds: [] }
    try {
      // oxlint-disable no-await-in-loop -- one after another, as one person works
      const written = await callOwnServer<ApiReply>(server, '/admin/article', token, draft)
      if (written.code !== 200) return
      const { id, version } = written.data
      const published = await callOwnServer<ApiReply>(server, '/admin/article/publish', token, { id, version })
      if (published.code !== 200) return
      acknowledged.set(id, title)
      // oxlint-enable no-await-in-loop
    } catch {
      return
    }
  }
}

async function expectStored(server: OwnServer, acknowledged: ReadonlyMap<number, string>): Promise<void> {
  for (const [id, title] of acknowledged) {
    // oxlint-disable-next-line no-await-in-loop -- one by one, so that the server is not overloaded
    const { code, data } = await callOwnServer<ApiReply>(server, `/psychologyArticle/getById?id=${id}`)
    expect(code, title).toBe(200)
    expect(data.title).toBe(title)
    expect(data.content).toBe(createBodyHtml(title))
  }
}

/** Drafts whose reply was lost may exist, but only completely. */
async function expectNoHalves(server: OwnServer, token: string): Promise<void> {
  const list = await callOwnServer<{ data: { content: { id: number; title: string }[] } }>(
    server,
    '/admin/articles?size=100&key=位编辑的第',
    token,
  )
  for (const row of list.data.content) {
    // oxlint-disable-next-line no-await-in-loop -- a check, which may be slow
    const { data } = await callOwnServer<ApiReply>(server, `/admin/article?id=${row.id}`, token)
    expect(data.content).toBe(createBodyHtml(row.title))
  }
}

test('every acknowledged article survives kill -9 of the server and of the database', async () => {
  test.setTimeout(240_000)
  const folder = createFolder()
  let server = await startOwnServer(folder)
  try {
    const login = await callOwnServer<ApiReply>(server, '/auth/mh/login', '', { username: 'editor', password })
    const token = login.data.access_token
    const acknowledged = new Map<number, string>()

    const victims: ((server: OwnServer) => number)[] = [
      ({ process: { pid = 0 } }) => pid,
      ({ folder: of }) => postmasterPid(of),
      ({ process: { pid = 0 } }) => pid,
    ]
    for (const [round, victimOf] of victims.entries()) {
      // oxlint-disable no-await-in-loop -- kills and restarts in turn
      const before = acknowledged.size
      const running = server
      const writers = [0, 1, 2, 3].map((n) => writeUntilItFalls(running, token, round * 4 + n, acknowledged))
      await expect.poll(() => acknowledged.size, { timeout: 30_000, intervals: [20] }).toBeGreaterThan(before + 12)
      process.kill(victimOf(server), 'SIGKILL')
      await Promise.all(writers)
      if (server.process.exitCode === null) server.process.kill('SIGKILL')
      await server.exited
      server = await startOwnServer(folder)
      await expectStored(server, acknowledged)
      await expectNoHalves(server, token)
      // oxlint-enable no-await-in-loop
    }

    server.process.kill('SIGTERM')
    await server.exited
    expect(server.process.signalCode).toBe('SIGTERM')
    expect(existsSync(path.join(folder, 'pg/postmaster.pid'))).toBe(false)
    expect(listProcessesOfFolder(folder)).toEqual([])
  } finally {
    await stopOwnServer(server)
  }
})

test('after a kill of the embedded database, npm start recovers it and the site', async () => {
  test.setTimeout(240_000)
  const folder = createFolder()
  const server = await startOwnServer(folder, { seed: 'none', script: 'tools/start.mjs' })
  try {
    const killed = postmasterPid(folder)
    process.kill(killed, 'SIGKILL')
    const readServerState = async () => {
      const status = await fetch(`${server.origin}/readyz`).then(
        (reply) => reply.status,
        () => 0,
      )
      return status === 200 && existsSync(path.join(folder, 'pg/postmaster.pid')) && postmasterPid(folder) !== killed
    }
    await expect.poll(readServerState, { timeout: 40_000, intervals: [200] }).toBe(true)
  } finally {
    server.process.kill('SIGTERM')
    await server.exited
    expect(listProcessesOfFolder(folder)).toEqual([])
    rmSync(folder, { recursive: true, force: true })
  }
})
