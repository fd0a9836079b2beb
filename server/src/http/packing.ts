// Content encodings: negotiation and compression.
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

export type ContentEncoding = 'br' | 'gzip' | 'identity'

/**
 * True when the header names the encoding with a weight above 0. Weights are not compared, because br is always the
 * smallest.
 */
const acceptsEncoding = (accepted: string | undefined, name: string): boolean => {
  if (accepted === undefined || !accepted.includes(name)) return false
  return !accepted.includes('q=0') || !new RegExp(`${name}\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$)`).test(accepted)
}

export const chooseEncoding = (accepted: string | undefined): ContentEncoding =>
  acceptsEncoding(accepted, 'br') ? 'br' : acceptsEncoding(accepted, 'gzip') ? 'gzip' : 'identity'

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = zlib.constants
const createBrotliOptions = (size: number, quality: number) => ({
  params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_LGWIN]: 17, [BROTLI_PARAM_SIZE_HINT]: size },
})

/** Compresses one reply. Speed matters more than size, and one call costs less than a stream. */
export async function compressPage(text: string, encoding: ContentEncoding): Promise<Buffer> {
  const plain = Buffer.from(text)
  if (encoding === 'gzip') return gzip(plain, { level: 5 })
  return encoding === 'identity' ? plain : brotli(plain, createBrotliOptions(plain.length, 4))
}

/** A smaller reply fits in one packet anyway. */
export const minCompressedBytes = 1_024
/** Compressing a smaller reply takes less time than passing it to another thread. */
const quickBytes = 64 * 1_024

/** Compresses an API reply. Most are a few kilobytes and are sent once. */
export function compressQuickly(plain: Buffer, encoding: ContentEncoding): Buffer | Promise<Buffer> {
  if (encoding === 'identity') return plain
  // small buffers, because large ones cause most of the garbage collections
  const chunkSize = Math.max(minCompressedBytes, plain.length >> 1)
  if (plain.length > quickBytes)
    return encoding === 'gzip' ? gzip(plain, { level: 5 }) : brotli(plain, createBrotliOptions(plain.length, 4))
  return encoding === 'gzip'
    ? zlib.gzipSync(plain, { level: 1, chunkSize })
    : zlib.brotliCompressSync(plain, { ...createBrotliOptions(plain.length, 0), chunkSize })
}
