// Tests of a relay with the settings of docs/guides/media-servers.md: where it sends to, and its port for TLS.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePorts } from '../../../test/free-ports.ts'
import { relaySecret, startRelayWith } from '../../../test/stand-ins/relay.ts'
import { createTlsCertificate } from '../../../test/stand-ins/tls-certificate.ts'
import { createIceServers } from '../../im/signalling/ice.ts'

const guide = readFileSync(path.join(import.meta.dirname, '../../../../docs/guides/media-servers.md'), 'utf8')
const settings = /# \/etc\/turnserver\.conf\n(.*?)```/s.exec(guide)![1]!

let relay: Awaited<ReturnType<typeof startRelayWith>>
let folder = ''
let ports: number[] = []
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'xinqiao-relay-'))
  ports = await findFreePorts(2)
  createTlsCertificate(folder, 'turn', 'DNS:localhost')
  const files = { cert: path.join(folder, 'turn.crt'), pkey: path.join(folder, 'turn.key') }
  const values = {
    'listening-port': ports[0],
    'tls-listening-port': ports[1],
    'static-auth-secret': relaySecret,
    ...files,
  }
  const changed = Object.entries(values).reduce(
    (text, [name, value]) => text.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`),
    settings,
  )
  const file = path.join(folder, 'turnserver.conf')
  await writeFile(file, changed)
  relay = await startRelayWith(ports[0]!, ['-c', file, '--relay-ip=127.0.0.1'])
})
afterAll(async () => {
  await relay.stop()
  await rm(folder, { recursive: true })
})

/** Asks for a way to this address with the credentials of a call. Returns what coturn's own client reports. */
function askForPeer(peer: string, flags: readonly string[] = ['-p', `${ports[0]}`]): Promise<string> {
  const { iceServers } = createIceServers(
    { TURN_URLS: ['turn:x'], TURN_SECRET: relaySecret, STUN_URLS: [] },
    { name: peer, now: Date.now() },
  )
  const { username, credential } = iceServers[0]!
  const login = ['-u', username!, '-w', credential!]
  return new Promise((resolve) => {
    // without -c, the client also sends over a second connection, for RTCP
    const args = ['-c', '-n', '1', '-m', '1', '-e', peer, ...login, ...flags, '127.0.0.1']
    const client = execFile('turnutils_uclient', args, { timeout: 15_000 }, (_error, report) => resolve(report))
    // coturn's client would wait for an answer of the peer for ever
    client.stdout!.on('data', (text: string) => text.includes('tot_send_msgs=1') && client.kill())
  })
}

test.each(['10.0.0.1', '100.64.0.1', '169.254.169.254', '172.16.0.1', '192.168.1.1', '0.0.0.0'])(
  'sends nothing to %s in a private network',
  async (peer) => {
    expect(await askForPeer(peer)).toContain('403 (Forbidden IP)')
  },
)

test('sends to a public address', async () => {
  const report = await askForPeer('203.0.113.7')
  expect(report).not.toContain('error')
  expect(report).toContain('tot_send_msgs=1')
})

test('accepts the same credentials over TLS', async () => {
  const report = await askForPeer('10.0.0.2', ['-S', '-t', '-p', `${ports[1]}`])
  expect(report).toContain('client session connected with cipher')
  expect(report).toContain('403 (Forbidden IP)')
})
