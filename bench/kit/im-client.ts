// Minimal client: socket.io packets over a bare websocket, one reply awaited per request.
import { commandNamed } from '@xinqiao/contract/im/table.ts'
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import { lastSequence, success, socketPath } from '@xinqiao/contract/im/wire.ts'
import type { ChatPerson } from '../../server/db/fixtures/chat-people.ts'
import { openWebSocket } from './web-socket.ts'

export type LightDevice = {
  accid: string
  request: (name: CommandName, input: unknown) => Promise<unknown>
  pushes: () => number
  close: () => void
}

export async function openDevice(
  url: string,
  { accid, token }: Pick<ChatPerson, 'accid' | 'token'>,
): Promise<LightDevice> {
  const waiting = new Map<number, { resolve: (data: unknown) => void; reject: (error: Error) => void }>()
  let sequence = 0
  let pushes = 0
  let isReady!: () => void
  const ready = new Promise<void>((resolve) => (isReady = resolve))
  const failAll = (reason: string) => {
    for (const value of waiting.values()) value.reject(new Error(`the connection ended: ${reason}`))
    waiting.clear()
  }
  const socket = await openWebSocket(`${url.replace('http', 'ws')}${socketPath}/?EIO=4&transport=websocket`, {
    text(text) {
      if (text === '2') return socket.send('3')
      if (text.startsWith('40')) return isReady()
      if (text.startsWith('42["push"')) return void (pushes += 1)
      if (!text.startsWith('42["reply",')) return
      const [number, code, data, message] = JSON.parse(text.slice(11, -1)) as [number, number, unknown, string]
      const request = waiting.get(number)
      waiting.delete(number)
      if (code === success) request?.resolve(data)
      else request?.reject(new Error(`${code} ${message}`))
    },
    closed: failAll,
  })
  socket.send('40')
  await ready
  const request: LightDevice['request'] = (name, input) =>
    new Promise((resolve, reject) => {
      const { serviceId, row } = commandNamed(name)
      sequence = sequence >= lastSequence ? 1 : sequence + 1
      waiting.set(sequence, { resolve, reject })
      socket.send(`42${JSON.stringify(['request', [serviceId, row.id, sequence, input]])}`)
    })
  await request('auth.login', { account: accid, token, deviceId: `bench-${accid}`, clientType: 16 })
  return { accid, request, pushes: () => pushes, close: () => socket.close() }
}
