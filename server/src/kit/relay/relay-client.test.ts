// Tests of the credentials of calls against a real relay (coturn).
import { hourMs } from '@xinqiao/contract/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePorts } from '../../../test/free-ports.ts'
import { relaySecret, startRelay } from '../../../test/stand-ins/relay.ts'
import { createIceServers } from '../../im/signalling/ice.ts'
import { askRelay } from './relay-client.ts'

let port = 0
let relay: Awaited<ReturnType<typeof startRelay>>
beforeAll(async () => {
  ;[port = 0] = await findFreePorts(1)
  relay = await startRelay(port)
})
afterAll(() => relay.stop())

function issueLogin(secret: string, now = Date.now()) {
  const [server] = createIceServers(
    { TURN_URLS: ['turn:x'], TURN_SECRET: secret, STUN_URLS: [] },
    { name: 'a', now },
  ).iceServers
  return { username: server!.username!, credential: server!.credential! }
}
const ask = (login: ReturnType<typeof issueLogin>) => askRelay({ host: '127.0.0.1', port }, login)

test('gets an address of the relay with credentials of a call, again and again', async () => {
  for (let i = 0; i < 3; i += 1) expect(await ask(issueLogin(relaySecret))).toBe('allocated')
})

test.each([
  ['expired', () => issueLogin(relaySecret, Date.now() - hourMs)],
  ['forged', () => issueLogin('the secret of someone else')],
  [
    'prolonged',
    () => ({ ...issueLogin(relaySecret), username: issueLogin(relaySecret, Date.now() + hourMs).username }),
  ],
] as const)('gets no address with %s credentials', async (_name, login) => {
  expect(await ask(login())).toBe('refused')
})

test('reports a relay that does not answer', async () => {
  await relay.stop()
  expect(await ask(issueLogin(relaySecret))).toBe('silent')
})
