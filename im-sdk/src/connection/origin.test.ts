// Tests of a page whose origin the server refuses: it gets one error, and sends no more requests.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { leaveAll, openDevice, until } from '../../test/people.ts'

const servers: Server[] = []
afterEach(async () => {
  leaveAll()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

/**
 * Starts a server that refuses every handshake, as the chat does for unknown origins. `answer` is its reply when asked
 * for the reason.
 */
async function startRefusingServer(answer: () => string): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url!.split('?', 1)[0]!
    asked.push(path)
    if (path === '/im/origin') response.end(answer())
    else response.writeHead(403).end()
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
const account = { accid: 'ann', token: 'token' }
const countOriginQuestions = (asked: string[]) => asked.filter((path) => path === '/im/origin').length

test('ends the connection of a refused origin with one error that says what to do', async () => {
  const { url, asked } = await startRefusingServer(() => '{"allowed":false}')
  const retries: unknown[] = []
  const events = { willReconnect: (info: unknown) => retries.push(info) }
  const device = openDevice(url, account, { transports: ['polling'] }, events)
  await until(() => device.ends.length > 0, 'the end')
  expect(device.ends).toEqual([
    { code: imErrors.originNotAllowed.code, message: expect.stringContaining('开放接入') as string },
  ])
  expect(device.status()).toBe(0)
  expect(retries).toEqual([])
  expect(asked).toEqual(['/socket.io/', '/im/origin'])
})

test('asks for the reason of a refusal until the server answers, and keeps trying', async () => {
  let asked: string[] = []
  const refusing = await startRefusingServer(() => (countOriginQuestions(asked) < 3 ? 'no JSON' : '{"allowed":true}'))
  ;({ asked } = refusing)
  const device = openDevice(refusing.url, account, { transports: ['polling'] })
  await until(() => asked.length > 9, 'the retries')
  expect(countOriginQuestions(asked)).toBe(3)
  expect(device.ends).toEqual([])
})
