// An uploaded picture in its generated sizes: AVIF first, WebP as fallback, without layout shift.
import type { Picture as PictureData } from '@xinqiao/contract/http/articles/articles.ts'

type PictureProps = {
  picture: PictureData
  alt: string
  /** Width in the page, in the form of the `sizes` attribute. */
  sizes: string
  /** Loads the picture at once; for the first one of a page. */
  eager?: boolean
  className?: string
}

const createSourceSet = ({ key, widths }: PictureData, format: 'avif' | 'webp') =>
  widths.map((width) => `/files/p/${key}/${width}.${format} ${width}w`).join(', ')

export const Picture = ({ picture, alt, sizes, eager = false, className = '' }: PictureProps) => (
  <picture className="contents">
    <source type="image/avif" srcSet={createSourceSet(picture, 'avif')} sizes={sizes} />
    <source type="image/webp" srcSet={createSourceSet(picture, 'webp')} sizes={sizes} />
    <img
      src={picture.src}
      alt={alt}
      width={picture.width}
      height={picture.height}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding={eager ? undefined : 'async'}
      className={className}
    />
  </picture>
)
