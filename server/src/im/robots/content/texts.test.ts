// Tests the hours of the hotline in the fixed answers of robots.
import { expect, test } from 'vitest'
import { hotlineHours } from '@xinqiao/contract/crisis.ts'
import { carefulReply, createHelpReply, remindOfHelp } from './texts.ts'

test.each([createHelpReply(true), carefulReply, remindOfHelp({ text: '每年120元。', sources: [], links: [] })])(
  'states the true hours of the hotline, and numbers for the rest',
  ({ text }) => {
    expect(text).toContain(`12356（${hotlineHours}）`)
    expect(text).toMatch(/打不通.*110 或 120/)
    expect(text).not.toContain('24小时')
  },
)
