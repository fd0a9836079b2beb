// One-line previews of messages, and the length of a message.
import { describeCall, describeText } from '@xinqiao/contract/calls.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { withoutDirectionControls } from '@xinqiao/contract/visible-text.ts'
import type { DisplayedMembers } from '@xinqiao/im-sdk/chat/state/groups.ts'
import type { ChatLine, Thread } from '@xinqiao/im-sdk/chat/state/state.ts'
import { describeNotice, describeRecall, nameOf } from './notice-text.ts'

const kinds: Record<number, string> = { 1: '[图片]', 2: '[语音]', 3: '[视频]', 4: '[位置]', 6: '[文件]' }
/** A custom message has a meaning only for the app that sent it. */
const unknownKind = '[这条消息需要在对方的应用里查看]'
const noPeople: DisplayedMembers = new Map()

/** @param people those whom a message of a group names */
export function describeLine(line: ChatLine, people = noPeople): string {
  const { content, from, recalledBy } = line
  if (content.type === chatMessageTypes.g2 && 'attach' in content) return describeCall(content.attach, line.isOwn)
  if ('attach' in content) return describeNotice(content.attach, from, people)
  if (recalledBy !== null) return describeRecall(line, recalledBy, people)
  if ('text' in content) return withoutDirectionControls(content.text)
  if (!('tip' in content)) return kinds[content.type] ?? unknownKind
  // the mark distinguishes a tip, whose words a page chooses, from the record of a call, which the server writes
  return `${line.isNotice ? '' : '[提示] '}${withoutDirectionControls(content.tip)}`
}

/** A message in one line, in lists and quotes, which show records of calls without their icon. */
export const describeInOneLine = (line: ChatLine, people = noPeople): string =>
  'text' in line.content && line.recalledBy === null
    ? describeText(describeLine(line, people))
    : describeLine(line, people)

type QuoteNames = Pick<Thread, 'group' | 'people'> & {
  /** Name of the other side in p2p. */
  name: string
}

/**
 * A message that another one replies to, in one line.
 * @param stated the author that the reply states, which its sender chooses
 * @param line null for one that is not loaded, and `recalled` for one that its sender or a leader recalled
 */
export function describeQuote(
  { group, people, name }: QuoteNames,
  stated: Pick<ChatLine, 'from' | 'isOwn'>,
  line: ChatLine | 'recalled' | null,
): string {
  if (line === 'recalled') return '已撤回的消息'
  const { from, isOwn } = line ?? stated
  const author = isOwn ? '你' : group ? nameOf(people, from) : name
  return `${author}：${line ? describeInOneLine(line, people) : '（未显示的消息）'}`
}

/** The sender before a message in a list, where a conversation has several. */
export function describeSender({ isNotice, isOwn, from }: ChatLine, people = noPeople): string {
  if (isNotice) return ''
  if (isOwn) return '我：'
  return people.has(from) ? `${nameOf(people, from)}：` : ''
}

/** Maximum length of a message (portal.md 9). */
export const maxLetters = 500
/** Counts code points, so that a character of two UTF-16 units counts as one. */
export const countCharacters = (text: string): number => Array.from(text).length

const maxLabelLength = 20
/** Names a message by its sender and beginning, because screen readers also list buttons without their messages. */
export function labelMessage(sender: string, text: string): string {
  const characters = Array.from(text.replaceAll(/\s+/g, ' '))
  const beginning = characters.slice(0, maxLabelLength).join('')
  return `${sender}：${beginning}${characters.length > maxLabelLength ? '…' : ''}`
}
