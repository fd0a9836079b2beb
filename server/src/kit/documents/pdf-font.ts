// The Chinese font of PDFs, unpacked from WOFF once. The PDF library would inflate WOFF again for each glyph, and
// cannot subset WOFF2.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'

const require = createRequire(import.meta.url)
const files = {
  400: require.resolve('@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-400-normal.woff'),
  700: require.resolve('@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-700-normal.woff'),
}

const paddedTo = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])

/** @param woff WOFF 1.0 (W3C) */
function unpack(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(12 + 16 * count)
  woff.copy(head, 0, 4, 8) // the type of outlines, which begins both formats
  head.writeUInt16BE(count, 4)
  const power = 2 ** Math.floor(Math.log2(count))
  head.writeUInt16BE(power * 16, 6)
  head.writeUInt16BE(Math.log2(power), 8)
  head.writeUInt16BE((count - power) * 16, 10)
  const parts: Buffer[] = [head]
  let at = head.length
  for (let i = 0; i < count; i++) {
    const entry = 44 + i * 20
    const offset = woff.readUInt32BE(entry + 4)
    const packedLength = woff.readUInt32BE(entry + 8)
    const length = woff.readUInt32BE(entry + 12)
    const packed = woff.subarray(offset, offset + packedLength)
    const table = paddedTo(packedLength < length ? inflateSync(packed) : packed)
    const row = 12 + i * 16
    woff.copy(head, row, entry, entry + 4)
    woff.copy(head, row + 4, entry + 16, entry + 20)
    head.writeUInt32BE(at, row + 8)
    head.writeUInt32BE(length, row + 12)
    parts.push(table)
    at += table.length
  }
  return Buffer.concat(parts)
}

const unpacked = new Map<number, Buffer>()

/** The font of a weight, read once. */
export function loadChineseFont(weight: keyof typeof files): Buffer {
  const cachedFont = unpacked.get(weight)
  if (cachedFont) return cachedFont
  const font = unpack(readFileSync(files[weight]))
  unpacked.set(weight, font)
  return font
}
