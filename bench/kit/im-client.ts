// Minimal client: Socket.IO packets over a bare websocket, one request at a time.
import { getCommand } from '@xinqiao/contract/im/table.ts'
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import { lastSequence, success, socketPath, type ByePacket } from '@xinqiao/contract/im/wire.ts'
import type { ChatPerson } from '../../server/db/fixtures/chat-people.ts'
import { openWebSocket } from './web-socket.ts'

export type LightClient = {
  request: (name: CommandName, input: unknown) => Promise<unknown>
  pushes: () => number
  close: () => void
}
export type LightDevice = LightClient & { accid: string }

export type DeviceEvents = {
  /** Called when the server asks the client to leave, or ends the connection. */
  bye?: (packet: ByePacket) => void
  closed?: () => void
  /** Called before the login, with a function that closes the connection. */
  opened?: (close: () => void) => void
  /** Called with each packet of a push, as text. */
  push?: (text: string) => void
}

/**
 * Connects without a login.
 * @param localAddress address of this machine from which it connects
 */
export async function openClient(url: string, events: DeviceEvents = {}, localAddress?: string): Promise<LightClient> {
  const waiting = new Map<number, { resolve: (data: unknown) => void; reject: (error: Error) => void }>()
  let sequence = 0
  let pushes = 0
  const ready = Promise.withResolvers<void>()
  // avoids an unhandled rejection if the socket ends before a request waits for it
  ready.promise.catch(() => {})
  const failAll = (reason: string) => {
    for (const value of waiting.values()) value.reject(new Error(`the connection ended: ${reason}`))
    waiting.clear()
    ready.reject(new Error(`the connection ended: ${reason}`))
  }
  const address = `${url.replace('http', 'ws')}${socketPath}/?EIO=4&transport=websocket`
  const listener = {
    text(text: string) {
      if (text === '2') return socket.send('3')
      if (text.startsWith('40')) return ready.resolve()
      if (text.startsWith('42["push"')) {
        pushes += 1
        return events.push?.(text)
      }
      if (text.startsWith('42["bye",')) return events.bye?.(JSON.parse(text.slice(9, -1)) as ByePacket)
      if (!text.startsWith('42["reply",')) return
      const [number, code, data, message] = JSON.parse(text.slice(11, -1)) as [number, number, unknown, string]
      const request = waiting.get(number)
      waiting.delete(number)
      if (code === success) request?.resolve(data)
      else request?.reject(new Error(`${code} ${message}`))
    },
    closed(reason: string) {
      failAll(reason)
      events.closed?.()
    },
  }
  const socket = await openWebSocket(address, listener, { localAddress })
  events.opened?.(() => socket.close())
  socket.send('40')
  await ready.promise
  const request: LightClient['request'] = (name, input) =>
    new Promise((resolve, reject) => {
      const { serviceId, command } = getCommand(name)
      sequence = sequence >= lastSequence ? 1 : sequence + 1
      waiting.set(sequence, { resolve, reject })
      socket.send(`42${JSON.stringify(['request', [serviceId, command.id, sequence, input]])}`)
    })
  return { request, pushes: () => pushes, close: () => socket.close() }
}

/** @param appKey of an app other than the site */
export async function openDevice(
  url: string,
  { accid, token, appKey = '' }: Pick<ChatPerson, 'accid' | 'token'> & { appKey?: string },
  events: DeviceEvents = {},
): Promise<LightDevice> {
  const client = await openClient(url, events)
  await client.request('auth.login', { appKey, account: accid, token, deviceId: `bench-${accid}`, clientType: 16 })
  return { accid, ...client }
}
