// Steps of chat file tests: upload, send, open.
import sharp from 'sharp'
import { afterEach, beforeAll } from 'vitest'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { useTestServer } from '../test-server.ts'
import { leaveAll, createPerson, untilReady, type Device, type ChatPerson } from '../../../im-sdk/test/people.ts'
import { createUploader } from '../../../im-sdk/src/upload/uploader.ts'
import type { UploadedFile } from '../../../im-sdk/src/upload/upload-options.ts'

/** A photo in portrait orientation, with the place where it was taken in its metadata. */
export const createPhoto = (width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#0f766e' } })
    .withExif({ IFD3: { GPSLatitude: '30/1 15/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
/** Describes a reply, for example `200 jpeg 300x400`. */
export async function describePicture(reply: Response): Promise<string> {
  const { format, width, height } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata()
  return `${reply.status} ${format} ${width}x${height}`
}
export const createBlob = (bytes: Uint8Array, type = '') => new Blob([new Uint8Array(bytes)], { type })
export const sendFileMessage = (
  device: Device,
  to: string,
  file: UploadedFile,
  type: 1 | 2 | 3 | 6 = chatMessageTypes.image,
) => device.send({ scene: 'p2p', to, idClient: crypto.randomUUID(), content: { type, file } as never })
export const sendTeamFile = (
  device: Device,
  teamId: string,
  file: UploadedFile,
  type: 1 | 6 = chatMessageTypes.image,
) => device.send({ scene: 'team', to: teamId, idClient: crypto.randomUUID(), content: { type, file } })

/** Starts a server with small file limits that listens on a port. */
export function useImFiles() {
  const server = useTestServer({ IM_FILE_MAX_MB: '3', IM_FILE_DAILY_MB: '20' })
  const listener = { url: '' }
  beforeAll(async () => {
    listener.url = (await server().listen({ isFrequencyLimited: false })).url
  })

  afterEach(leaveAll)
  const enter = async (): Promise<[ChatPerson, Device]> => {
    const someone = await createPerson(server(), listener.url)
    const device = someone.device()
    await untilReady(device)
    return [someone, device]
  }

  const uploadOf = (device: Device, urls: readonly [string, ...string[]] = [listener.url]) =>
    createUploader({ request: device.request, urls, delayOf: () => 5 })
  /** Opens the file as this person's browser does; the test's port replaces the public origin of the URL. */
  const openFile = (file: { url: string }, session: string | null, headers: Record<string, string> = {}) =>
    fetch(file.url.replace('http://xinqiao.localhost', listener.url), {
      headers: { ...headers, ...(session && { authorization: `Bearer ${session}` }) },
    })

  return { server, listener, enter, openFile, uploadOf }
}

/** Addresses that open without a login, one for each device. */
export const signFor = (file: { url: string }, ...devices: Device[]) =>
  Promise.all(devices.map((device) => device.request('file.getNosOriginUrl', { safeUrl: file.url })))
