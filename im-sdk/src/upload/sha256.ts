// SHA-256 (FIPS 180-4) and HMAC (RFC 2104), synchronous: pages receive the address of a file at once, while the
// browser's digests are asynchronous and exist on https pages only.

const isPrime = (n: number): boolean => {
  for (let i = 2; i * i <= n; i += 1) if (n % i === 0) return false
  return true
}
const primes = Array.from({ length: 312 }, (_, i) => i).filter((n) => n > 1 && isPrime(n))
/** The first 32 bits of the fractional part of a number. */
const fractionBitsOf = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0
const roundConstants = primes.map((prime) => fractionBitsOf(Math.cbrt(prime)))
const initialState = primes.slice(0, 8).map((prime) => fractionBitsOf(Math.sqrt(prime)))
const blockBytes = 64

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits))

function compressBlock(state: Int32Array, block: DataView): void {
  const w = new Int32Array(64)
  for (let i = 0; i < 64; i += 1) {
    if (i < 16) w[i] = block.getInt32(i * 4)
    else {
      const [old, recent] = [w[i - 15]!, w[i - 2]!]
      const first = rotate(old, 7) ^ rotate(old, 18) ^ (old >>> 3)
      const second = rotate(recent, 17) ^ rotate(recent, 19) ^ (recent >>> 10)
      w[i] = w[i - 16]! + first + w[i - 7]! + second
    }
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i += 1) {
    const choice = (e & f) ^ (~e & g)
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + roundConstants[i]! + w[i]!) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i]! += word
}

export function sha256(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / blockBytes) * blockBytes)
  whole.set(bytes)
  whole[bytes.length] = 0x80
  const view = new DataView(whole.buffer)
  view.setUint32(whole.length - 4, bytes.length * 8)
  const state = Int32Array.from(initialState)
  for (let at = 0; at < whole.length; at += blockBytes) compressBlock(state, new DataView(whole.buffer, at, blockBytes))
  const digest = new DataView(new ArrayBuffer(32))
  for (const [i, word] of state.entries()) digest.setInt32(i * 4, word)
  return new Uint8Array(digest.buffer)
}

const concat = (a: Uint8Array, b: Uint8Array): Uint8Array => Uint8Array.from([...a, ...b])

/**
 * @param key at most 64 bytes
 * @returns lower-case hexadecimal digits
 */
export function hmacSha256(key: string, text: string): string {
  const encoder = new TextEncoder()
  const padded = new Uint8Array(blockBytes)
  padded.set(encoder.encode(key))
  const inner = sha256(
    concat(
      padded.map((byte) => byte ^ 0x36),
      encoder.encode(text),
    ),
  )
  const outer = sha256(
    concat(
      padded.map((byte) => byte ^ 0x5c),
      inner,
    ),
  )
  return Array.from(outer, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
