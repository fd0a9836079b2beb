// Encrypts message bodies with the key of their conversation. Destroying the key destroys all bodies, also in copies
// and backups (decision 006).
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  randomBytes,
  randomFillSync,
  type KeyObject,
} from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { StoredContent } from '@xinqiao/contract/im/messages/messages.ts'
import { sealBindings } from '../auth/seal-bindings.ts'
import type { Secrets } from '../auth/secrets.ts'

/** Additional authenticated data, so that a body that was moved to another row does not open. */
export type MessagePosition = { conversationId: number; seq: number }

export type BodyCipher = {
  /** Creates a key, encrypted with the root key for the row of its conversation (`im_conversation.sealed_key`). */
  createKey: (conversationId: number) => Buffer
  /** Encrypts a body: one byte for the format, 12 bytes nonce, 16 bytes tag, the text. */
  seal: (sealedKey: Uint8Array, position: MessagePosition, content: StoredContent) => Buffer
  /** @throws Error for a wrong key, an altered body, or a body of another message */
  open: (sealedKey: Uint8Array, position: MessagePosition, body: Uint8Array) => StoredContent
}

const sealedFormat = 1
const formatByte = Buffer.of(sealedFormat)

function bindingContextOf({ conversationId, seq }: MessagePosition): Buffer {
  const context = Buffer.allocUnsafe(16)
  context.writeBigUInt64BE(BigInt(conversationId), 0)
  context.writeBigUInt64BE(BigInt(seq), 8)
  return context
}

/**
 * LRU cache of opened conversation keys. Its key is the conversation with the sealed bytes, so that a key that was
 * replaced or moved to another conversation is not found.
 */
function createKeyring(open: (sealed: Uint8Array, conversationId: number) => KeyObject, max: number) {
  const keys = new LRUCache<string, KeyObject>({ max, ttl: 600_000, updateAgeOnGet: true })
  return (sealed: Uint8Array, conversationId: number): KeyObject => {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
    const name = `${conversationId} ${bytes.toString('latin1')}`
    const cachedKey = keys.get(name)
    if (cachedKey) return cachedKey
    const key = open(sealed, conversationId)
    keys.set(name, key)
    return key
  }
}

/** Draws random bytes in bulk, and returns each only once. */
function createNonces(): () => Buffer {
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

export function createBodyCipher(secrets: Pick<Secrets, 'seal' | 'open'>, maxKeys = 10_000): BodyCipher {
  const openKey = (sealed: Uint8Array, conversationId: number) =>
    createSecretKey(secrets.open(sealed, sealBindings.conversationKey(conversationId)), 'base64')
  const keyOf = createKeyring(openKey, maxKeys)
  const nextNonce = createNonces()
  return {
    createKey: (conversationId) =>
      secrets.seal(randomBytes(32).toString('base64'), sealBindings.conversationKey(conversationId)),
    seal(sealedKey, position, content) {
      const nonce = nextNonce()
      const cipher = createCipheriv('aes-256-gcm', keyOf(sealedKey, position.conversationId), nonce).setAAD(
        bindingContextOf(position),
      )
      const text = cipher.update(JSON.stringify(content), 'utf8')
      cipher.final() // this call returns no bytes, but computes the tag
      return Buffer.concat([formatByte, nonce, cipher.getAuthTag(), text])
    },
    open(sealedKey, position, body) {
      if (body[0] !== sealedFormat) throw new Error(`a body of the unknown format ${body[0]}`)
      const decipher = createDecipheriv('aes-256-gcm', keyOf(sealedKey, position.conversationId), body.subarray(1, 13))
        .setAAD(bindingContextOf(position))
        .setAuthTag(body.subarray(13, 29))
      const text = Buffer.concat([decipher.update(body.subarray(29)), decipher.final()]).toString('utf8')
      return JSON.parse(text) as StoredContent
    },
  }
}
