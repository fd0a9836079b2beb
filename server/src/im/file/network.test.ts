// Tests of uploads over a network that loses parts, replies and whole addresses.
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { useTestServer } from '../../../test/test-server.ts'
import { leaveAll, createPerson, untilReady, type Device, type ChatPerson } from '../../../../im-sdk/test/people.ts'
import { createUploader } from '../../../../im-sdk/src/upload/uploader.ts'
import type { UploadedFile } from '../../../../im-sdk/src/upload/upload-options.ts'

const server = useTestServer({ IM_FILE_MAX_MB: '3', IM_FILE_DAILY_MB: '20' })
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

const enter = async (): Promise<[ChatPerson, Device]> => {
  const someone = await createPerson(server(), url)
  const device = someone.device()
  await untilReady(device)
  return [someone, device]
}
const uploadOf = (device: Device, urls: readonly [string, ...string[]] = [url]) =>
  createUploader({ request: device.request, urls, delayOf: () => 5 })
const blobOf = (bytes: Uint8Array, type = '') => new Blob([new Uint8Array(bytes)], { type })
/** Opens a file as this person's browser does; the test's port replaces the public origin. */
const openFile = (file: { url: string }, session: string | null, headers: Record<string, string> = {}) =>
  fetch(file.url.replace('http://xinqiao.localhost', url), {
    headers: { ...headers, ...(session && { authorization: `Bearer ${session}` }) },
  })
describe('uploads over a network that fails', () => {
  const proxies: Server[] = []
  afterAll(() => {
    for (const proxy of proxies) proxy.close()
  })
  /**
   * Starts a proxy that disturbs the requests as `disturb` decides.
   * @returns its address
   */
  async function proxyOf(disturb: (count: number) => 'pass' | 'hang up' | 'lose the reply' | 'fault'): Promise<string> {
    let count = 0
    const proxy = createServer((request, response) => {
      const disturbance = disturb((count += 1))
      if (disturbance === 'hang up') return void request.socket.destroy()
      if (disturbance === 'fault') return void response.writeHead(502).end('bad gateway')
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', async () => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).filter(([name]) => /^(x-|content-type)/.test(name)),
        ) as Record<string, string>
        const body = request.method === 'POST' ? Buffer.concat(chunks) : null
        const reply = await fetch(url + request.url, { method: request.method!, headers, body })
        const text = await reply.text()
        if (disturbance === 'lose the reply') request.socket.destroy()
        else response.writeHead(reply.status, { 'content-type': 'application/json' }).end(text)
      })
    })
    proxies.push(proxy)
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  }
  const bytes = randomBytes(1_000_000)
  const expectWhole = async (file: UploadedFile, session: string) => {
    expect(file).toMatchObject({ size: bytes.length, md5: createHash('md5').update(bytes).digest('hex') })
    const reply = await openFile(file, session)
    expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true)
  }

  test('completes an upload in spite of lost parts, lost replies and faults', async () => {
    const [ann, a1] = await enter()
    const kinds = ['pass', 'hang up', 'pass', 'lose the reply', 'pass', 'fault', 'pass'] as const
    const link = await proxyOf((count) => kinds[count % kinds.length]!)
    const file = await uploadOf(a1, [link])({ type: 'file', blob: blobOf(bytes) })
    await expectWhole(file, ann.session)
  })

  test('continues an upload at the next address when one fails', async () => {
    const [ann, a1] = await enter()
    let passed = 0
    const first = await proxyOf((count) => (count > 3 ? 'hang up' : 'pass'))
    const second = await proxyOf(() => {
      passed += 1
      return 'pass'
    })
    const file = await uploadOf(a1, [first, second])({ type: 'file', blob: blobOf(bytes) })
    await expectWhole(file, ann.session)
    // one request for the offset, and the five missing parts of eight
    expect(passed).toBe(6)
  })

  test('ends an upload that never completes, and lets the page cancel one', async () => {
    const [, a1] = await enter()
    const dead = await proxyOf(() => 'hang up')
    await expect(uploadOf(a1, [dead])({ type: 'file', blob: blobOf(bytes) })).rejects.toMatchObject({
      code: 'netError',
    })
    const stop = new AbortController()
    const halfway = uploadOf(a1)({
      type: 'file',
      blob: blobOf(randomBytes(1_000_000)),
      signal: stop.signal,
      onProgress: ({ percentage }) => percentage > 30 && stop.abort(),
    })
    await expect(halfway).rejects.toMatchObject({ code: 'abort' })
  })

  test('refuses a misplaced part, a foreign token, and a token of another object', async () => {
    const [[, a1], [, b1]] = [await enter(), await enter()]
    const [mine, other] = (await a1.request('file.getSimpleNosToken', { num: 2 })).tokens
    const post = async (object: string, token: string, query: string, body = 'abc') => {
      const init = { method: 'POST', headers: { 'x-nos-token': token }, body: Buffer.from(body) }
      const reply = await fetch(`${url}/files/im/${object}?${query}`, init)
      return (await reply.json()) as {
        code: number
        data: { offset: number; context: string; file?: { size: number } }
      }
    }
    const start = 'offset=0&complete=false&context='
    expect(await post(mine!.objectName, other!.token, start)).toMatchObject({ code: 403 })
    expect(await post(mine!.objectName, `${mine!.token}x`, start)).toMatchObject({ code: 403 })
    expect(await post(mine!.objectName, '', start)).toMatchObject({ code: 403 })
    expect(await post('a'.repeat(24), mine!.token, start)).toMatchObject({ code: 403 })
    expect(await post(mine!.objectName, mine!.token, 'offset=3&complete=false')).toMatchObject({ code: 409 })
    const first = await post(mine!.objectName, mine!.token, start)
    expect(first).toMatchObject({ code: 200, data: { offset: 3 } })
    expect(await post(mine!.objectName, mine!.token, start)).toMatchObject({ code: 409, data: { offset: 3 } })
    expect(await post(mine!.objectName, mine!.token, 'offset=3&complete=true&context=guess')).toMatchObject({
      code: 409,
    })
    const last = `offset=3&complete=true&context=${first.data.context}`
    expect(await post(mine!.objectName, mine!.token, last)).toMatchObject({ code: 200, data: { file: { size: 6 } } })
    // the final part may be repeated, but nothing can be added after it
    expect(await post(mine!.objectName, mine!.token, last, 'more')).toMatchObject({ data: { file: { size: 6 } } })
    await expect(b1.request('file.fetchFile', { docId: '1' })).rejects.toMatchObject({ code: 404 })
  })
})
