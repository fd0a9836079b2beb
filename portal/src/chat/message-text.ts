// One-line previews of messages, and the length of a message.
import type { ChatLine } from '@xinqiao/im-sdk/chat/state.ts'

const kinds: Record<number, string> = { 1: '[图片]', 2: '[语音]', 3: '[视频]', 4: '[位置]', 6: '[文件]' }

export function describeLine({ content }: ChatLine): string {
  if ('text' in content) return content.text
  return 'tip' in content ? content.tip : (kinds[content.type] ?? '[消息]')
}

/** Maximum length of a message (portal.md 9). */
export const maxLetters = 500
/** Counts code points, so that a character of two UTF-16 units counts as one. */
export const countLetters = (text: string): number => Array.from(text).length
