// Tests the hours of the hotline in the fixed answers of robots.
import { expect, test } from 'vitest'
import { hotlineHours } from '@xinqiao/contract/crisis.ts'
import { createCarefulReply, createHelpReply } from './texts.ts'

test.each([createHelpReply, createCarefulReply])(
  'states the true hours of the hotline, and numbers for the rest',
  (reply) => {
    const { text } = reply(true)
    expect(text).toContain(`12356（${hotlineHours}）`)
    expect(text).toMatch(/打不通.*110 或 120/)
    expect(text).not.toContain('24小时')
  },
)
