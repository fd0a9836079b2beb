// Tests of speech to text: what the recogniser receives, which accounts may ask, and the errors without a recogniser.
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll } from '../../../../im-sdk/test/people.ts'
import { waitForDone, closePages, openPage } from '../../../../im-sdk/test/page.ts'
import { createRecording, sendRecording } from '../../../../im-sdk/test/recording.ts'
import { useTestServer } from '../../../test/test-server.ts'

/** Starts a recogniser that speaks the real protocol: a form with the recording, and a JSON reply. */
const requests: { key: string | undefined; form: FormData }[] = []
let isBroken = false
const recogniser = createServer((request, reply) => {
  void (async () => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const form = await new Response(Buffer.concat(chunks), { headers }).formData()
    requests.push({ key: request.headers.authorization, form })
    const isRight = request.url === '/v1/audio/transcriptions' && !isBroken
    reply.writeHead(isRight ? 200 : 503, { 'content-type': 'application/json' })
    reply.end(JSON.stringify({ text: ' 我想说的都在这里 ' }))
  })()
}).listen(0, '127.0.0.1')
await once(recogniser, 'listening')
const { port } = recogniser.address() as AddressInfo

const server = useTestServer({ ASR_URL: `http://127.0.0.1:${port}`, ASR_KEY: 'a key', ASR_MODEL: 'paraformer' })
const silent = useTestServer()
let url = ''
let silentUrl = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  ;({ url: silentUrl } = await silent().listen({ isFrequencyLimited: false }))
})
afterEach(() => {
  leaveAll()
  closePages()
})
afterAll(() => recogniser.close())

const textOf = ({ nim }: Awaited<ReturnType<typeof openPage>>, address: string) =>
  waitForDone<string>((done) => nim.audioToText({ url: address, done }))

test('transcribes a recording for its two participants only', async () => {
  const { bob, eve, file } = await sendRecording(server(), url)
  expect(await textOf(bob, file.url)).toBe('我想说的都在这里')
  const [{ key, form }] = requests as [(typeof requests)[number]]
  expect(key).toBe('Bearer a key')
  expect(Object.fromEntries([...form].filter(([name]) => name !== 'file'))).toEqual({
    model: 'paraformer',
    language: 'zh',
    response_format: 'json',
  })
  expect(new Uint8Array(await (form.get('file') as File).arrayBuffer())).toEqual(createRecording())
  await expect(textOf(eve, file.url)).rejects.toMatchObject({ code: 404 })
  await expect(textOf(bob, 'https://elsewhere.test/a.wav')).rejects.toMatchObject({ code: 414 })
  expect(requests).toHaveLength(1)
  isBroken = true
  await expect(textOf(bob, file.url)).rejects.toMatchObject({ code: 500 })
})

test('reports that there is no speech recogniser', async () => {
  const { bob, file } = await sendRecording(silent(), silentUrl)
  await expect(textOf(bob, file.url)).rejects.toMatchObject({ code: 404, message: '本站没有开通语音转文字' })
})
