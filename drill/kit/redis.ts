// Redis as the bus: a server, its replica, and a sentinel that promotes the replica.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { requireProgram } from '../../bench/kit/system.ts'
import { launch, nextPort, runCommand, scratchFolder, waitUntil, type RunningProgram } from './processes.ts'

export type RedisBus = { url: string; killMaster: () => Promise<void> }

const answers = (port: number) =>
  runCommand(['redis-cli', '-p', `${port}`, 'ping']).then(
    (output) => output.includes('PONG'),
    () => false,
  )

async function startServer(port: number, masterPort?: number): Promise<RunningProgram> {
  const replica = masterPort ? ['--replicaof', `127.0.0.1 ${masterPort}`] : []
  const program = launch([
    requireProgram('redis-server'),
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    // a replica stores its copy of the data in this folder
    '--dir',
    scratchFolder('redis'),
    ...replica,
  ])
  await waitUntil(() => answers(port), 'redis-server')
  return program
}

export async function startBus(): Promise<RedisBus> {
  const [masterPort, replicaPort, sentinelPort] = [nextPort(), nextPort(), nextPort()]
  const master = await startServer(masterPort)
  await startServer(replicaPort, masterPort)
  const file = path.join(scratchFolder('sentinel'), 'sentinel.conf')
  const watched = ['monitor bus 127.0.0.1', 'down-after-milliseconds bus 1000', 'failover-timeout bus 5000']
  writeFileSync(
    file,
    `port ${sentinelPort}\nbind 127.0.0.1\nsentinel ${watched[0]} ${masterPort} 1\nsentinel ${watched[1]}\nsentinel ${watched[2]}\n`,
  )
  launch([requireProgram('redis-server'), file, '--sentinel'])
  await waitUntil(() => answers(sentinelPort), 'the sentinel')
  return { url: `redis-sentinel://127.0.0.1:${sentinelPort}/bus`, killMaster: () => master.stop('SIGKILL') }
}
