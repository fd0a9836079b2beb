// Tests that run on both stores: a folder, and S3 with a server that checks the signature.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startObjectStore, type ObjectStore } from '../../../test/stand-ins/object-store.ts'
import { readConfig } from '../config.ts'
import type { FileStorage } from './files.ts'
import { createFiles } from './create-files.ts'

let store: ObjectStore

const open: Record<string, () => Promise<FileStorage>> = {
  folder: () => createFiles(readConfig({ DATA_DIR: mkdtempSync(path.join(tmpdir(), 'xinqiao-store-')) })),
  s3: () => createFiles(readConfig({ STORAGE_URL: store.url })),
}

beforeAll(async () => void (store = await startObjectStore()))
afterAll(() => store.stop())

describe.each(Object.keys(open))('%s', (name) => {
  test('stores, replaces and removes a file', async () => {
    const files = await open[name]!()
    expect(await files.get('p/none/1.webp')).toBe(null)
    await files.put('p/k_1-a/1.webp', Buffer.from('one'), 'image/webp')
    await files.put('p/k_1-a/1.webp', Buffer.from('three'), 'image/webp')
    const found = await files.get('p/k_1-a/1.webp')
    expect([found?.bytes, (await buffer(found!.stream)).toString()]).toEqual([5, 'three'])
    await files.remove('p/k_1-a/1.webp')
    await files.remove('p/k_1-a/1.webp')
    expect(await files.get('p/k_1-a/1.webp')).toBe(null)
  })

  test.each(['../secret.key', '/etc/passwd', 'a//b', 'a/../b', '', 'a\0b', 'a\\b', 'k'.repeat(201)])(
    'refuses the key %j',
    async (key) => {
      const files = await open[name]!()
      await expect(async () => files.put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow(RangeError)
      await expect(async () => files.get(key)).rejects.toThrow(RangeError)
    },
  )
})
