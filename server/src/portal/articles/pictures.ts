// Uploaded pictures are decoded, and encoded again in a few widths. The original file is not stored, which removes its
// metadata and hidden content.
import { randomBytes } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { fail } from '@xinqiao/contract/errors.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import type { Kit } from '../../kit/ctx.ts'
import { insertPicture, type PictureRow } from './store.ts'

const wantedWidths = [480, 960, 1440, 1920]
const acceptedFormats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])

sharp.cache(false) // no cache: uploads are rare and all different, so a cache would only use memory
sharp.concurrency(1)

async function readPictureSize(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  const refusePicture = () => {
    throw fail('notAPicture')
  }
  const meta = await sharp(bytes, { limitInputPixels: false }).metadata().catch(refusePicture)
  if (!meta || !acceptedFormats.has(meta.format ?? '') || !meta.width || !meta.height) throw fail('notAPicture')
  const isTooLong = Math.max(meta.width, meta.height) > limits.maxPictureSide
  if (isTooLong || meta.width * meta.height > limits.maxPicturePixels) throw fail('pictureTooLarge')
  const { width, height } = meta.autoOrient
  return { width, height }
}

/** @throws Failure notAPicture for any error of the decoder, such as a valid header with invalid data */
async function encodePicture(decode: () => Sharp, width: number): Promise<{ avif: Buffer; webp: Buffer }> {
  try {
    const { data, info } = await decode().resize({ width }).raw().toBuffer({ resolveWithObject: true })
    const raw = { raw: { width: info.width, height: info.height, channels: info.channels } }
    const [avif, webp] = await Promise.all([
      sharp(data, raw).avif({ quality: 55, effort: 2 }).toBuffer(),
      sharp(data, raw).webp({ quality: 80, effort: 3 }).toBuffer(),
    ])
    return { avif, webp }
  } catch {
    throw fail('notAPicture')
  }
}

const outputFormats = ['avif', 'webp'] as const
const pictureFileOf = (key: string, width: number, format: (typeof outputFormats)[number]) =>
  `p/${key}/${width}.${format}`

/** All files of a picture. */
export const pictureFileKeys = ({ key, widths }: Pick<PictureRow, 'key' | 'widths'>): string[] =>
  widths.flatMap((width) => outputFormats.map((format) => pictureFileOf(key, width, format)))

/**
 * @param bytes a JPEG, PNG, WebP, GIF (first frame) or AVIF
 * @throws Failure notAPicture, pictureTooLarge
 */
export async function storePicture(kit: Kit, bytes: Uint8Array, createdBy: number | null): Promise<PictureRow> {
  const size = await readPictureSize(bytes)
  const smaller = wantedWidths.filter((width) => width < size.width)
  const largest = Math.min(size.width, wantedWidths.at(-1) ?? size.width)
  const widths = smaller.includes(largest) ? smaller : [...smaller, largest]
  const key = randomBytes(12).toString('base64url')
  const decode = () => sharp(bytes, { limitInputPixels: limits.maxPicturePixels, failOn: 'error' }).autoOrient()
  for (const width of widths) {
    const { avif, webp } = await encodePicture(decode, width)
    await kit.files.put(pictureFileOf(key, width, 'avif'), avif, 'image/avif')
    await kit.files.put(pictureFileOf(key, width, 'webp'), webp, 'image/webp')
  }
  const picture = { key, width: largest, height: Math.max(1, Math.round((size.height * largest) / size.width)), widths }
  await insertPicture(kit.sql, picture, createdBy)
  return picture
}
