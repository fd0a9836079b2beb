// Classifies pasted pictures: those of the site stay, embedded ones are uploaded later, others are dropped.
import { escapeAttribute } from './markup.ts'

const carriesBytes = /^(data:image\/(png|jpe?g|gif|webp|avif|bmp)[;,]|blob:)/i

const findOwnPath = (source: string, ownOrigin: string) => {
  const path = ownOrigin && source.startsWith(`${ownOrigin}/`) ? source.slice(ownOrigin.length) : source
  return path.startsWith('/files/p/') ? path : null
}

/** True for tracking pixels and spacers. */
const isTiny = (element: Element) =>
  [element.getAttribute('width'), element.getAttribute('height')].some((size) => size === '1' || size === '0')

const sizeAttributeOf = (element: Element, name: string) => {
  const size = element.getAttribute(name) ?? ''
  return /^\d{1,5}$/.test(size) ? ` ${name}="${size}"` : ''
}

/** True for a GIF or PNG of 1 by 1, which pages show until the picture has loaded. */
function isOnePixelDataUrl(source: string): boolean {
  const [, type, base64 = ''] = /^data:image\/(gif|png);base64,(.*)$/is.exec(source) ?? []
  if (!type) return false
  const head = atob(base64.replace(/\s/g, '').slice(0, 32).replace(/=+$/, ''))
  const at = type.toLowerCase() === 'gif' ? [6, 7, 8, 9] : [16, 17, 18, 19, 20, 21, 22, 23]
  const sizes = at.map((offset) => head.charCodeAt(offset) || 0)
  return head.length > at.at(-1)! && sizes.reduce((sum, byte) => sum + byte, 0) <= 2
}

/** Placeholder of a picture that could not be imported, so that the author finds where it was. */
export const createPlaceholder = (number: number): string => `［图片${number}：未能带入，请在此处上传］`
export const placeholderPattern = /［图片\d+：未能带入，请在此处上传］/g

type PastedPicture = { html: string } | 'dropped' | 'ignored'

/** @returns the markup, or the reason why there is none */
export function readPicture(element: Element, ownOrigin: string): PastedPicture {
  const sourceAttribute = element.getAttribute('src')?.trim() ?? ''
  // WeChat and lazy-loading pages keep the real address in a data attribute.
  const lazy = ['data-src', 'data-original', 'data-lazy-src', 'data-actualsrc'].map((name) =>
    element.getAttribute(name),
  )
  const source = lazy.find((value) => value?.trim())?.trim() ?? sourceAttribute
  const alt = ` alt="${escapeAttribute(element.getAttribute('alt') ?? '')}"`
  const ownPath = findOwnPath(source, ownOrigin)
  if (ownPath)
    return {
      html: `<img src="${escapeAttribute(ownPath)}"${alt}${sizeAttributeOf(element, 'width')}${sizeAttributeOf(element, 'height')}>`,
    }
  if (isTiny(element) || isOnePixelDataUrl(source)) return 'ignored'
  if (carriesBytes.test(source)) return { html: `<img src="${escapeAttribute(source)}"${alt}>` }
  return source === '' || source.startsWith('data:') ? 'ignored' : 'dropped'
}
