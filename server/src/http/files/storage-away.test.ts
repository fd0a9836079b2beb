// Tests of a node whose object storage is down or hangs: files are refused soon, and everything else works.
import { afterAll, expect, test } from 'vitest'
import { createPhoto } from '../../../test/steps/article-steps.ts'
import { startObjectStore } from '../../../test/stand-ins/object-store.ts'
import { openProxy } from '../../../test/stand-ins/proxy.ts'
import { fileForm, useTestServer } from '../../../test/test-server.ts'

const store = await startObjectStore()
const proxy = await openProxy(store.url)
afterAll(async () => {
  await proxy.close()
  await store.stop()
})
const server = useTestServer({ STORAGE_URL: store.url.replace(new URL(store.url).host, new URL(proxy.url).host) })

async function uploadPicture(token: string) {
  return server().upload({ token }, 'POST /admin/picture', fileForm('photo.jpg', await createPhoto()))
}
const readFile = async (src: string) => {
  const { statusCode, headers } = await server().app.inject(src)
  return { status: statusCode, 'retry-after': headers['retry-after'], 'cache-control': headers['cache-control'] }
}
const away = { status: 503, 'retry-after': '2', 'cache-control': 'no-store' }
const countLogs = (words: string) => server().logs.filter((line) => line.includes(words)).length

test.each([
  ['refuses connections', (isAway: boolean) => proxy.refuse(isAway)],
  [
    'drops packets',
    (isAway: boolean) => {
      proxy.swallow(isAway)
      if (!isAway) proxy.cut()
      return Promise.resolve()
    },
  ],
])('answers 503 while the storage %s, and recovers', { timeout: 60_000 }, async (_name, setAway) => {
  const editor = await server().enter('editor')
  const { data: picture } = await uploadPicture(editor.token)
  const before = countLogs('file storage unreachable')
  await setAway(true)
  const [refused, read] = await Promise.all([uploadPicture(editor.token), readFile(picture.src)])
  expect(refused).toMatchObject({ status: 503, reason: 'unavailable' })
  expect(refused.headers['retry-after']).toBe('2')
  expect(read).toEqual(away)
  expect((await server().app.inject('/readyz')).statusCode).toBe(200)
  expect(countLogs('file storage unreachable')).toBeGreaterThan(before)
  expect([countLogs('database unreachable'), countLogs('unforeseen')]).toEqual([0, 0])
  await setAway(false)
  expect(await readFile(picture.src)).toMatchObject({ status: 200 })
  expect((await uploadPicture(editor.token)).status).toBe(200)
})
