// How replies of the API leave: compressed, and what anybody may see kept for a second for all who ask the same. Whoever
// is signed in never gets a kept one, so nobody's own deed is missing from what they read.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, minBytes, packQuickly, type Encoding } from './packing.ts'

const head = (reply: FastifyReply, encoding: Encoding) => {
  void reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
}

type Packed = ReturnType<typeof packQuickly>

/** Written once, packed at most once in each encoding. The mark is that by which a browser learns that it has this. */
export type Written = { readonly etag: string; bytes: number; pack: (encoding: Encoding) => Packed }

export function makeWritten(text: string): Written {
  const plain = Buffer.from(text)
  const packed = new Map<Encoding, Packed>()
  let etag = ''
  return {
    get etag() {
      return (etag ||= `W/"${createHash('sha1').update(plain).digest('base64url')}"`)
    },
    bytes: plain.length,
    pack(encoding) {
      const known = packed.get(encoding)
      if (known) return known
      const given = packQuickly(plain, encoding)
      packed.set(encoding, given)
      // what is there needs no waiting for, and what failed is tried again by the next
      if (given instanceof Promise)
        given.then(
          (bytes) => packed.set(encoding, bytes),
          () => packed.delete(encoding),
        )
      return given
    },
  }
}

async function sendPacked(request: FastifyRequest, reply: FastifyReply, written: Written): Promise<FastifyReply> {
  const encoding = written.bytes < minBytes ? 'identity' : chooseEncoding(request.headers['accept-encoding'])
  const given = written.pack(encoding)
  // waiting for what is there already would cost a turn of the loop for each reply
  const packed = given instanceof Promise ? await given : given
  head(reply, encoding)
  return reply.send(packed)
}

/** For this caller, who may be one of several that are told the same. */
export function sendOnce(request: FastifyRequest, reply: FastifyReply, written: Written): Promise<FastifyReply> {
  void reply.header('cache-control', 'no-store')
  return sendPacked(request, reply, written)
}

/** For anybody. */
export async function sendPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  written: Written,
): Promise<FastifyReply> {
  void reply.header('cache-control', 'no-cache').header('etag', written.etag)
  if (request.headers['if-none-match'] === written.etag) return reply.code(304).send()
  return sendPacked(request, reply, written)
}

/** As long as a visitor may wait to see what others did; as with pages, "within a second". */
const keepMs = 1_000
const maxReplies = 1_000
const maxBytes = 16 * 1024 * 1024

type Kept = { at: number; size: number; reply: Promise<Written> }

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
      if (now() - one.at < keepMs && kept.size <= maxReplies && size <= maxBytes) break
      forget(key, one)
    }
  }

  return {
    /** Made once, however many ask at the same moment. */
    obtain(key: string, make: () => Promise<Written>): Promise<Written> {
      const known = kept.get(key)
      if (known && now() - known.at < keepMs) return known.reply
      if (known) forget(key, known)
      const one: Kept = { at: now(), size: key.length, reply: make() }
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
