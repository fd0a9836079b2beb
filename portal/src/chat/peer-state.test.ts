// Tests the words for the presence of a counsellor.
import { expect, test } from 'vitest'
import { describeReplyTime } from './peer-state.ts'

test('promises no quick reply of a counsellor who is away', () => {
  expect(describeReplyTime({ isOnline: true, replyMinutes: 2 })).toBe('通常在2分钟内回复')
  expect(describeReplyTime({ isOnline: false, replyMinutes: 90 })).toBe('平时2小时内回复')
  expect(describeReplyTime({ isOnline: false, replyMinutes: null })).toBe('')
})
