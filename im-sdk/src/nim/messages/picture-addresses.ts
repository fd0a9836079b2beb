// Addresses of processed pictures and recordings, which need no call.
import { withImageOps, type ImageOperationInput } from '@xinqiao/contract/im/files/images.ts'
import { withMp3 } from '@xinqiao/contract/im/files/sounds.ts'

export type UrlInput = { url: string }
export type Thumbnail = Extract<ImageOperationInput, { type: 'thumbnail' }>['thumbnail']
export type ThumbnailInput = Omit<Thumbnail, 'mode'> & Partial<Pick<Thumbnail, 'mode'>>
export type BlurInput = { radius: number; sigma: number }
export type CropInput = { x: number; y: number; width: number; height: number }

/** messaging.md 5: only pictures below 4096 pixels get thumbnails; larger ones keep their size. */
const isThumbnailSizeAllowed = ({ width = 0, height = 0 }: ThumbnailInput): boolean => width < 4096 && height < 4096

/** Pages of older SDKs leave out the mode. */
export const toThumbnail = ({ mode, ...rest }: ThumbnailInput): ImageOperationInput => ({
  type: 'thumbnail',
  thumbnail: { mode: mode ?? (rest.width && rest.height ? 'cover' : 'contain'), ...rest },
})

/**
 * Addresses of processed files. They throw for invalid input, because pages use the result as an address. Pure
 * functions, so they need no instance.
 */
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
      strip?: boolean
      interlace?: boolean
      quality?: number
      /** Older pages name it `rotate`. */
      angle?: number
      rotate?: number
      thumbnail?: ThumbnailInput
      blur?: BlurInput
      crop?: CropInput
    },
  ): string {
    const { url, strip, interlace, quality, rotate, angle = rotate, thumbnail, blur, crop } = options
    const ops: ImageOperationInput[] = [
      ...(crop ? [{ type: 'crop', ...crop } as const] : []),
      ...(angle === undefined ? [] : [{ type: 'rotate', angle } as const]),
      ...(thumbnail && isThumbnailSizeAllowed(thumbnail) ? [toThumbnail(thumbnail)] : []),
      ...(blur ? [{ type: 'blur', ...blur } as const] : []),
      ...(quality === undefined ? [] : [{ type: 'quality', quality } as const]),
      ...(interlace === undefined ? [] : [{ type: 'interlace', interlace } as const]),
      ...(strip === undefined ? [] : [{ type: 'stripmeta', stripmeta: strip } as const]),
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
    return isThumbnailSizeAllowed(thumbnail) ? withImageOps(url, [toThumbnail(thumbnail)]) : url
  },
}
