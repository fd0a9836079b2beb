// Stored files, upload tokens, and addresses of processed pictures that the server checks. Loaded on first use.
import type { StoredFile, UploadToken } from '@xinqiao/contract/im/files/file.ts'
import type { ImageOperationInput } from '@xinqiao/contract/im/files/images.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import { omitUndefined } from '../../base/omit-undefined.ts'
import { toThumbnail, type BlurInput, type CropInput, type ThumbnailInput, type UrlInput } from './picture-addresses.ts'

type WithUrlDone = WithDone<string>

export function createFilesApi(core: Pick<NimCore, 'client' | 'fileAddresses'>) {
  const { client, fileAddresses } = core

  /** Requests the address of a picture with these operations; the server checks the given address first. */
  function processImage({ url, ops, done }: UrlInput & { ops: ImageOperationInput[] } & WithUrlDone): void {
    callDone(done, () =>
      client.request('file.processImage', { url, imageOps: ops }).then((reply) => fileAddresses.sign(reply.url)),
    )
  }

  return {
    // ---- tokens and stored files

    getNosToken({ nosSurvivalTime, done }: { nosSurvivalTime?: number } & WithDone<UploadToken> = {}): void {
      const input = nosSurvivalTime === undefined ? {} : { expireSec: nosSurvivalTime }
      callDone(done, () => client.request('file.getNosToken', input))
    },
    getSimpleNosToken({ num = 1, done }: { num?: number } & WithDone<UploadToken[]> = {}): void {
      callDone(done, () => client.request('file.getSimpleNosToken', { num }).then(({ tokens }) => tokens))
    },
    getFile({ docId, done }: { docId: string } & WithDone<StoredFile>): void {
      callDone(done, () => client.request('file.fetchFile', { docId }).then((file) => fileAddresses.signFile(file)))
    },
    getFileList(
      options: { limit?: number; fromDocId?: string } & WithDone<{ list: StoredFile[]; totalCount: number }> = {},
    ): void {
      const { done, ...input } = options
      callDone(done, async () => {
        const { list, totalCount } = await client.request('file.fetchFileList', input)
        return { list: list.map((file) => fileAddresses.signFile(file)), totalCount }
      })
    },
    removeFile({ docId, done }: { docId: string } & WithDone<null>): void {
      callDone(done, () => client.request('file.removeFile', { docId }))
    },
    getNosOriginUrl({ safeShortUrl, done }: { safeShortUrl: string } & WithDone<string>): void {
      callDone(done, () => client.request('file.getNosOriginUrl', { safeUrl: safeShortUrl }).then(({ url }) => url))
    },
    /** An address that opens without a login, for a day or until its token is revoked. */
    getNosAccessToken(
      options: {
        url: string
        userAgent?: string
        /** Accepted and ignored: the server stores no custom data with a token. */
        ext?: string
      } & WithDone<{ token: string; resUrl: string }>,
    ): void {
      const { url, userAgent, done } = options
      callDone(done, () => client.request('file.getNosAccessToken', { url, ...omitUndefined({ userAgent }) }))
    },
    deleteNosAccessToken({ token, done }: { token: string } & WithDone<null>): void {
      callDone(done, () => client.request('file.deleteNosAccessToken', { token }))
    },
    /** Transcribes a recording; fails with 404 where the server has no speech recogniser. */
    audioToText({ url, done }: UrlInput & WithUrlDone): void {
      callDone(done, () => client.request('file.audioToText', { url }).then(({ text }) => text))
    },

    // ---- pictures: the server checks that the address is one of its own

    processImage,
    stripImageMeta(options: UrlInput & WithUrlDone): void {
      processImage({ ...options, ops: [{ type: 'stripmeta' }] })
    },
    qualityImage({ quality, ...rest }: UrlInput & { quality: number } & WithDone<string>): void {
      processImage({ ...rest, ops: [{ type: 'quality', quality }] })
    },
    interlaceImage(options: UrlInput & WithUrlDone): void {
      processImage({ ...options, ops: [{ type: 'interlace' }] })
    },
    rotateImage({ angle, ...rest }: UrlInput & { angle: number } & WithDone<string>): void {
      processImage({ ...rest, ops: [{ type: 'rotate', angle }] })
    },
    blurImage({ radius, sigma, ...rest }: UrlInput & BlurInput & WithUrlDone): void {
      processImage({ ...rest, ops: [{ type: 'blur', radius, sigma }] })
    },
    cropImage({ x, y, width, height, ...rest }: UrlInput & CropInput & WithUrlDone): void {
      processImage({ ...rest, ops: [{ type: 'crop', x, y, width, height }] })
    },
    thumbnailImage({ url, done, ...thumbnail }: UrlInput & ThumbnailInput & WithUrlDone): void {
      processImage({ url, ops: [toThumbnail(thumbnail)], ...(done && { done }) })
    },
  }
}
