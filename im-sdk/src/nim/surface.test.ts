// Tests that every method of the API exists.
import { expect, test } from 'vitest'
import { chatroomMethods, nimMethods } from '../../test/surface.ts'
import { Chatroom, NIM } from '../../test/tested-sdk.ts'

type NimMethod = (...input: unknown[]) => unknown
const nim = new NIM({
  account: 'ann',
  token: '',
  defaultLink: 'http://127.0.0.1:9',
  skipConnectionOnInitialize: true,
})
const room = Chatroom.getInstance({ chatroomId: '1', skipConnectionOnInitialize: true })

test.each([
  ['NIM', nim, nimMethods],
  ['Chatroom', room, chatroomMethods],
] as const)('%s has every method', (_name, instance, groups) => {
  const named = Object.values(groups).flat()
  expect(new Set(named).size).toBe(named.length)
  const methods = instance as unknown as Record<string, NimMethod>
  expect(named.filter((name) => typeof methods[name] !== 'function')).toEqual([])
})

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
