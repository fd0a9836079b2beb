// Tests of the relay's state on the readiness page.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../im-sdk/test/people.ts'
import { findFreePorts } from '../../test/free-ports.ts'
import { relaySecret, startRelay } from '../../test/stand-ins/relay.ts'
import { useTestServer } from '../../test/test-server.ts'

const env: Record<string, string> = { TURN_SECRET: relaySecret }
let relay: Awaited<ReturnType<typeof startRelay>>
beforeAll(async () => {
  const [port = 0, deadPort = 0] = await findFreePorts(2)
  relay = await startRelay(port)
  env['TURN_URLS'] = `turns:127.0.0.1:${deadPort}?transport=tcp,turn:127.0.0.1:${port}`
})
afterAll(() => relay.stop())
const server = useTestServer(env)
const readReadiness = async () => (await server().app.inject('/readyz')).json<{ status: string; relay: string }>()

test('shows whether a call would get an address of the relay', async () => {
  expect(await readReadiness()).toMatchObject({ status: 'ok', relay: 'unknown' })
  await until(async () => (await readReadiness()).relay === 'allocated', 'the answer of the relay')
  await relay.stop()
  // anyone may ask, so the relay is asked rarely
  expect(await readReadiness()).toMatchObject({ relay: 'allocated' })
})
