// Tests of the transports that a client tries after its WebSocket was lost.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { leaveAll, createPerson, until, untilReady } from '../../test/people.ts'
import { useTestServer } from '../../../server/test/test-server.ts'

const server = useTestServer()
afterEach(leaveAll)

test('retries without polling at first, and polls when WebSockets stay away', async () => {
  const { url } = await server().listen()
  const transports: string[] = []
  const refusing = createServer((request, response) => {
    const transport = /transport=(\w+)/.exec(request.url!)?.[1]
    if (transport) transports.push(transport)
    response.writeHead(503, { 'access-control-allow-origin': '*' }).end()
  })
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve))
  const refusingUrl = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`
  let isRefused = false
  const ann = await createPerson(server(), url)
  const device = ann.device({
    transports: ['websocket', 'polling'],
    delayOf: () => 10,
    serverLookup: { current: async () => (isRefused ? refusingUrl : url), fail: () => {} },
  })
  await untilReady(device)
  isRefused = true
  device.drop()
  await until(() => transports.includes('polling'), 'a try by polling')
  expect(transports.slice(0, 5)).toEqual(['websocket', 'websocket', 'websocket', 'websocket', 'polling'])
  refusing.closeAllConnections()
  await new Promise((resolve) => refusing.close(resolve))
})
