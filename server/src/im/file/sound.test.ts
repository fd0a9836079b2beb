// Tests the conversion of recordings to MP3 by a real ffmpeg: which accounts get it, from which containers, and the
// errors.
import { execFileSync } from 'node:child_process'
import { fileTypeFromBuffer } from 'file-type'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll } from '../../../../im-sdk/test/people.ts'
import { closePages } from '../../../../im-sdk/test/page.ts'
import { createRecording, sendRecording } from '../../../../im-sdk/test/recording.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer({ FFMPEG: 'ffmpeg' })
const plain = useTestServer()
let url = ''
let plainUrl = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  ;({ url: plainUrl } = await plain().listen({ isFrequencyLimited: false }))
})
afterEach(() => {
  leaveAll()
  closePages()
})

type SentRecording = Awaited<ReturnType<typeof sendRecording>>
async function openRecording({ bob, file, sessions }: SentRecording, reader: 'bob' | 'eve' = 'bob', base = url) {
  const { pathname, search } = new URL(bob.nim.audioToMp3({ url: file.url }))
  const headers = { authorization: `Bearer ${sessions[reader]}` }
  const reply = await fetch(new URL(pathname + search, base), { headers })
  return {
    status: reply.status,
    type: reply.headers.get('content-type'),
    bytes: Buffer.from(await reply.arrayBuffer()),
  }
}
/** Audio formats that browsers and phones record. */
const encode = (...options: string[]) =>
  new Uint8Array(
    execFileSync('ffmpeg', ['-v', 'error', '-i', 'pipe:0', ...options, 'pipe:1'], { input: createRecording() }),
  )
const secondsOf = (bytes: Buffer) =>
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'mp3', '-i', 'pipe:0', '-f', 's16le', '-ar', '8000', 'pipe:1'], {
    input: bytes,
  }).length / 16_000

test.each([
  ['wav', 'audio/wav', () => createRecording()],
  ['Opus in WebM', 'audio/webm', () => encode('-c:a', 'libopus', '-f', 'webm')],
  ['Opus in Ogg', 'audio/ogg', () => encode('-c:a', 'libopus', '-f', 'ogg')],
  ['AAC in MP4', 'audio/mp4', () => encode('-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4')],
])('turns %s into MP3 for both sides, and for no one else', async (_name, type, make) => {
  const sent = await sendRecording(server(), url, new Blob([make()], { type }))
  const made = await openRecording(sent)
  expect(made).toMatchObject({ status: 200, type: 'audio/mpeg' })
  expect((await fileTypeFromBuffer(made.bytes))?.mime).toBe('audio/mpeg')
  expect(secondsOf(made.bytes)).toBeGreaterThan(0.9)
  expect((await openRecording(sent, 'eve')).status).toBe(404)
})

test('returns an MP3 unchanged', async () => {
  const bytes = encode('-f', 'mp3')
  const sent = await sendRecording(server(), url, new Blob([bytes], { type: 'audio/mpeg' }))
  expect((await openRecording(sent)).bytes).toEqual(Buffer.from(bytes))
})

test('refuses unreadable recordings with a message', async () => {
  const broken = createRecording().fill(7, 12, 40)
  const sent = await sendRecording(server(), url, new Blob([broken], { type: 'audio/wav' }))
  const { status, bytes } = await openRecording(sent)
  expect(status).toBe(400)
  expect(JSON.parse(bytes.toString())).toMatchObject({ msg: '这段录音无法转成 MP3' })
})

test('has no MP3 address without a transcoder', async () => {
  const sent = await sendRecording(plain(), plainUrl)
  expect((await openRecording(sent, 'bob', plainUrl)).status).toBe(404)
})
