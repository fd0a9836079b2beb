// Pictures: re-encoded without metadata on upload, and transformed by their URL when opened.
import sharp, { type Sharp } from 'sharp'
import { fail } from '@xinqiao/contract/errors.ts'
import type { ImageOperation } from '@xinqiao/contract/im/files/images.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { createSemaphore } from '../../kit/async/semaphore.ts'

const options = { limitInputPixels: limits.maxPicturePixels, failOn: 'error' } as const
type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

async function withDecoderLimits<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch {
    throw fail('notAPicture')
  }
}

/** sharp drops all metadata by default, including location and device. */
export function reencodePicture(bytes: Uint8Array): Promise<{ bytes: Buffer; width: number; height: number }> {
  return withDecoderLimits(async () => {
    const meta = await sharp(bytes, { ...options, limitInputPixels: false }).metadata()
    const isTooLarge =
      Math.max(meta.width, meta.height) > limits.maxPictureSide || meta.width * meta.height > limits.maxPicturePixels
    if (isTooLarge) throw new RangeError('too large')
    const isMoving = (meta.pages ?? 1) > 1
    const turned = isMoving ? sharp(bytes, { ...options, animated: true }) : sharp(bytes, options).autoOrient()
    const { data, info } = await encode(turned, meta.format as PictureFormat, { quality: 88 }).toBuffer({
      resolveWithObject: true,
    })
    return { bytes: data, width: info.width, height: info.pageHeight ?? info.height }
  })
}

function encode(picture: Sharp, format: PictureFormat, { quality = 82, progressive = false } = {}): Sharp {
  switch (format) {
    case 'png':
      return picture.png({ progressive })
    case 'webp':
      return picture.webp({ quality: Math.max(1, quality), effort: 3 })
    case 'gif':
      return picture.gif()
    case 'avif':
      return picture.avif({ quality: Math.max(1, quality), effort: 2 })
    default:
      return picture.jpeg({ quality: Math.max(1, quality), progressive })
  }
}

type Pixels = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 }

async function toRawPixels(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}
const openRawPicture = ({ data, width, height, channels }: Pixels) => sharp(data, { raw: { width, height, channels } })

/** Position of a crop along one side: 0 at the start, 10 at the end. */
const offsetOnAxis = (whole: number, part: number, axis: number) => Math.round(((whole - part) * axis) / 10)

async function createThumbnail(
  from: Pixels,
  { thumbnail }: Extract<ImageOperation, { type: 'thumbnail' }>,
): Promise<Pixels> {
  const { mode, width, height, axis = { x: 5, y: 5 } } = thumbnail
  const fit = mode === 'contain' ? 'inside' : 'outside'
  const sides = { ...(width > 0 && { width }), ...(height > 0 && { height }) }
  // `enlarge` is accepted without effect: an address never returns a picture that is larger than its original
  const resized = await toRawPixels(openRawPicture(from).resize({ ...sides, fit, withoutEnlargement: true }))
  if (mode !== 'crop') return resized
  const [w, h] = [Math.min(width, resized.width), Math.min(height, resized.height)]
  const window = {
    left: offsetOnAxis(resized.width, w, axis.x),
    top: offsetOnAxis(resized.height, h, axis.y),
    width: w,
    height: h,
  }
  return toRawPixels(openRawPicture(resized).extract(window))
}

async function cropPixels(
  from: Pixels,
  { x, y, width, height }: Extract<ImageOperation, { type: 'crop' }>,
): Promise<Pixels> {
  const [left, top] = [Math.min(x, from.width - 1), Math.min(y, from.height - 1)]
  // 0 means as far as the picture allows
  const [w, h] = [Math.min(width || from.width, from.width - left), Math.min(height || from.height, from.height - top)]
  return toRawPixels(openRawPicture(from).extract({ left, top, width: w, height: h }))
}

function applyOps(from: Pixels, op: ImageOperation): Promise<Pixels> | Pixels {
  switch (op.type) {
    case 'rotate':
      return toRawPixels(openRawPicture(from).rotate(op.angle, { background: '#ffffff' }))
    case 'crop':
      return cropPixels(from, op)
    case 'thumbnail':
      return createThumbnail(from, op)
    case 'blur':
      return toRawPixels(openRawPicture(from).blur(Math.max(0.3, op.sigma || op.radius / 2)))
    default:
      return from
  }
}

// limits the work, because a short URL could request seconds of it
const withinLimit = createSemaphore(2)

/** Applies the operations in the order of the URL. Animations use the first frame. */
export function transformPicture(
  bytes: Uint8Array,
  ops: readonly ImageOperation[],
): Promise<{ bytes: Buffer; mime: string }> {
  return withinLimit(() =>
    withDecoderLimits(async () => {
      const { format } = await sharp(bytes, options).metadata()
      let pixels = await toRawPixels(sharp(bytes, options))
      // each operation takes the result of the previous one
      for (const op of ops) pixels = await applyOps(pixels, op) // oxlint-disable-line no-await-in-loop -- each step uses the result of the last one
      const quality = ops.findLast((op) => op.type === 'quality')?.quality
      const progressive = ops.findLast((op) => op.type === 'interlace')?.interlace
      const target = format === 'gif' ? 'webp' : (format as PictureFormat)
      const encoded = encode(openRawPicture(pixels), target, {
        ...(quality !== undefined && { quality }),
        ...(progressive !== undefined && { progressive }),
      })
      return { bytes: await encoded.toBuffer(), mime: `image/${target}` }
    }),
  )
}
