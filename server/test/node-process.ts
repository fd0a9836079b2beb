// Nodes as processes that can be killed, and that are restarted on their port like by a supervisor.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export type NodeProcess = {
  url: string
  /** Sends SIGKILL; the supervisor restarts the node unless this is disabled. */
  kill: (isForGood?: boolean) => Promise<void>
  isReady: () => Promise<boolean>
  stop: () => Promise<void>
}

export async function startNodeProcess(env: Record<string, string>): Promise<NodeProcess> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  const url = `http://127.0.0.1:${port}`
  let isSupervised = true
  let child: ChildProcess
  const startProcess = () => {
    child = spawn(process.execPath, [path.join(import.meta.dirname, 'im-node.ts')], {
      env: { ...process.env, NODE_ENV: 'production', SEED: 'demo', LOG_LEVEL: 'silent', ...env, PORT: `${port}` },
      stdio: 'ignore',
    })
    child.once('exit', () => {
      if (isSupervised) startProcess()
    })
  }
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
  const kill = async (isForGood = false) => {
    if (isForGood) isSupervised = false
    const dying = child
    if (dying.exitCode !== null || dying.signalCode !== null) return
    const exit = once(dying, 'exit')
    dying.kill('SIGKILL')
    await exit
  }
  startProcess()
  const end = performance.now() + 30_000
  while (!(await isReady())) {
    if (performance.now() > end) throw new Error('a node does not start')
    await wait(50)
  }
  return { url, kill, isReady, stop: () => kill(true) }
}
