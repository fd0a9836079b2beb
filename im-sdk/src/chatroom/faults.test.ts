// Tests of a room whose code cannot be loaded, and of callbacks that throw.
import { afterEach, expect, test, vi } from 'vitest'
import { until } from '../../test/people.ts'
import { useRoom } from '../../test/rooms.ts'

const { room, enter } = useRoom(['ann', 'bob'])
afterEach(() => {
  vi.doUnmock('./room-api.ts')
  vi.resetModules()
})

test('answers each call with a code when its code cannot be loaded, and tries again with the next instance', async () => {
  vi.resetModules()
  vi.doMock('./room-api.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const { Chatroom } = await import('./chatroom.ts')
  const onerror = vi.fn<(error: unknown) => void>()
  const options = { chatroomId: '7', account: 'ann', token: 'token', chatroomAddresses: [room.url], onerror }
  // connects, which must leave no unhandled rejection
  const chatroom = Chatroom.getInstance(options)
  const done = vi.fn<(error: unknown) => void>()
  chatroom.getChatroom({ done })
  await expect(chatroom.getChatroom()).rejects.toMatchObject({ code: 'Error_Internet_Disconnected' })
  await until(() => done.mock.calls.length > 0, 'the answer')
  expect(done.mock.calls[0]![0]).toMatchObject({ code: 'Error_Internet_Disconnected' })
  expect(onerror.mock.calls[0]![0]).toMatchObject({ code: 'Error_Internet_Disconnected' })
  expect(Chatroom.getInstance(options)).not.toBe(chatroom)
})

test('names in the console each callback of a room that threw', async () => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue()
  const thrown: unknown[] = []
  const receiveThrown = (error: unknown) => void thrown.push(error)
  process.on('uncaughtException', receiveThrown)
  const fault = new RangeError('of the page')
  const throwFault = () => {
    throw fault
  }
  const ann = await enter('ann', { onmsgs: throwFault })
  const bob = await enter('bob')
  ann.chatroom.sendText({ text: '您好', done: throwFault })
  bob.chatroom.sendText({ text: '在吗' })
  await until(() => thrown.length > 1, 'the exceptions')
  process.off('uncaughtException', receiveThrown)
  const names = logged.mock.calls.map(([text]) => text as string)
  expect(names).toContain('Chatroom: callback onmsgs threw RangeError')
  expect(names).toContain('Chatroom: callback sendText threw RangeError')
})
