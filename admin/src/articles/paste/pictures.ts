// What becomes of a pasted picture: ours stays, one that carries its own bytes is uploaded later, others are dropped.
import { escapeAttribute } from './markup.ts'

const carriesBytes = /^(data:image\/(png|jpe?g|gif|webp|avif|bmp)[;,]|blob:)/i

const ownPath = (source: string, ownOrigin: string) => {
  const path = ownOrigin && source.startsWith(`${ownOrigin}/`) ? source.slice(ownOrigin.length) : source
  return path.startsWith('/files/p/') ? path : null
}

/** Counting pixels and spacers. */
const isTiny = (element: Element) =>
  [element.getAttribute('width'), element.getAttribute('height')].some((size) => size === '1' || size === '0')

const sizeOf = (element: Element, name: string) => {
  const size = element.getAttribute(name) ?? ''
  return /^\d{1,5}$/.test(size) ? ` ${name}="${size}"` : ''
}

type Found = { html: string } | 'dropped' | 'ignored'

/** @returns markup, or what was done instead */
export function readPicture(element: Element, ownOrigin: string): Found {
  const shown = element.getAttribute('src')?.trim() ?? ''
  // WeChat keeps the true address in data-src and a placeholder in src.
  const source = element.getAttribute('data-src')?.trim() || shown
  const alt = ` alt="${escapeAttribute(element.getAttribute('alt') ?? '')}"`
  const own = ownPath(source, ownOrigin)
  if (own)
    return { html: `<img src="${escapeAttribute(own)}"${alt}${sizeOf(element, 'width')}${sizeOf(element, 'height')}>` }
  for (const candidate of [source, shown]) {
    if (carriesBytes.test(candidate)) return { html: `<img src="${escapeAttribute(candidate)}"${alt}>` }
  }
  return source === '' || source.startsWith('data:') || isTiny(element) ? 'ignored' : 'dropped'
}
