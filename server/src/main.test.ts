// The process as a whole: its start without a database, and its end behind a balancer.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { leaveRooms, openRoomPage } from '../../im-sdk/test/rooms.ts'
import { leaveAll, openDevice, until, untilReady } from '../../im-sdk/test/people.ts'
import { createChatPeople } from '../db/fixtures/chat-people.ts'
import { findFreePorts } from '../test/free-ports.ts'
import { openProxy, type Proxy } from '../test/stand-ins/proxy.ts'
import { createManagedRoom } from './im/chat.ts'
import { connect, type Sql } from './kit/db/db.ts'

afterEach(leaveAll)
afterEach(leaveRooms)

type ServerProcess = {
  port: number
  child: ChildProcess
  exit: Promise<unknown[]>
  /** Proxy between the server and its database. It refuses connections until a test opens it. */
  proxy: Proxy
  output: () => string
  /** The database as its owner. */
  sql: Sql
}

const readStatus = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    async (reply) => ({ code: reply.status, ...((await reply.json()) as { status: string }) }),
    () => null,
  )

/** Starts the server on an empty database, and removes both after `work`. */
async function withServer(
  {
    nodeArgs = [],
    drainSeconds = '0',
    services = 'jobs',
  }: { nodeArgs?: string[]; drainSeconds?: string; services?: string },
  work: (server: ServerProcess) => Promise<void>,
): Promise<void> {
  const name = `main_${randomBytes(6).toString('hex')}`
  const folder = mkdtempSync(path.join(tmpdir(), 'xinqiao-main-'))
  const root = connect(inject('postgresUrl'), 1)
  await root.unsafe(`create database ${name} template template_test`)
  const proxy = await openProxy(inject('postgresUrl'))
  await proxy.refuse(true)
  const [port = 0] = await findFreePorts(1)
  const main = [path.join(import.meta.dirname, 'main.ts'), `--services=${services}`]
  const sql = connect(inject('postgresUrl').replace(/\/postgres$/, `/${name}`), 1)
  const child = spawn(process.execPath, [...nodeArgs, ...main], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      PORT: `${port}`,
      DATA_DIR: folder,
      SEED: 'none',
      DRAIN_SECONDS: drainSeconds,
      DATABASE_URL: inject('postgresUrl').replace(/127\.0\.0\.1:\d+\/postgres$/, `${new URL(proxy.url).host}/${name}`),
    },
  })
  const exit = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  try {
    await work({ port, child, exit, proxy, sql, output: () => output })
  } finally {
    child.kill('SIGKILL')
    await exit
    await proxy.close()
    await sql.end()
    await root.unsafe(`drop database ${name} with (force)`)
    await root.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

test('waits for its database at the start, and refuses readiness before it ends', { timeout: 90_000 }, () =>
  withServer({ drainSeconds: '4' }, async ({ port, child, exit, proxy, output }) => {
    await expect.poll(output, { timeout: 30_000 }).toContain('正在等待，恢复后自动继续启动')
    await proxy.refuse(false)
    await expect.poll(() => readStatus(port), { timeout: 30_000 }).toMatchObject({ code: 200, status: 'ok' })
    child.kill('SIGTERM')
    await expect.poll(() => readStatus(port)).toMatchObject({ code: 503, status: 'stopping' })
    expect(await exit).toEqual([null, 'SIGTERM'])
  }),
)

/** Opening a FIFO without a writer keeps a thread of the pool for ever, as a large picture does for a while. */
const holdThread = (fifo: string) =>
  `data:text/javascript,import { open } from 'node:fs'; open('${fifo}', 'r', () => {})`

test('ends without waiting for work in the thread pool', { timeout: 90_000 }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'xinqiao-fifo-'))
  const fifo = path.join(folder, 'fifo')
  spawnSync('mkfifo', [fifo])
  await withServer({ nodeArgs: ['--import', holdThread(fifo)] }, async ({ port, child, exit, proxy }) => {
    await proxy.refuse(false)
    await expect.poll(() => readStatus(port), { timeout: 60_000 }).toMatchObject({ code: 200 })
    child.kill('SIGTERM')
    expect(await exit).toEqual([null, 'SIGTERM'])
  })
  rmSync(folder, { recursive: true })
})

test('accepts chat and chatroom logins in a process without pages', { timeout: 90_000 }, () =>
  withServer({ services: 'socket' }, async ({ port, proxy, sql }) => {
    await proxy.refuse(false)
    await expect.poll(() => readStatus(port), { timeout: 60_000 }).toMatchObject({ code: 200 })
    const url = `http://127.0.0.1:${port}`
    const paths = ['/', '/articles', '/prod-api/v1/home', '/im/sdk.js']
    expect(await Promise.all(paths.map((page) => fetch(`${url}${page}`).then(({ status }) => status)))).toEqual([
      ...paths.map(() => 404),
    ])
    const people = await createChatPeople(sql, 2)
    const [ann, bob] = people.map((person) => openDevice(url, person))
    await untilReady(ann!, bob!)
    const creator = { id: people[0]!.id, appId: 1 }
    const chatroomId = `${await createManagedRoom(sql, { creator, name: '讲座' })}`
    const pages = people.map(({ accid, token }) => openRoomPage(url, { chatroomId, account: accid, token }))
    await until(() => pages.every((page) => page.count('onconnect') === 1), 'the logins to the room')
  }),
)
