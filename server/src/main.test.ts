// The process as a whole: its start without a database, and its end behind a balancer.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { openProxy } from '../test/proxy.ts'
import { connect } from './kit/db/db.ts'

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

const readStatus = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    async (reply) => ({ code: reply.status, ...((await reply.json()) as { status: string }) }),
    () => null,
  )

test('waits for its database at the start, and refuses readiness before it ends', { timeout: 90_000 }, async () => {
  const name = `main_${randomBytes(6).toString('hex')}`
  const folder = mkdtempSync(path.join(tmpdir(), 'xinqiao-main-'))
  const root = connect(inject('postgresUrl'), 1)
  await root.unsafe(`create database ${name} template template_test`)
  const proxy = await openProxy(inject('postgresUrl'))
  await proxy.refuse(true)
  const port = await findFreePort()
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts'), '--services=jobs'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      PORT: `${port}`,
      DATA_DIR: folder,
      SEED: 'none',
      DRAIN_SECONDS: '4',
      DATABASE_URL: inject('postgresUrl').replace(/127\.0\.0\.1:\d+\/postgres$/, `${new URL(proxy.url).host}/${name}`),
    },
  })
  const exit = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  try {
    await expect.poll(() => output, { timeout: 30_000 }).toContain('正在等待，恢复后自动继续启动')
    await proxy.refuse(false)
    await expect.poll(() => readStatus(port), { timeout: 30_000 }).toMatchObject({ code: 200, status: 'ok' })
    child.kill('SIGTERM')
    await expect.poll(() => readStatus(port)).toMatchObject({ code: 503, status: 'stopping' })
    expect(await exit).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
    await exit
    await proxy.close()
    await root.unsafe(`drop database ${name} with (force)`)
    await root.end()
    rmSync(folder, { recursive: true, force: true })
  }
})
