// A Janus for tests with its own folder and ports, which can be killed and started again.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePorts } from '../free-ports.ts'

export const sfuSecret = 'a secret of the media server for tests'
export type TestJanus = { url: string; start: () => Promise<void>; stop: () => Promise<void>; end: () => Promise<void> }

const others = (kind: 'plugins' | 'transports', names: string) =>
  `${kind}: { disable = "${names
    .split(' ')
    .map((name) => `libjanus_${name}.so`)
    .join()}" }`

/** A network interface and its address: Janus skips loopback. */
export function findNetworkInterface(): { name: string; address: string } {
  const interfaces = Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
    addresses
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => ({ name, address })),
  )
  const [first] = interfaces
  if (!first) throw new Error('Janus needs a network interface besides loopback')
  return first
}

function writeSettings(folder: string, port: number): void {
  const files = {
    'janus.jcfg': [
      `general: { configs_folder = "${folder}" plugins_folder = "/usr/lib/x86_64-linux-gnu/janus/plugins"`,
      '  transports_folder = "/usr/lib/x86_64-linux-gnu/janus/transports" debug_level = 2 server_name = "test"',
      `  api_secret = "${sfuSecret}" admin_secret = "${sfuSecret}" session_timeout = 60 reclaim_session_timeout = 60 }`,
      'media: { ipv6 = false }',
      `nat: { ice_enforce_list = "${findNetworkInterface().name}" }`,
      others('plugins', 'audiobridge duktape echotest lua nosip recordplay sip streaming textroom videocall voicemail'),
      others('transports', 'http mqtt nanomsg pfunix rabbitmq'),
      'events: { broadcast = false }',
    ].join('\n'),
    'janus.transport.websockets.jcfg': `general: { ws = true ws_port = ${port} ws_ip = "127.0.0.1" }`,
    'janus.plugin.videoroom.jcfg': `general: { admin_key = "${sfuSecret}" }`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), `${text}\n`)
}

const probePort = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

/** Starts a Janus whose address stays the same after a stop. */
export async function createTestJanus(port?: number): Promise<TestJanus> {
  const wsPort = port ?? (await findFreePorts(1))[0]!
  const folder = mkdtempSync(path.join(tmpdir(), 'janus-'))
  mkdirSync(folder, { recursive: true })
  writeSettings(folder, wsPort)
  let child: ChildProcess | null = null
  const janus: TestJanus = {
    url: `janus+ws://127.0.0.1:${wsPort}`,
    async start() {
      child = spawn('janus', ['-F', folder, '-C', path.join(folder, 'janus.jcfg')], { stdio: 'ignore' })
      while (!(await probePort(wsPort))) {
        if (child.exitCode !== null) throw new Error('janus has ended')
        await wait(20)
      }
    },
    async stop() {
      const exit = child && once(child, 'exit')
      child?.kill('SIGKILL')
      await exit
      child = null
    },
    async end() {
      await janus.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await janus.start()
  return janus
}
