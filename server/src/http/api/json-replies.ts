// Compressed replies of the API. Anonymous visitors share a reply for one second; signed-in callers always get a fresh
// one, so that they see their own changes (decision 009).
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, minCompressedBytes, compressQuickly, type ContentEncoding } from '../packing.ts'

const setReplyHeaders = (reply: FastifyReply, encoding: ContentEncoding) => {
  void reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
}

type CompressedBody = ReturnType<typeof compressQuickly>

/** A serialised reply, compressed at most once per encoding. */
export type SerializedReply = {
  readonly etag: string
  bytes: number
  pack: (encoding: ContentEncoding) => CompressedBody
}

export function serializeReply(text: string): SerializedReply {
  const plain = Buffer.from(text)
  const packed = new Map<ContentEncoding, CompressedBody>()
  let etag = ''
  return {
    get etag() {
      return (etag ||= `W/"${createHash('sha1').update(plain).digest('base64url')}"`)
    },
    bytes: plain.length,
    pack(encoding) {
      const packedBody = packed.get(encoding)
      if (packedBody) return packedBody
      const compressed = compressQuickly(plain, encoding)
      packed.set(encoding, compressed)
      // store the bytes instead of the promise; a failed compression is tried again by the next reply
      if (compressed instanceof Promise)
        compressed.then(
          (bytes) => packed.set(encoding, bytes),
          () => packed.delete(encoding),
        )
      return compressed
    },
  }
}

async function sendPackedReply(
  request: FastifyRequest,
  reply: FastifyReply,
  written: SerializedReply,
): Promise<FastifyReply> {
  const encoding = written.bytes < minCompressedBytes ? 'identity' : chooseEncoding(request.headers['accept-encoding'])
  const packedBody = written.pack(encoding)
  // awaiting a value that is ready would cost a turn of the event loop
  const packed = packedBody instanceof Promise ? await packedBody : packedBody
  setReplyHeaders(reply, encoding)
  return reply.send(packed)
}

/** Sends a reply for this caller only. */
export function sendPrivate(
  request: FastifyRequest,
  reply: FastifyReply,
  written: SerializedReply,
): Promise<FastifyReply> {
  void reply.header('cache-control', 'no-store')
  return sendPackedReply(request, reply, written)
}

/** Sends a public reply with an ETag. */
export async function sendPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  written: SerializedReply,
): Promise<FastifyReply> {
  void reply.header('cache-control', 'no-cache').header('etag', written.etag)
  if (request.headers['if-none-match'] === written.etag) return reply.code(304).send()
  return sendPackedReply(request, reply, written)
}

/** A shared reply is made again after this time: visitors see changes within a second, as on pages. */
const cacheMs = 1_000
const maxReplies = 1_000
const maxBytes = 16 * 1024 * 1024

type CachedReply = { at: number; size: number; reply: Promise<SerializedReply> }

/** @param now in milliseconds; injected for tests */
export function createSharedReplies(now: () => number = () => performance.now()) {
  const entries = new Map<string, CachedReply>()
  let size = 0

  function dropReply(key: string, entry: CachedReply): void {
    if (entries.get(key) !== entry) return
    entries.delete(key)
    size -= entry.size
  }

  /** Adds the size of a completed reply, and removes a failed one. */
  async function recordSize(key: string, entry: CachedReply): Promise<void> {
    const reply = await entry.reply.catch(() => null)
    if (!reply) return dropReply(key, entry)
    if (entries.get(key) !== entry) return
    entry.size += reply.bytes
    size += reply.bytes
  }

  /** Removes expired entries, oldest first. */
  function pruneReplies(): void {
    for (const [key, entry] of entries) {
      if (now() - entry.at < cacheMs && entries.size <= maxReplies && size <= maxBytes) break
      dropReply(key, entry)
    }
  }

  return {
    /** Concurrent callers, and later ones while it is fresh, share one reply. */
    obtain(key: string, make: () => Promise<SerializedReply>): Promise<SerializedReply> {
      const cachedEntry = entries.get(key)
      if (cachedEntry && now() - cachedEntry.at < cacheMs) return cachedEntry.reply
      if (cachedEntry) dropReply(key, cachedEntry)
      const entry: CachedReply = { at: now(), size: key.length, reply: make() }
      entries.set(key, entry)
      size += entry.size
      void recordSize(key, entry)
      pruneReplies()
      return entry.reply
    },
    /** Drops all replies, including those that are being created. */
    drop(): void {
      entries.clear()
      size = 0
    },
    get count() {
      return entries.size
    },
  }
}

export type SharedReplies = ReturnType<typeof createSharedReplies>
