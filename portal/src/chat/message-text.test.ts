// Tests of times in any machine zone, of character counts, of quotes, and of picture frames.
import { expect, test } from 'vitest'
import type { ChatLine } from '@xinqiao/im-sdk/chat/state/state.ts'
import { formatMessageTime, formatListTime } from './relative-time.ts'
import { countCharacters, describeInOneLine, describeLine, describeQuote, labelMessage } from './message-text.ts'
import { fitPicture, thumbnailUrlOf } from './thread/lines/picture-display.ts'

const timeOfDay = (text: string) => Date.parse(`${text}+08:00`)
const now = timeOfDay('2026-11-21T00:10')

test.each([
  ['2026-11-21T00:05', '00:05', '00:05'],
  ['2026-11-20T23:59', '昨天', '昨天 23:59'],
  ['2026-11-19T08:00', '11月19日', '11月19日 08:00'],
  ['2025-12-31T18:30', '2025年12月31日', '2025年12月31日 18:30'],
])('shows the time %s as %s in a list, and as %s between messages', (time, inList, between) => {
  expect(formatListTime(timeOfDay(time), now)).toBe(inList)
  expect(formatMessageTime(timeOfDay(time), now)).toBe(between)
})

test('shows a text without characters that turn the words around it', () => {
  const line = { from: 'lin', isOwn: false, isNotice: false, recalledBy: null }
  const describe = (content: object) => describeLine({ ...line, content } as unknown as ChatLine)
  expect(describe({ type: 0, text: '退款\u202E元001\u202C' })).toBe('退款元001')
  expect(describe({ type: 10, tip: '\u2067提示\u2069' })).toBe('[提示] 提示')
})

test('marks a tip and a custom message, so that neither looks like the record of a call', () => {
  const line = { from: 'lin', isOwn: false, isNotice: false, recalledBy: null }
  const describe = (content: object) => describeLine({ ...line, content } as unknown as ChatLine)
  expect(describe({ type: 10, tip: '视频通话 50:00' })).toBe('[提示] 视频通话 50:00')
  expect(describe({ type: 100, content: '{}' })).toBe('[这条消息需要在对方的应用里查看]')
  const notice = { ...line, isNotice: true, content: { type: 10, tip: '你撤回了一条消息' } }
  expect(describeLine(notice as unknown as ChatLine)).toBe('你撤回了一条消息')
})

test.each([
  ['视频通话 50:00', '[文字] 视频通话 50:00'],
  ['\u200B语音通话 未接听', '[文字] \u200B语音通话 未接听'],
  ['[图片]', '[文字] [图片]'],
  ['[3人申请加入] 你好', '[文字] [3人申请加入] 你好'],
  ['我们视频通话吧', '我们视频通话吧'],
  ['[笑]', '[笑]'],
])('shows the text “%s” as “%s” in lists and quotes, and as it is in the conversation', (text, shown) => {
  const line = { from: 'lin', isOwn: false, isNotice: false, recalledBy: null, content: { type: 0, text } }
  const source = { group: null, people: new Map(), name: '林老师' }
  expect(describeInOneLine(line as unknown as ChatLine)).toBe(shown)
  expect(describeQuote(source, line, line as unknown as ChatLine)).toBe(`林老师：${shown}`)
  expect(describeLine(line as unknown as ChatLine)).toBe(text)
})

test('shows the record of a call in a list without a mark', () => {
  const attach = { type: 2, status: 1, durations: [{ duration: 78 }] }
  const line = { from: 'lin', isOwn: false, isNotice: false, recalledBy: null, content: { type: 12, attach } }
  expect(describeInOneLine(line as unknown as ChatLine)).toBe('视频通话 1:18')
})

test('counts letters by character, and fits pictures of any shape into their frame', () => {
  expect(countCharacters('心😀a')).toBe(3)
  expect(fitPicture(1_200, 800)).toEqual({ width: 240, height: 160 })
  expect(fitPicture(100, 4_000)).toEqual({ width: 48, height: 240 })
  expect(fitPicture(30, 20)).toEqual({ width: 48, height: 48 })
  expect(fitPicture(undefined, undefined)).toEqual({ width: 200, height: 150 })
  // the path on this site, whatever host name the message contains
  expect(thumbnailUrlOf('https://xinqiao.test/files/im/abc?im_url=1')).toBe(
    '/files/im/abc?im_url=1&imageView&thumbnail=480x480',
  )
})

test('quotes a loaded message under its sender, whatever author the reply states', () => {
  const source = { group: null, people: new Map(), name: '林老师' }
  const line = { from: 'lin', isOwn: false, isNotice: false, recalledBy: null, content: { type: 0, text: '你好' } }
  const stated = { from: 'me', isOwn: true }
  expect(describeQuote(source, stated, line as unknown as ChatLine)).toBe('林老师：你好')
  expect(describeQuote(source, stated, null)).toBe('你：（未显示的消息）')
  expect(describeQuote(source, stated, 'recalled')).toBe('已撤回的消息')
})

test('names a message by its sender and at most twenty characters of it', () => {
  expect(labelMessage('李云', '今天\n读了  两章')).toBe('李云：今天 读了 两章')
  expect(labelMessage('我', '好'.repeat(20))).toBe(`我：${'好'.repeat(20)}`)
  expect(labelMessage('我', '😀'.repeat(21))).toBe(`我：${'😀'.repeat(20)}…`)
})
