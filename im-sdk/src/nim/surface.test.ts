// Tests that every method of the API exists. A method without implementation replies with an error; their number may
// only fall.
import { expect, test } from 'vitest'
import { chatroomMethods, nimMethods } from '../../test/surface.ts'
import { Chatroom } from '../chatroom/chatroom.ts'
import { unsupportedNim } from './unsupported.ts'
import { NIM } from './nim.ts'

/** Only lower this number. */
const maxUnsupported = 7

type NimMethod = (...input: unknown[]) => unknown
const nim = new NIM({
  account: 'ann',
  token: '',
  defaultLink: 'http://127.0.0.1:9',
  skipConnectionOnInitialize: true,
})
const room = Chatroom.getInstance({ chatroomId: '1', skipConnectionOnInitialize: true })

/** Returns the error of a method, from `done` or its promise. Fails if the method calls `done` before it returns. */
const captureAnswer = (method: NimMethod) =>
  new Promise<unknown>((resolve, reject) => {
    let hasReturned = false
    const returned = method({
      done: (error: unknown) => (hasReturned ? resolve(error) : reject(new Error('too early'))),
    })
    hasReturned = true
    if (returned instanceof Promise) returned.catch(resolve)
  })

test.each([
  ['NIM', nim, nimMethods, unsupportedNim, maxUnsupported],
  ['Chatroom', room, chatroomMethods, [], 0],
] as const)(
  '%s has every method, and the unsupported ones answer with an error',
  async (_name, instance, groups, unsupported, limit) => {
    const named = Object.values(groups).flat()
    expect(new Set(named).size).toBe(named.length)
    const methods = instance as unknown as Record<string, NimMethod>
    expect(named.filter((name) => typeof methods[name] !== 'function')).toEqual([])
    // each name is part of the API, and each method fails
    expect(unsupported.filter((name) => !named.includes(name))).toEqual([])
    for (const name of unsupported) {
      const error = await captureAnswer(methods[name]!)
      expect(error, name).toMatchObject({ code: 'Error_Not_Supported', message: `${name}：还没有实现` })
      await expect(Promise.resolve(methods[name]!({})), name).rejects.toMatchObject({ code: 'Error_Not_Supported' })
    }
    expect(unsupported.length).toBeLessThanOrEqual(limit)
  },
)

test('exposes the static and instance members that pages read', () => {
  const used: unknown[] = []
  NIM.use((nimClass) => used.push(nimClass))
  expect(used).toEqual([NIM])
  expect(nim.options).toMatchObject({ account: 'ann' })
  const received: unknown[] = []
  const listener = (data: unknown) => received.push(data)
  nim.on('a', listener).once('a', listener)
  expect([nim.emit('a', 1), nim.emit('a', 2), nim.emit('b', 3)]).toEqual([true, true, false])
  nim.off('a', listener)
  nim.emit('a', 4)
  expect(received).toEqual([1, 1, 2])
  // frameworks traverse instances and wrap them in proxies
  const fields = Object.values(Object.getOwnPropertyDescriptors(NIM.prototype))
  expect(fields.filter((field) => 'get' in field || 'set' in field)).toEqual([])
})

test('plugins find every method on the prototype, and replace it for all instances or for one', () => {
  const named = Object.values(nimMethods).flat()
  expect(named.filter((name) => !(name in NIM.prototype))).toEqual([])
  // a framework that traverses the instance finds no methods
  expect(Object.keys(nim).filter((name) => named.includes(name))).toEqual([])
  const original = Object.getOwnPropertyDescriptor(NIM.prototype, 'messageSerialization')!
  NIM.prototype.messageSerialization = () => 'of the prototype'
  expect(nim.messageSerialization({} as never)).toBe('of the prototype')
  nim.messageSerialization = () => 'of the instance'
  expect(nim.messageSerialization({} as never)).toBe('of the instance')
  Reflect.deleteProperty(nim, 'messageSerialization')
  Object.defineProperty(NIM.prototype, 'messageSerialization', original)
  expect(nim.messageSerialization({ idClient: 'a' } as never)).toBe('{"idClient":"a"}')
})

test('methods work on a proxy of the instance', () => {
  const proxy = new Proxy(nim, {})
  expect(proxy).toBeInstanceOf(NIM)
  expect(proxy.viewImageSync({ url: 'https://a/b.png' })).toBe('https://a/b.png')
  proxy.setOptions({ token: 'new' })
  expect(nim.options.token).toBe('new')
})
