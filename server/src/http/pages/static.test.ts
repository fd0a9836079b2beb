// Tests of built files at fixed addresses.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerSdk } from './static.ts'

test('serves the script and the package at fixed addresses, and 304 while it is unchanged', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'xinqiao-script-'))
  const script = 'globalThis.SDK = {}'.repeat(200)
  writeFileSync(path.join(folder, 'sdk.js'), script)
  writeFileSync(path.join(folder, 'sdk.js.br'), brotliCompressSync(script))
  writeFileSync(path.join(folder, 'sdk.tgz'), gzipSync('packed'))
  const app = Fastify()
  await registerSdk(app, folder)
  const getScript = (headers: Record<string, string>) => app.inject({ url: '/im/sdk.js', headers })
  const first = await getScript({ 'accept-encoding': 'br' })
  expect(first.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'no-cache',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(`${first.headers['content-type']}`).toContain('javascript')
  expect(brotliDecompressSync(first.rawPayload).toString()).toBe(script)
  const again = await getScript({ 'accept-encoding': 'br', 'if-none-match': `${first.headers.etag}` })
  expect(again.statusCode).toBe(304)
  expect((await app.inject('/im/sdk.js')).body).toBe(script)
  const packed = await app.inject({ url: '/im/sdk.tgz', headers: { 'accept-encoding': 'gzip, deflate, br' } })
  expect(packed.headers).toMatchObject({ 'content-type': 'application/gzip' })
  expect(packed.headers).not.toHaveProperty('content-encoding')
  expect(gunzipSync(packed.rawPayload).toString()).toBe('packed')
  await app.close()
  rmSync(folder, { recursive: true })
})
