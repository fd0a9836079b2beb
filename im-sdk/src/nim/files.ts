// Stored files, upload tokens, and addresses of processed pictures and recordings.
import type { StoredFile, UploadToken } from '@xinqiao/contract/im/file.ts'
import { withImageOps, type ImageOpInput } from '@xinqiao/contract/im/images.ts'
import { withMp3 } from '@xinqiao/contract/im/sounds.ts'
import { callDone, type NimCore } from './core.ts'
import type { WithDone } from './options.ts'

type Address = { url: string }
type Thumbnail = Extract<ImageOpInput, { type: 'thumbnail' }>['thumbnail']
type Blur = { radius: number; sigma: number }
type Box = { x: number; y: number; width: number; height: number }
type UrlDone = WithDone<string>

/** messaging.md 5: thumbnails apply only below 4096 pixels; larger pictures keep their size. */
const isViewable = ({ width = 0, height = 0 }: Thumbnail): boolean => width < 4096 && height < 4096

export function filesApi(core: NimCore) {
  const { client } = core

  /** The server checks the address first. */
  function processImage({ url, ops, done }: Address & { ops: ImageOpInput[] } & UrlDone): void {
    callDone(done, () => client.request('file.processImage', { url, imageOps: ops }).then((reply) => reply.url))
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
      callDone(done, () => client.request('file.fetchFile', { docId }))
    },
    getFileList(
      options: { limit?: number; fromDocId?: string } & WithDone<{ list: StoredFile[]; totalCount: number }> = {},
    ): void {
      const { done, ...input } = options
      callDone(done, () => client.request('file.fetchFileList', input))
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
      const input = { url, ...(userAgent !== undefined && { userAgent }) }
      callDone(done, () => client.request('file.getNosAccessToken', input))
    },
    deleteNosAccessToken({ token, done }: { token: string } & WithDone<null>): void {
      callDone(done, () => client.request('file.deleteNosAccessToken', { token }))
    },
    /** Transcribes a recording; fails with 404 where the server has no speech recogniser. */
    audioToText({ url, done }: Address & UrlDone): void {
      callDone(done, () => client.request('file.audioToText', { url }).then(({ text }) => text))
    },
    /** The address of the recording as MP3; requires a transcoder on the server. */
    audioToMp3({ url }: Address): string {
      return withMp3(url)
    },
    packFileDownloadName({ url, name }: Address & { name: string }): string {
      return `${url}${url.includes('?') ? '&' : '?'}download=${encodeURIComponent(name)}`
    },

    // ---- pictures: the server checks the address first

    processImage,
    stripImageMeta(options: Address & UrlDone): void {
      processImage({ ...options, ops: [{ type: 'stripmeta' }] })
    },
    qualityImage({ quality, ...rest }: Address & { quality: number } & WithDone<string>): void {
      processImage({ ...rest, ops: [{ type: 'quality', quality }] })
    },
    interlaceImage(options: Address & UrlDone): void {
      processImage({ ...options, ops: [{ type: 'interlace' }] })
    },
    rotateImage({ angle, ...rest }: Address & { angle: number } & WithDone<string>): void {
      processImage({ ...rest, ops: [{ type: 'rotate', angle }] })
    },
    blurImage({ radius, sigma, ...rest }: Address & Blur & UrlDone): void {
      processImage({ ...rest, ops: [{ type: 'blur', radius, sigma }] })
    },
    cropImage({ x, y, width, height, ...rest }: Address & Box & UrlDone): void {
      processImage({ ...rest, ops: [{ type: 'crop', x, y, width, height }] })
    },
    thumbnailImage({ url, done, ...thumbnail }: Address & Thumbnail & UrlDone): void {
      processImage({ url, ops: [{ type: 'thumbnail', thumbnail }], ...(done && { done }) })
    },

    // ---- pictures: the address alone

    /** The address without changes, or with image operations by name. */
    viewImageSync(
      options: Address & { quality?: number; angle?: number; thumbnail?: Thumbnail; blur?: Blur; crop?: Box },
    ): string {
      const { url, quality, angle, thumbnail, blur, crop } = options
      const ops: ImageOpInput[] = [
        ...(crop ? [{ type: 'crop', ...crop } as const] : []),
        ...(angle === undefined ? [] : [{ type: 'rotate', angle } as const]),
        ...(thumbnail && isViewable(thumbnail) ? [{ type: 'thumbnail', thumbnail } as const] : []),
        ...(blur ? [{ type: 'blur', ...blur } as const] : []),
        ...(quality === undefined ? [] : [{ type: 'quality', quality } as const]),
      ]
      return ops.length > 0 ? withImageOps(url, ops) : url
    },
    viewImageStripMeta({ url, strip = true }: Address & { strip?: boolean }): string {
      return withImageOps(url, [{ type: 'stripmeta', stripmeta: strip }])
    },
    viewImageQuality({ url, quality }: Address & { quality: number }): string {
      return withImageOps(url, [{ type: 'quality', quality }])
    },
    viewImageInterlace({ url, interlace = true }: Address & { interlace?: boolean }): string {
      return withImageOps(url, [{ type: 'interlace', interlace }])
    },
    viewImageRotate({ url, angle }: Address & { angle: number }): string {
      return withImageOps(url, [{ type: 'rotate', angle }])
    },
    viewImageBlur({ url, radius, sigma }: Address & Blur): string {
      return withImageOps(url, [{ type: 'blur', radius, sigma }])
    },
    viewImageCrop({ url, x, y, width, height }: Address & Box): string {
      return withImageOps(url, [{ type: 'crop', x, y, width, height }])
    },
    viewImageThumbnail({ url, ...thumbnail }: Address & Thumbnail): string {
      return isViewable(thumbnail) ? withImageOps(url, [{ type: 'thumbnail', thumbnail }]) : url
    },
  }
}
