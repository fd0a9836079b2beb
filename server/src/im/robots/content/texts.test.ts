// Tests the hours of the hotline in the fixed answers of robots.
import { expect, test } from 'vitest'
import { hotlineHours } from '@xinqiao/contract/crisis.ts'
import { carefulReply, createHelpReply, createTooFastReply, remindOfHelp } from './texts.ts'

test.each([createHelpReply(true), carefulReply])(
  'states the true hours of the hotline, and numbers for the rest',
  ({ text }) => {
    expect(text).toContain(`12356（${hotlineHours}）`)
    expect(text).toMatch(/打不通.*110 或 120/)
    expect(text).not.toContain('24小时')
  },
)

test('reminds of help in one short line before an answer', () => {
  const { text } = remindOfHelp({ text: '每年120元。', sources: [], links: [] })
  const [reminder, ...answer] = text.split('\n')
  expect(answer.join('')).toBe('每年120元。')
  expect(reminder).toMatch(/12356.*110 或 120/)
  expect(reminder!.length).toBeLessThan(45)
})

test('names the limit of questions and the seconds to wait', () =>
  expect(createTooFastReply(17).text).toMatch(/一分钟答10个问题，请过17秒再问.*12356/))
