// Tests of upload helpers: digest, source, addresses.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLinks } from './links.ts'
import { md5Of } from './md5.ts'
import { readUploadSource } from './source.ts'

test('computes the standard MD5, for pieces of any size', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), fc.integer({ min: 1, max: 300 }), async (bytes, piece) => {
      const expected = createHash('md5').update(bytes).digest('hex')
      expect(await md5Of(new Blob([new Uint8Array(bytes)]), piece)).toBe(expected)
    }),
  )
  const large = randomBytes(5_000_003)
  expect(await md5Of(new Blob([large]))).toBe(createHash('md5').update(large).digest('hex'))
})

test('requires exactly one source, which holds a file', async () => {
  const readPickedFile = async (source: Parameters<typeof readUploadSource>[0]) => {
    const { blob, name } = await readUploadSource(source, 'file')
    return [await blob.text(), name]
  }
  expect(await readPickedFile({ blob: new Blob(['a']) })).toEqual(['a', ''])
  expect(await readPickedFile({ fileObject: new File(['b'], '说明.txt') })).toEqual(['b', '说明.txt'])
  expect(await readPickedFile({ dataURL: 'data:text/plain;base64,5b+D' })).toEqual(['心', ''])
  expect(await readPickedFile({ dataURL: 'data:text/plain;charset=utf-8,%E6%A1%A5' })).toEqual(['桥', ''])
  const folder = mkdtempSync(path.join(tmpdir(), 'xinqiao-source-'))
  writeFileSync(path.join(folder, 'c.txt'), 'c')
  expect(await readPickedFile({ filePath: path.join(folder, 'c.txt') })).toEqual(['c', 'c.txt'])
  rmSync(folder, { recursive: true })
  const refused = { code: 414 }
  await expect(readUploadSource({}, 'image')).rejects.toMatchObject(refused)
  await expect(readUploadSource({ blob: new Blob(['a']), dataURL: 'data:,a' }, 'image')).rejects.toMatchObject(refused)
  await expect(readUploadSource({ dataURL: 'https://xinqiao.test/a.png' }, 'image')).rejects.toMatchObject(refused)
  await expect(readUploadSource({ dataURL: 'data:image/png;base64,*' }, 'image')).rejects.toMatchObject(refused)
  await expect(readUploadSource({ wxFilePath: 'wxfile://a' }, 'image')).rejects.toMatchObject(refused)
  const empty = { files: [] } as unknown as HTMLInputElement
  await expect(readUploadSource({ fileInput: empty }, 'image')).rejects.toMatchObject({
    message: 'please select a image file',
  })
  await expect(readUploadSource({ fileInput: empty }, 'file')).rejects.toMatchObject({
    message: 'please select a file',
  })
})

test('replaces a failing address by the next one, and tries it again later', () => {
  let now = 0
  const links = createLinks(['a', 'b', 'c'], 1_000, () => now)
  expect(links.current()).toBe('a')
  expect(links.fail('a')).toBe(true)
  // another upload fails at the same address at the same time
  expect(links.fail('a')).toBe(true)
  expect(links.current()).toBe('b')
  now = 999
  expect(links.current()).toBe('b')
  now = 1_000
  expect(links.current()).toBe('a')
  links.fail('a')
  links.fail('b')
  expect(links.current()).toBe('c')
  expect(links.fail('c')).toBe(false)
  expect(links.current()).toBe('a')
})
