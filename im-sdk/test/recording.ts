// Audio recordings for tests.
import type { TestServer } from '../../server/test/test-server.ts'
import { createUploader } from '../src/upload/uploader.ts'
import { openPage } from './page.ts'
import { createPerson, untilReady } from './people.ts'

/** One second of silence: WAV, 8 kHz, 16 bit, mono. */
export function createRecording(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44 + 16_000)
  const view = new DataView(bytes.buffer)
  for (const [at, word] of [
    [0, 'RIFF'],
    [8, 'WAVE'],
    [12, 'fmt '],
    [36, 'data'],
  ] as const)
    bytes.set(Buffer.from(word), at)
  for (const [at, value] of [
    [4, 36 + 16_000],
    [16, 16],
    [24, 8_000],
    [28, 16_000],
    [40, 16_000],
  ] as const)
    view.setUint32(at, value, true)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    view.setUint16(at, value, true)
  return bytes
}

/** Ann sends the recording to Bob; Eve is an outsider. */
export async function sendRecording(
  at: TestServer,
  address: string,
  blob = new Blob([createRecording()], { type: 'audio/wav' }),
) {
  const [ann, bob, eve] = [
    await createPerson(at, address),
    await createPerson(at, address),
    await createPerson(at, address),
  ]
  const device = ann.device()
  await untilReady(device)
  const upload = createUploader({ request: device.request, urls: [address], delayOf: () => 5 })
  const file = await upload({ type: 'audio', blob, dur: 1_000 })
  await device.send({
    scene: 'p2p',
    to: bob.accid,
    idClient: crypto.randomUUID(),
    content: { type: 2, file } as never,
  })
  return {
    bob: await openPage(at, address, { person: bob }),
    eve: await openPage(at, address, { person: eve }),
    file,
    sessions: { bob: bob.session, eve: eve.session },
  }
}
