// Tests that frames comply with RFC 6455. The tests of the SDK show that the websocket of a browser reads them.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodePacket, encodeFrame } from './packets.ts'

/**
 * Reads one unmasked text frame.
 * @returns its text, and the bytes after it
 */
function readFrame(bytes: Buffer): { text: string; rest: Buffer } {
  expect(bytes[0]).toBe(0x81)
  const short = bytes[1]!
  const [length, head] =
    short < 126 ? [short, 2] : short === 126 ? [bytes.readUInt16BE(2), 4] : [Number(bytes.readBigUInt64BE(2)), 10]
  // only the shortest form of the length is allowed
  expect(head).toBe(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  return { text: bytes.subarray(head, head + length).toString('utf8'), rest: bytes.subarray(head + length) }
}

const expectSamePackets = (texts: string[]) => {
  const packets = texts.map((text) => encodePacket('reply', [1, 200, text]))
  let bytes: Buffer = Buffer.concat(packets.map(encodeFrame))
  for (const { text } of packets) {
    const decoded = readFrame(bytes)
    expect(decoded.text).toBe(`4${text}`)
    bytes = decoded.rest
  }
  expect(bytes).toHaveLength(0)
}

test('reads a sequence of frames back as written', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.constantFrom('', '心', '心桥'.repeat(15_000)),
  )
  fc.assert(fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), expectSamePackets), { numRuns: 200 })
  // lengths around the limits of the three forms
  for (const border of [126, 65_536]) for (let by = -40; by < 3; by += 1) expectSamePackets(['x'.repeat(border + by)])
})

test('encodes a packet for several sockets once', () => {
  const packet = encodePacket('reply', [1, 200, '心'])
  expect(encodeFrame(packet)).toBe(encodeFrame(packet))
})
