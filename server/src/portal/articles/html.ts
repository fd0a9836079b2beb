// HTML of articles: an allow-list that is applied when an article is saved, and pictures in the stored sizes.
import { pictureSource } from '../../kit/text/clean-html.ts'
import type { PictureRow } from './store.ts'

const imgTag = /<img\b[^>]*>/g

export const createPictureUrl = (key: string, width: number, kind: 'avif' | 'webp' = 'webp') =>
  `/files/p/${key}/${width}.${kind}`

const readAttribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
const pictureKeyOf = (tag: string) => pictureSource.exec(readAttribute(tag, 'src'))?.[1] ?? null

/** Keys of the pictures in cleaned HTML. */
export const listPictureKeys = (clean: string): string[] => [
  ...new Set((clean.match(imgTag) ?? []).map(pictureKeyOf).filter((key) => key !== null)),
]

/** The attribute `sizes` of pictures: the text column is 42 characters wide, at most 720 pixels. */
const pictureSizes = '(min-width: 768px) 720px, 100vw'

function expandPicture(tag: string, picture: PictureRow): string {
  const formatSrcSet = (kind: 'avif' | 'webp') =>
    picture.widths.map((width) => `${createPictureUrl(picture.key, width, kind)} ${width}w`).join(', ')
  const middle = picture.widths.find((width) => width >= 960) ?? picture.widths.at(-1) ?? picture.width
  return (
    `<picture><source type="image/avif" srcset="${formatSrcSet('avif')}" sizes="${pictureSizes}">` +
    `<img src="${createPictureUrl(picture.key, middle)}" srcset="${formatSrcSet('webp')}" sizes="${pictureSizes}" alt="${readAttribute(tag, 'alt')}"` +
    ` width="${picture.width}" height="${picture.height}" loading="lazy" decoding="async"></picture>`
  )
}

/** @param clean output of cleanHtml; pictures that do not exist are removed */
export function expandPictures(clean: string, pictures: readonly PictureRow[]): string {
  const byKey = new Map(pictures.map((picture) => [picture.key, picture]))
  return clean.replace(imgTag, (tag) => {
    const picture = byKey.get(pictureKeyOf(tag) ?? '')
    return picture ? expandPicture(tag, picture) : ''
  })
}
