// Tests of a node that stops: its clients move to another node, spread over time, and lose nothing.
import { afterEach, expect, test } from 'vitest'
import { leaveAll, createPerson, textOf, textTo, until, untilReady } from '../../test/people.ts'
import { spreadMsOf } from '../../../server/src/socket/drain.ts'
import { useTestServer } from '../../../server/test/test-server.ts'

const server = useTestServer({}, { nodeCount: 2 })
const options = { isFrequencyLimited: false }
afterEach(leaveAll)

test('spreads ten thousand clients over twenty seconds, and a few over a moment', () => {
  expect(spreadMsOf(10_000)).toBe(20_000)
  expect(spreadMsOf(100_000)).toBe(20_000)
  expect(spreadMsOf(50)).toBe(100)
})

test('sends of clients whose node stops are neither refused nor lost nor doubled', async () => {
  const old = await server().listen(options, 0)
  const next = await server().listen(options, 1)
  const [ann, bob] = [await createPerson(server(), old.url), await createPerson(server(), next.url)]
  let isMoving = false
  const durations: number[] = []
  let reconnects = 0
  const devices = Array.from({ length: 8 }, () =>
    ann.device(
      { serverLookup: { current: async () => (isMoving ? next.url : old.url), fail: () => {} } },
      {
        willReconnect: ({ duration }) => void durations.push(duration),
        login: (_reply, isAgain) => void (reconnects += isAgain ? 1 : 0),
      },
    ),
  )
  const b1 = bob.device()
  await untilReady(...devices, b1)

  const state = { hasStopped: false }
  const sent: string[] = []
  const writers = devices.map(async (device, number) => {
    for (let i = 0; !state.hasStopped || i < 5; i += 1) {
      const text = `${number} ${i}`
      await device.send(textTo(bob.accid, text))
      sent.push(text)
    }
  })
  await until(() => sent.length > 20, 'messages before the stop')
  isMoving = true
  await old.socketServer.close()
  await until(() => reconnects === devices.length, 'all to be back')
  state.hasStopped = true
  // a refused send would reject here
  await Promise.all(writers)

  expect(devices.map((device) => device.ends)).toEqual(devices.map(() => []))
  expect(new Set(durations).size).toBeGreaterThan(1)
  expect(Math.max(...durations)).toBeLessThanOrEqual(spreadMsOf(devices.length))
  await until(() => b1.received.length >= sent.length, 'the messages')
  expect(b1.received.map(textOf).sort()).toEqual([...sent].sort())
  for (let number = 0; number < devices.length; number += 1) {
    const own = b1.received.map(textOf).filter((text) => text.startsWith(`${number} `))
    expect(own).toEqual(own.map((_, i) => `${number} ${i}`))
  }
})
