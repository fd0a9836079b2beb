// The client of the engine.io protocol against a small server that records what it receives.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { until } from '../../test/people.ts'
import { openEngine, type Engine, type Transport } from './engine.ts'

const servers: Server[] = []
const engines: Engine[] = []
afterEach(async () => {
  vi.unstubAllGlobals()
  for (const engine of engines.splice(0)) engine.close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

const separator = '\u001E'
/**
 * Long polling only: a WebSocket is refused.
 * @returns the received bodies, and a function that sends a payload
 */
async function servePolling(pings: { pingInterval: number; pingTimeout: number }) {
  const bodies: string[] = []
  let ignorePush = (_payload: string) => {}
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      let body = ''
      request.setEncoding('utf8').on('data', (text: string) => (body += text))
      request.on('end', () => {
        bodies.push(body)
        response.end('ok')
      })
    } else if (request.url!.includes('sid=')) ignorePush = (payload) => response.end(payload)
    else response.end(`0${JSON.stringify({ sid: 's', maxPayload: 100, ...pings })}`)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?transport=`
  return {
    url,
    bodies,
    push: (payload: string) => ignorePush(payload),
    listPackets: () => bodies.join(separator).split(separator),
  }
}

function openConnection(
  url: string,
  [transport, ...fallbacks]: [Transport, ...Transport[]] = ['websocket', 'polling'],
) {
  const seen: string[] = []
  const engine = openEngine(url, transport, fallbacks, {
    open: () => seen.push('open'),
    message: (text) => seen.push(text),
    closed: (reason) => seen.push(`closed: ${reason}`),
  })
  engines.push(engine)
  return { engine, seen }
}
const steady = { pingInterval: 60_000, pingTimeout: 60_000 }

test('polls when WebSocket is refused, and sends in order, in bodies that the server accepts', async () => {
  const { url, bodies, push, listPackets } = await servePolling(steady)
  const { engine, seen } = openConnection(url)
  await until(() => seen.length > 0, 'the handshake')
  const texts = Array.from({ length: 40 }, (_, i) => `消息${i}`)
  for (const text of texts) engine.send(text)
  await until(() => listPackets().length === 40, 'the messages')
  expect(listPackets()).toEqual(texts.map((text) => `4${text}`))
  expect(bodies.length).toBeLessThan(20)
  expect(Math.max(...bodies.map((body) => Buffer.byteLength(body)))).toBeLessThanOrEqual(100)
  push(`4您好${separator}4再见`)
  await until(() => seen.length === 3, 'two messages')
  expect(seen).toEqual(['open', '您好', '再见'])
})

test('reports once that no transport opens', async () => {
  const { seen } = openConnection('http://127.0.0.1:1/?transport=')
  await until(() => seen.length > 0, 'the end')
  expect(seen).toEqual(['closed: fetch failed'])
})

test('reports a loss when pings stop', async () => {
  const { url } = await servePolling({ pingInterval: 20, pingTimeout: 20 })
  const { seen } = openConnection(url, ['polling'])
  await until(() => seen.length === 2, 'the loss')
  expect(seen).toEqual(['open', 'closed: ping timeout'])
})

test('answers pings, each of which keeps the connection open for another period', async () => {
  const { url, push, bodies } = await servePolling(steady)
  const { engine, seen } = openConnection(url, ['polling'])
  await until(() => seen.length > 0, 'the handshake')
  engine.send('a')
  await until(() => bodies.length === 1, 'the message')
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 130_000)
  push('2')
  await until(() => bodies.length === 2, 'the answer')
  engine.send('b')
  await until(() => bodies.length === 3, 'the next message')
  expect(bodies).toEqual(['4a', '3', '4b'])
})

test('reports a loss instead of sending when a machine has slept through the pings', async () => {
  const { url, bodies } = await servePolling({ pingInterval: 30_000, pingTimeout: 30_000 })
  const { engine, seen } = openConnection(url, ['polling'])
  await until(() => seen.length > 0, 'the handshake')
  vi.spyOn(Date, 'now').mockReturnValueOnce(Date.now() + 60_001)
  engine.send('a')
  expect(seen).toEqual(['open', 'closed: ping timeout'])
  await until(() => bodies.length > 0, 'the end')
  expect(bodies).toEqual(['1'])
})

test('sends what waits before it closes, and reports nothing then', async () => {
  const { url, listPackets } = await servePolling(steady)
  const { engine, seen } = openConnection(url, ['polling'])
  await until(() => seen.length > 0, 'the handshake')
  for (const text of ['a', 'b', 'c']) engine.send(text)
  engine.close()
  engine.send('d')
  await until(() => listPackets().includes('1'), 'the end')
  expect(listPackets()).toEqual(['4a', '4b', '4c', '1'])
  expect(seen).toEqual(['open'])
})

test('reports a loss when the browser is offline, or the server closes', async () => {
  const { url, push } = await servePolling(steady)
  const { seen } = openConnection(url, ['polling'])
  await until(() => seen.length > 0, 'the handshake')
  await until(() => {
    push('1')
    return seen.length === 2
  }, 'the end')
  expect(seen).toEqual(['open', 'closed: transport close'])

  const network = new EventTarget()
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  const other = openConnection(url, ['polling'])
  await until(() => other.seen.length > 0, 'the handshake')
  network.dispatchEvent(new Event('offline'))
  expect(other.seen).toEqual(['open', 'closed: offline'])
})
