// Compares digests with those of Node, for every length around the end of a block.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hmacSha256, sha256 } from './sha256.ts'

test('digests of every length up to three blocks equal those of Node', () => {
  for (let length = 0; length <= 192; length += 1) {
    const bytes = randomBytes(length)
    expect(Buffer.from(sha256(bytes)).toString('hex'), `${length}`).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    )
  }
})

test('computes the keyed digests of Node', () => {
  for (const [key, text] of [
    ['', ''],
    ['k'.repeat(43), 'aaaaaaaaaaaaaaaaaaaaaaaa'],
    ['钥匙', '文件'],
    ['k'.repeat(64), 'x'.repeat(100)],
  ] as const)
    expect(hmacSha256(key, text)).toBe(createHmac('sha256', key).update(text).digest('hex'))
})
