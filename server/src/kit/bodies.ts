// Message bodies as the database keeps them: sealed with the key of their conversation, so that destroying that one
// key destroys them all, also in copies of the rows made before. Why there is no index over words: decision 006.
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  randomBytes,
  randomFillSync,
  type KeyObject,
} from 'node:crypto'
import type { MessageContent } from '@xinqiao/contract/im/messages.ts'
import { makeGenerations } from './generations.ts'
import type { Secrets } from './secrets.ts'

/** Where a body stands. It is part of what is sealed: a body moved to another row does not open. */
export type BodyPlace = { conversationId: number; seq: number }

export type Bodies = {
  /** A new data key, sealed with the root secret, as `im_conversation.sealed_key` keeps it. */
  makeKey: () => Buffer
  /** One byte format, 12 bytes nonce, 16 bytes tag, the text. */
  seal: (sealedKey: Uint8Array, place: BodyPlace, content: MessageContent) => Buffer
  /** @throws Error when the key is another, the body was altered, or it belongs to another place */
  open: (sealedKey: Uint8Array, place: BodyPlace, body: Uint8Array) => MessageContent
}

/** Before a body was sealed: only the first start after migration 0004 reads it (im/msg/seal-old.ts). */
export const plainFormat = 0
const sealedFormat = 1

function contextOf({ conversationId, seq }: BodyPlace): Buffer {
  const context = Buffer.allocUnsafe(16)
  context.writeBigUInt64BE(BigInt(conversationId), 0)
  context.writeBigUInt64BE(BigInt(seq), 8)
  return context
}

/** Opened keys, so that the root secret is not asked for every message. The sealed bytes are the name: a replaced key is never found. */
function makeKeyring(open: (sealed: Uint8Array) => KeyObject, most: number, forMs: number) {
  const keys = makeGenerations<string, KeyObject>(most, forMs)
  return (sealed: Uint8Array): KeyObject => {
    const name = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength).toString('latin1')
    const known = keys.get(name)
    if (known) return known
    const key = open(sealed)
    keys.set(name, key)
    return key
  }
}

/** Random bytes drawn many at a time, each given out once. */
function makeNonces(): () => Buffer {
  let pool = Buffer.alloc(0)
  let at = 0
  return () => {
    if (at === pool.length) {
      pool = randomFillSync(Buffer.alloc(12 * 512))
      at = 0
    }
    return pool.subarray(at, (at += 12))
  }
}

export function makeBodies(secrets: Pick<Secrets, 'seal' | 'open'>, mostKeys = 10_000, keysForMs = 600_000): Bodies {
  const keyOf = makeKeyring((sealed) => createSecretKey(secrets.open(sealed), 'base64'), mostKeys, keysForMs)
  const nextNonce = makeNonces()
  return {
    makeKey: () => secrets.seal(randomBytes(32).toString('base64')),
    seal(sealedKey, place, content) {
      const nonce = nextNonce()
      const cipher = createCipheriv('aes-256-gcm', keyOf(sealedKey), nonce).setAAD(contextOf(place))
      const text = cipher.update(JSON.stringify(content), 'utf8')
      cipher.final() // nothing is left over, but only now the tag is there
      return Buffer.concat([Buffer.of(sealedFormat), nonce, cipher.getAuthTag(), text])
    },
    open(sealedKey, place, body) {
      // a plain body is refused: whoever can write rows could otherwise put words into people's mouths
      if (body[0] !== sealedFormat) throw new Error(`a body of the unknown format ${body[0]}`)
      const decipher = createDecipheriv('aes-256-gcm', keyOf(sealedKey), body.subarray(1, 13))
        .setAAD(contextOf(place))
        .setAuthTag(body.subarray(13, 29))
      const text = Buffer.concat([decipher.update(body.subarray(29)), decipher.final()]).toString('utf8')
      return JSON.parse(text) as MessageContent
    },
  }
}
