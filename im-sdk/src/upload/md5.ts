// MD5 (RFC 1321), by which the server recognises known files. It is not used for security: a digest gives no access to
// a file. Browsers have no built-in MD5.
import { readBytes } from './read-bytes.ts'

const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
const sineTable = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32))
const blockBytes = 64

function compressBlock(state: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0] = state
  for (let i = 0; i < 64; i += 1) {
    const round = i >> 4
    let f: number
    let wordIndex: number
    if (round === 0) [f, wordIndex] = [(b & c) | (~b & d), i]
    else if (round === 1) [f, wordIndex] = [(d & b) | (~d & c), (5 * i + 1) & 15]
    else if (round === 2) [f, wordIndex] = [b ^ c ^ d, (3 * i + 5) & 15]
    else [f, wordIndex] = [c ^ (b | ~d), (7 * i) & 15]
    const sum = (a + f + sineTable[i]! + words[wordIndex]!) | 0
    const shift = shifts[round * 4 + (i & 3)]!
    a = d
    d = c
    c = b
    b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0
  }
  state[0]! += a
  state[1]! += b
  state[2]! += c
  state[3]! += d
}

/**
 * Reads the blob in pieces, so that a video need not fit into memory twice.
 * @returns 32 lower-case hexadecimal digits
 */
export async function md5Of(blob: Blob, pieceBytes = 2 * 1024 * 1024): Promise<string> {
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476)
  const words = new Int32Array(16)
  const mixBytes = (bytes: Uint8Array) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = 0; at + blockBytes <= bytes.length; at += blockBytes) {
      for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(at + i * 4, true)
      compressBlock(state, words)
    }
  }
  const wholeBytes = blob.size - (blob.size % blockBytes)
  const step = Math.max(blockBytes, pieceBytes - (pieceBytes % blockBytes))
  for (let at = 0; at < wholeBytes; at += step) {
    // oxlint-disable-next-line no-await-in-loop -- each piece continues from the last one
    mixBytes(new Uint8Array(await readBytes(blob.slice(at, Math.min(at + step, wholeBytes)))))
  }
  const rest = new Uint8Array(await readBytes(blob.slice(wholeBytes)))
  const tail = new Uint8Array(rest.length + 9 <= blockBytes ? blockBytes : 2 * blockBytes)
  tail.set(rest)
  tail[rest.length] = 0x80
  const view = new DataView(tail.buffer)
  view.setUint32(tail.length - 8, (blob.size * 8) >>> 0, true)
  view.setUint32(tail.length - 4, Math.floor(blob.size / 2 ** 29), true)
  mixBytes(tail)
  return [...new Uint8Array(state.buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
