// A Redis for tests that can be stopped and restarted on the same port.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type TestRedis = { url: string; start: () => Promise<void>; stop: () => Promise<void> }

const probePort = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

export async function createTestRedis(): Promise<TestRedis> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  let child: ChildProcess | null = null
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      child = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
        stdio: 'ignore',
      })
      while (!(await probePort(port))) {
        if (child.exitCode !== null) throw new Error('redis-server has ended')
        await wait(10)
      }
    },
    async stop() {
      const exit = child && once(child, 'exit')
      child?.kill('SIGKILL')
      await exit
      child = null
    },
  }
  await redis.start()
  return redis
}
