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
import { LRUCache } from 'lru-cache'
import type { MessageContent } from '@xinqiao/contract/im/messages.ts'
import { sealedPlaces } from './sealed-places.ts'
import type { Secrets } from './secrets.ts'

/** Where a body stands. It is part of what is sealed: a body moved to another row does not open. */
export type BodyPlace = { conversationId: number; seq: number }

export type Bodies = {
  /** A new data key, sealed with the root secret for the row of its conversation (`im_conversation.sealed_key`). */
  makeKey: (conversationId: number) => Buffer
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

/**
 * Cache of opened keys, so that not every message needs the root secret. Conversation and sealed bytes are its key: a
 * replaced key is not found, and a key that was moved to another conversation is not either.
 */
function makeKeyring(open: (sealed: Uint8Array, conversationId: number) => KeyObject, max: number, ttl: number) {
  const keys = new LRUCache<string, KeyObject>({ max, ttl, updateAgeOnGet: true })
  return (sealed: Uint8Array, conversationId: number): KeyObject => {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
    const name = `${conversationId} ${bytes.toString('latin1')}`
    const known = keys.get(name)
    if (known) return known
    const key = open(sealed, conversationId)
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

export function makeBodies(secrets: Pick<Secrets, 'seal' | 'open'>, maxKeys = 10_000, keysForMs = 600_000): Bodies {
  const openKey = (sealed: Uint8Array, conversationId: number) =>
    createSecretKey(secrets.open(sealed, sealedPlaces.conversationKey(conversationId)), 'base64')
  const keyOf = makeKeyring(openKey, maxKeys, keysForMs)
  const nextNonce = makeNonces()
  return {
    makeKey: (conversationId) =>
      secrets.seal(randomBytes(32).toString('base64'), sealedPlaces.conversationKey(conversationId)),
    seal(sealedKey, place, content) {
      const nonce = nextNonce()
      const cipher = createCipheriv('aes-256-gcm', keyOf(sealedKey, place.conversationId), nonce).setAAD(
        contextOf(place),
      )
      const text = cipher.update(JSON.stringify(content), 'utf8')
      cipher.final() // nothing is left over, but only now the tag is there
      return Buffer.concat([Buffer.of(sealedFormat), nonce, cipher.getAuthTag(), text])
    },
    open(sealedKey, place, body) {
      // a plain body is refused: whoever can write rows could otherwise put words into people's mouths
      if (body[0] !== sealedFormat) throw new Error(`a body of the unknown format ${body[0]}`)
      const decipher = createDecipheriv('aes-256-gcm', keyOf(sealedKey, place.conversationId), body.subarray(1, 13))
        .setAAD(contextOf(place))
        .setAuthTag(body.subarray(13, 29))
      const text = Buffer.concat([decipher.update(body.subarray(29)), decipher.final()]).toString('utf8')
      return JSON.parse(text) as MessageContent
    },
  }
}
