// How replies of the API leave: compressed, and what anybody may see kept for a second for all who ask the same. Whoever
// is signed in never gets a kept one, so nobody's own deed is missing from what they read.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, leastBytes, packQuickly, type Encoding } from './packing.ts'

const head = (reply: FastifyReply, encoding: Encoding) => {
  void reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
}

/** For this caller alone. */
export async function sendOnce(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  const plain = Buffer.from(text)
  const encoding = plain.length < leastBytes ? 'identity' : chooseEncoding(request.headers['accept-encoding'])
  const packed = await packQuickly(plain, encoding)
  head(reply, encoding)
  return reply.header('cache-control', 'no-store').send(packed)
}

type Packed = ReturnType<typeof packQuickly>

/** For anybody: with a mark by which a browser learns that it has this already. */
export type PublicReply = { etag: string; bytes: number; pack: (encoding: Encoding) => Packed }

export function makePublicReply(text: string): PublicReply {
  const plain = Buffer.from(text)
  const packed = new Map<Encoding, Packed>()
  return {
    etag: `W/"${createHash('sha1').update(plain).digest('base64url')}"`,
    bytes: plain.length,
    pack(encoding) {
      const known = packed.get(encoding) ?? packQuickly(plain, encoding)
      packed.set(encoding, known)
      return known
    },
  }
}

export async function sendPublic(request: FastifyRequest, reply: FastifyReply, given: PublicReply) {
  void reply.header('cache-control', 'no-cache').header('etag', given.etag)
  if (request.headers['if-none-match'] === given.etag) return reply.code(304).send()
  const encoding = given.bytes < leastBytes ? 'identity' : chooseEncoding(request.headers['accept-encoding'])
  const packed = await given.pack(encoding)
  head(reply, encoding)
  return reply.send(packed)
}

/** As long as a visitor may wait to see what others did; as with pages, "within a second". */
const keepMs = 1_000
const mostReplies = 1_000
const mostBytes = 16 * 1024 * 1024

type Kept = { at: number; size: number; reply: Promise<PublicReply> }

/** @param now in milliseconds; injected, so that tests need not wait */
export function makeSharedReplies(now: () => number = () => performance.now()) {
  const kept = new Map<string, Kept>()
  let size = 0

  function forget(key: string, one: Kept): void {
    if (kept.get(key) !== one) return
    kept.delete(key)
    size -= one.size
  }

  /** Weighs what was made; what failed is asked again by the next. */
  async function weigh(key: string, one: Kept): Promise<void> {
    const reply = await one.reply.catch(() => null)
    if (!reply) return forget(key, one)
    if (kept.get(key) !== one) return
    one.size += reply.bytes
    size += reply.bytes
  }

  /** They stand in the order in which they were asked for. */
  function prune(): void {
    for (const [key, one] of kept) {
      if (now() - one.at < keepMs && kept.size <= mostReplies && size <= mostBytes) break
      forget(key, one)
    }
  }

  return {
    /** Made once, however many ask at the same moment. */
    obtain(key: string, make: () => Promise<string>): Promise<PublicReply> {
      const known = kept.get(key)
      if (known && now() - known.at < keepMs) return known.reply
      if (known) forget(key, known)
      const one: Kept = { at: now(), size: key.length, reply: make().then(makePublicReply) }
      kept.set(key, one)
      size += one.size
      void weigh(key, one)
      prune()
      return one.reply
    },
    /** What is being made at this moment is given to nobody who asks from now on. */
    drop(): void {
      kept.clear()
      size = 0
    },
    get count() {
      return kept.size
    },
  }
}

export type SharedReplies = ReturnType<typeof makeSharedReplies>
