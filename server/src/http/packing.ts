// Bytes as a client takes them.
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

export type Encoding = 'br' | 'gzip' | 'identity'

/** Named, and not with the weight 0 that means "never". Weights between are not compared: br is the smallest. */
const takes = (accepted: string | undefined, name: string): boolean => {
  if (accepted === undefined || !accepted.includes(name)) return false
  return !accepted.includes('q=0') || !new RegExp(`${name}\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$)`).test(accepted)
}

export const chooseEncoding = (accepted: string | undefined): Encoding =>
  takes(accepted, 'br') ? 'br' : takes(accepted, 'gzip') ? 'gzip' : 'identity'

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = zlib.constants
const brotliFor = (size: number, quality: number) => ({
  params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_LGWIN]: 17, [BROTLI_PARAM_SIZE_HINT]: size },
})

/** For one reply: speed counts more than the last bytes, and one call costs less than a stream. */
export async function packOnce(text: string, encoding: Encoding): Promise<Buffer> {
  const plain = Buffer.from(text)
  if (encoding === 'gzip') return gzip(plain, { level: 5 })
  return encoding === 'identity' ? plain : brotli(plain, brotliFor(plain.length, 4))
}

/** Under this a smaller reply saves no packet. */
export const minBytes = 1_024
/** Up to this packing takes some tens of microseconds, which is less than handing it to another thread and back. */
const quickBytes = 64 * 1_024

/** A reply of the API: most are some kilobytes, made once and sent once. */
export function packQuickly(plain: Buffer, encoding: Encoding): Buffer | Promise<Buffer> {
  if (encoding === 'identity') return plain
  // no more room than it will need: what is set aside for each reply is what the garbage collector is called for
  const chunkSize = Math.max(minBytes, plain.length >> 1)
  if (plain.length > quickBytes)
    return encoding === 'gzip' ? gzip(plain, { level: 5 }) : brotli(plain, brotliFor(plain.length, 4))
  return encoding === 'gzip'
    ? zlib.gzipSync(plain, { level: 1, chunkSize })
    : zlib.brotliCompressSync(plain, { ...brotliFor(plain.length, 0), chunkSize })
}
