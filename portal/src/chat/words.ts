// One-line previews of messages, and picture addresses on this site.
import type { Line } from '@xinqiao/im-sdk/chat/state.ts'

const kinds: Record<number, string> = { 1: '[图片]', 2: '[语音]', 3: '[视频]', 4: '[位置]', 6: '[文件]' }

export function previewOf({ content }: Line): string {
  if ('text' in content) return content.text
  return 'tip' in content ? content.tip : (kinds[content.type] ?? '[消息]')
}

/** portal.md 9. */
export const maxLetters = 500
/** Counts code points, so that a character of two UTF-16 units counts as one. */
export const countLetters = (text: string): number => Array.from(text).length

/** The address on this site, because a message may contain another host name of the site. */
function localPreviewOf(url: string): string {
  if (!URL.canParse(url)) return ''
  const { pathname, search } = new URL(url)
  return pathname + search
}
export const pictureOf = localPreviewOf
/** Twice the displayed pixels, for high-resolution screens. */
export const smallPictureOf = (url: string): string => `${localPreviewOf(url)}&imageView&thumbnail=480x480`

/** Size of a picture in the conversation, known before it is loaded. */
export function pictureFrameOf(
  width: number | undefined,
  height: number | undefined,
): { width: number; height: number } {
  if (!width || !height) return { width: 200, height: 150 }
  const scale = Math.min(1, 240 / width, 240 / height)
  return { width: Math.max(48, Math.round(width * scale)), height: Math.max(48, Math.round(height * scale)) }
}
