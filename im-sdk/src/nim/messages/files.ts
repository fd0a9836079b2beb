// Stored files, upload tokens, and addresses of processed pictures and recordings.
import type { StoredFile, UploadToken } from '@xinqiao/contract/im/file.ts'
import { withImageOps, type ImageOperationInput } from '@xinqiao/contract/im/images.ts'
import { withMp3 } from '@xinqiao/contract/im/sounds.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import { definedFields } from '../../defined-fields.ts'

type UrlInput = { url: string }
type ThumbnailInput = Extract<ImageOperationInput, { type: 'thumbnail' }>['thumbnail']
type BlurInput = { radius: number; sigma: number }
type CropInput = { x: number; y: number; width: number; height: number }
type WithUrlDone = WithDone<string>

/** messaging.md 5: only pictures below 4096 pixels get thumbnails; larger ones keep their size. */
const isViewable = ({ width = 0, height = 0 }: ThumbnailInput): boolean => width < 4096 && height < 4096

export function filesApi(core: NimCore) {
  const { client, fileAddresses } = core

  /** The server checks the address before. */
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
      callDone(done, () => client.request('file.getNosAccessToken', { url, ...definedFields({ userAgent }) }))
    },
    deleteNosAccessToken({ token, done }: { token: string } & WithDone<null>): void {
      callDone(done, () => client.request('file.deleteNosAccessToken', { token }))
    },
    /** Transcribes a recording; fails with 404 where the server has no speech recogniser. */
    audioToText({ url, done }: UrlInput & WithUrlDone): void {
      callDone(done, () => client.request('file.audioToText', { url }).then(({ text }) => text))
    },

    // ---- pictures: the server checks the address before

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
      processImage({ url, ops: [{ type: 'thumbnail', thumbnail }], ...(done && { done }) })
    },
  }
}

/** Addresses of processed files. Pure functions, so they need no instance. */
export const fileAddressHelpers = {
  /** The address of the recording as MP3; it needs a transcoder on the server. */
  audioToMp3({ url }: UrlInput): string {
    return withMp3(url)
  },
  packFileDownloadName({ url, name }: UrlInput & { name: string }): string {
    return `${url}${url.includes('?') ? '&' : '?'}download=${encodeURIComponent(name)}`
  },

  /** The address without parameters, or with image operations by name. */
  viewImageSync(
    options: UrlInput & {
      quality?: number
      angle?: number
      thumbnail?: ThumbnailInput
      blur?: BlurInput
      crop?: CropInput
    },
  ): string {
    const { url, quality, angle, thumbnail, blur, crop } = options
    const ops: ImageOperationInput[] = [
      ...(crop ? [{ type: 'crop', ...crop } as const] : []),
      ...(angle === undefined ? [] : [{ type: 'rotate', angle } as const]),
      ...(thumbnail && isViewable(thumbnail) ? [{ type: 'thumbnail', thumbnail } as const] : []),
      ...(blur ? [{ type: 'blur', ...blur } as const] : []),
      ...(quality === undefined ? [] : [{ type: 'quality', quality } as const]),
    ]
    return ops.length > 0 ? withImageOps(url, ops) : url
  },
  viewImageStripMeta({ url, strip = true }: UrlInput & { strip?: boolean }): string {
    return withImageOps(url, [{ type: 'stripmeta', stripmeta: strip }])
  },
  viewImageQuality({ url, quality }: UrlInput & { quality: number }): string {
    return withImageOps(url, [{ type: 'quality', quality }])
  },
  viewImageInterlace({ url, interlace = true }: UrlInput & { interlace?: boolean }): string {
    return withImageOps(url, [{ type: 'interlace', interlace }])
  },
  viewImageRotate({ url, angle }: UrlInput & { angle: number }): string {
    return withImageOps(url, [{ type: 'rotate', angle }])
  },
  viewImageBlur({ url, radius, sigma }: UrlInput & BlurInput): string {
    return withImageOps(url, [{ type: 'blur', radius, sigma }])
  },
  viewImageCrop({ url, x, y, width, height }: UrlInput & CropInput): string {
    return withImageOps(url, [{ type: 'crop', x, y, width, height }])
  },
  viewImageThumbnail({ url, ...thumbnail }: UrlInput & ThumbnailInput): string {
    return isViewable(thumbnail) ? withImageOps(url, [{ type: 'thumbnail', thumbnail }]) : url
  },
}
