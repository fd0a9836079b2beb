// Addresses and sizes of pictures in a conversation.

/** The address on this site, because a message may contain another host name of the site. */
export function toLocalAddress(url: string): string {
  if (!URL.canParse(url)) return ''
  const { pathname, search } = new URL(url)
  return pathname + search
}
/** @param side twice the displayed pixels, for high-resolution screens */
export const thumbnailUrlOf = (url: string, side = 480): string =>
  `${toLocalAddress(url)}&imageView&thumbnail=${side}x${side}`

/** The address that downloads a file under this name. */
export const downloadUrlOf = (url: string, name: string): string =>
  `${toLocalAddress(url)}&download=${encodeURIComponent(name)}`

/** Size of a picture in the conversation, known before it is loaded. */
export function fitPicture(width: number | undefined, height: number | undefined): { width: number; height: number } {
  if (!width || !height) return { width: 200, height: 150 }
  const scale = Math.min(1, 240 / width, 240 / height)
  return { width: Math.max(48, Math.round(width * scale)), height: Math.max(48, Math.round(height * scale)) }
}
