import { expect, test } from 'vitest'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { createBodyCipher } from './bodies.ts'
import { createSecrets } from '../auth/secrets.ts'

const secrets = createSecrets('a root key that only tests have, long enough')
const bodies = createBodyCipher(secrets)
const content = { type: chatMessageTypes.text, text: '最近总是睡不着' }
const position = { conversationId: 7, seq: 3 }

test('opens a body only with its key and in its position', () => {
  const [key, other] = [bodies.createKey(7), bodies.createKey(7)]
  const body = bodies.seal(key, position, content)
  expect(body.toString('latin1')).not.toContain(Buffer.from('睡不着').toString('latin1'))
  expect(bodies.open(key, position, body)).toEqual(content)
  // equal texts have different bytes
  expect(bodies.seal(key, position, content).equals(body)).toBe(false)
  expect(() => bodies.open(other, position, body)).toThrow()
  expect(() => bodies.open(key, { ...position, seq: 4 }, body)).toThrow()
  expect(() => bodies.open(key, { ...position, conversationId: 8 }, body)).toThrow()
  for (let i = 0; i < body.length; i += 1) {
    const altered = Buffer.from(body)
    altered[i]! ^= 1
    expect(() => bodies.open(key, position, altered)).toThrow()
  }
})

test('refuses a key that was moved to another conversation, also when cached', () => {
  const key = bodies.createKey(7)
  const body = bodies.seal(key, position, content)
  const moved = { ...position, conversationId: 8 }
  expect(() => bodies.seal(key, moved, content)).toThrow()
  expect(() => bodies.open(key, moved, body)).toThrow()
  expect(bodies.open(key, position, body)).toEqual(content)
})

test('refuses an unsealed body', () => {
  const plain = Buffer.concat([Buffer.of(0), Buffer.from(JSON.stringify(content))])
  expect(() => bodies.open(bodies.createKey(7), position, plain)).toThrow('unknown format 0')
})

test('needs the root secret to open a key, and caches a limited number of keys', () => {
  let opened = 0
  const counted = createBodyCipher({ ...secrets, open: (...given) => ((opened += 1), secrets.open(...given)) }, 2)
  const keys = Array.from({ length: 6 }, () => counted.createKey(7))
  const sealed = keys.map((key) => counted.seal(key, position, content))
  expect(opened).toBe(6)
  counted.open(keys[5]!, position, sealed[5]!)
  expect(opened).toBe(6)
  expect(counted.open(keys[0]!, position, sealed[0]!)).toEqual(content)
  expect(opened).toBe(7)
  const stranger = createBodyCipher(createSecrets('another root key, of the same length or so'))
  expect(() => stranger.open(keys[0]!, position, sealed[0]!)).toThrow()
})
